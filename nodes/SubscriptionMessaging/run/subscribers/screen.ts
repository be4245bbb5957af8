import type { IExecuteFunctions, NodeExecutionHint, NodeOperationError } from 'n8n-workflow';

import type { SubscriberRule } from '../../actions/fields/subscribers';
import type { MessagingServiceError } from '../../service/errors/errors';
import { each, ENTRIES_IN_STEP, type Steps } from '../../service/collections/steps';
import { isSubscribed, type Subscriber } from '../../service/answer/person';
import { SubscriberList } from '../../service/answer/subscriberList';
import { itemError } from '../../wording/itemError';
import { escapeHtml } from '../../wording/html';
import { panelHint } from '../../wording/panelHint';
import { namedFew, sentence } from '../../service/errors/sentence';
import { tally } from '../../service/collections/byKey';
import { paceOf } from '../../transport/pace';
import { rested } from '../../eventLoop/restingSteps';
import type { Session } from '../../transport/session';
import { readSubscribers } from '../../lookups/subscribers';
import type { PreparedItem, PreparedRequest } from '../values/call';
import { ItemsDraft, type ReadItems, type Refuse } from '../values/items';
import { unitKey } from '../plan/keys';
import { peopleIn, withoutOthers } from './withoutOthers';
import { inDigits } from '../../wording/number';

/** Items that go to lists of one group, and look at its subscribers. */
interface GroupItems {
	readonly first: PreparedRequest;
	readonly items: Map<number, Ruled>;
}

type Ruled = PreparedItem & { readonly subscribers: SubscriberRule };

/** The items that are left, and what to say of the others. */
interface ScreenedItems {
	readonly items: ReadItems;
	readonly hints: readonly NodeExecutionHint[];
}

/**
 * Leaves out who has left the group that sends, where the items ask for it: reads the subscribers of
 * each group once, before anything is sent, and those who are active by themselves for *Only Subscribers*. Where they cannot be read, nothing is sent. What an earlier
 * try began goes on as it was.
 */
export async function screenRecipients(
	context: IExecuteFunctions,
	sessions: readonly Session[],
	read: ReadItems,
	refuse: Refuse,
): Promise<ScreenedItems> {
	const items = new ItemsDraft(refuse, read);
	const reasons = new Map<string, number>();
	const screen = function* (group: GroupItems, list: SubscriberList | MessagingServiceError) {
		let count = 0;
		for (const [itemIndex, item] of group.items) {
			if (++count % ENTRIES_IN_STEP === 0) yield;
			if (!(list instanceof SubscriberList)) {
				items.put(itemIndex, listNotRead(context, group, list, itemIndex));
				continue;
			}
			const screened = yield* withoutOthers(item, item.subscribers, list);
			const refusal = leftGroupRefusal(context, item.subscribers, screened.left, itemIndex);
			items.put(itemIndex, refusal ?? screened.item);
			if (refusal) continue;
			for (const { reason } of screened.item.skipped.slice(item.skipped.length)) {
				tally(reasons, reason);
			}
		}
	};
	for (const group of await rested(ruledGroups(read))) {
		await rested(screen(group, await subscribersOf(context, sessions, group, read.pace.pause)));
	}
	return { items, hints: hintsOf(reasons) };
}

function* ruledGroups({ toSend, previews }: ReadItems): Steps<Iterable<GroupItems>> {
	const groups = new Map<string, GroupItems>();
	yield* each([...toSend, ...previews], ([itemIndex, item]) => {
		const [first] = item.requests;
		if (!first || item.chain !== undefined || !isRuled(item)) return;
		const id = unitKey(first);
		const group = groups.get(id) ?? { first, items: new Map<number, Ruled>() };
		groups.set(id, group);
		group.items.set(itemIndex, item);
	});
	return groups.values();
}

function isRuled(item: PreparedItem): item is Ruled {
	return item.subscribers !== undefined;
}

/**
 * The subscribers of a group, as far as they are recipients.
 *
 * @param pause milliseconds between two requests
 */
async function subscribersOf(
	context: IExecuteFunctions,
	sessions: readonly Session[],
	{ first, items }: GroupItems,
	pause: number,
): Promise<SubscriberList | MessagingServiceError> {
	const { call, settings } = first;
	const signal = context.getExecutionCancelSignal();
	signal?.throwIfAborted();
	const all = [...items.values()];
	const countries = new Set(all.map(({ subscribers }) => subscribers.country));
	// Which country a number without a code is of, only one that all items name can tell.
	const [country] = countries.size === 1 ? countries : [];
	const list = await rested(SubscriberList.of(peopleIn(all), country));
	const session = sessions[settings.account]!;
	const reading = {
		code: call.code,
		keyword: call.keyword,
		timeLimit: settings.timeLimit,
		pace: paceOf(session, pause, signal),
	};
	// Whoever has no date of leaving may yet be inactive (States and transitions): only the list of the active
	// tells, which comes last, so that it lacks whoever leaves in between.
	const isStrict = all.some(({ subscribers }) => subscribers.onlySubscribers);
	const add = (subscriber: Subscriber) => list.add(subscriber);
	let error = await readSubscribers(context, session, reading, (subscriber) => {
		if (!isStrict || !isSubscribed(subscriber)) add(subscriber);
	});
	if (isStrict && !error) {
		error = await readSubscribers(context, session, { ...reading, onlyActive: true }, add);
	}
	signal?.throwIfAborted();
	return error ?? list;
}

function listNotRead(
	context: IExecuteFunctions,
	{ first }: GroupItems,
	{ message }: MessagingServiceError,
	itemIndex: number,
): NodeOperationError {
	return itemError(
		context,
		itemIndex,
		"The group's subscribers couldn't be read, so nothing was sent",
		escapeHtml(
			`'Unsubscribed Recipients' and 'Only Subscribers' need the subscribers of ${first.call.keyword}. Check the group and try again. ${sentence(message)}`,
		),
	);
}

/** Where the item is to fail because somebody has left. */
function leftGroupRefusal(
	context: IExecuteFunctions,
	{ unsubscribed }: SubscriberRule,
	left: readonly string[],
	itemIndex: number,
): NodeOperationError | undefined {
	if (unsubscribed !== 'fail' || left.length === 0) return undefined;
	const who = left.length === 1 ? 'A recipient has' : `${left.length} recipients have`;
	return itemError(
		context,
		itemIndex,
		`${who} left the group, so nothing was sent`,
		escapeHtml(
			`Left: ${namedFew(left)}. Remove them from the recipients, or choose Skip as 'Unsubscribed Recipients' under 'Options'.`,
		),
	);
}

/** How many were left out, and why, in the node's panel. */
function hintsOf(reasons: ReadonlyMap<string, number>): NodeExecutionHint[] {
	if (reasons.size === 0) return [];
	const parts = [...reasons].map(([reason, count]) => `${inDigits(count)} (${reason})`);
	return [panelHint('info', `Left out: ${parts.join(', ')}.`)];
}
