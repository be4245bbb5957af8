import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { MessagingServiceError } from '../../service/errors/errors';
import { each } from '../../service/collections/steps';
import { itemError } from '../../wording/itemError';
import { escapeHtml } from '../../wording/html';
import { sentence } from '../../service/errors/sentence';
import { rested } from '../../eventLoop/restingSteps';
import type { PreparedItem, PreparedRequest } from '../values/call';
import { peopleOf } from '../values/audience';
import { unitKey } from '../plan/keys';
import { toEveryone, type Reach } from './reach';
import { ItemsDraft, type ReadItems, type Refuse } from '../values/items';
import { inDigits } from '../../wording/number';

/** Why a run must not begin, for each of its items. */
type Stop = (itemIndex: number) => NodeOperationError;

/** How many people a run reaches; `atMost` where some may be counted twice. */
interface Total {
	readonly people: number;
	readonly atMost: boolean;
}

/**
 * Stops a run that would reach more people than *Max Recipients* says, before anything is sent: the lowest
 * that any item names. Of lists each person counts once, whoever was left out does not; of a message to
 * everyone the active subscribers are read. What an earlier try began goes on as it was.
 */
export async function withinMaxRecipients(
	context: IExecuteFunctions,
	reach: Reach,
	read: ReadItems,
	refuse: Refuse,
): Promise<ReadItems> {
	const items = new ItemsDraft(refuse, read);
	for (const group of [items.toSend, items.previews]) {
		const stop = await stopOf(context, reach, group);
		if (!stop) continue;
		for (const [itemIndex, { chain }] of group) {
			if (chain === undefined) items.put(itemIndex, stop(itemIndex));
		}
	}
	return items;
}

async function stopOf(
	context: IExecuteFunctions,
	reach: Reach,
	items: ReadonlyMap<number, PreparedItem>,
): Promise<Stop | undefined> {
	const all = [...items.values()];
	const limits = all
		.filter(({ chain, requests }) => chain === undefined && requests.length > 0)
		.flatMap(({ maximums }) => maximums?.recipients ?? []);
	if (limits.length === 0) return undefined;
	const most = limits.reduce((lowest, limit) => Math.min(lowest, limit));
	const total = await totalOf(reach, all, most);
	if (total instanceof MessagingServiceError) return notCounted(context, total);
	return total.people > most ? tooMany(context, total, most) : undefined;
}

function notCounted(context: IExecuteFunctions, { message }: MessagingServiceError): Stop {
	const description = escapeHtml(
		`'Max Recipients' needs to know how many people a message to everyone reaches. Check the group and try again. ${sentence(message)}`,
	);
	return (itemIndex) =>
		itemError(
			context,
			itemIndex,
			"The group's subscribers couldn't be counted, so nothing was sent",
			description,
		);
}

function tooMany(context: IExecuteFunctions, { people, atMost }: Total, most: number): Stop {
	const reached = `${atMost ? 'Up to ' : ''}${inDigits(people)}`;
	return (itemIndex) =>
		itemError(
			context,
			itemIndex,
			`${reached} recipients, and 'Max Recipients' is ${inDigits(most)}: nothing was sent`,
			"Check whom it goes to, or raise 'Max Recipients' under 'Options' if all of them are to get the message.",
		);
}

async function totalOf(
	reach: Reach,
	items: readonly PreparedItem[],
	most: number,
): Promise<Total | MessagingServiceError> {
	const people = new Set<string>();
	const units = new Map<string, PreparedRequest>();
	const counting = each(items, (item) => {
		for (const person of peopleOf(item.requests)) people.add(person);
		const request = toEveryone(item);
		if (request) units.set(unitKey(request), request);
	});
	await rested(counting);
	let total: Total = { people: people.size, atMost: false };
	for (const request of units.values()) {
		// Enough is known.
		if (total.people > most) break;
		const counted = await reach.of(request);
		if (counted instanceof MessagingServiceError) return counted;
		const isShared = total.people > 0 || counted.groups.length > 1;
		total = { people: total.people + counted.people, atMost: total.atMost || isShared };
	}
	return total;
}
