import {
	comparableTicket,
	customTicketOf,
	isTicketed,
	recipientsOf,
	type Unit,
} from '../../service/contract/call';
import { addTo } from '../../service/collections/byKey';
import { comparableKeyword, unitName } from '../../service/answer/organization';
import { recipientKey } from '../../service/text/personKey';
import { type Skipped, occursIn } from '../../actions/fields/skipped';
import { intendedFor } from '../values/addressed';
import type { PreparedItem, PreparedRequest } from '../values/call';
import { audienceOfUnit, digestOf } from '../memory/audience';

/** Tells the units of a run apart, by account: a keyword is the same in capital letters. */
export function unitKey({ call, settings }: Pick<PreparedRequest, 'call' | 'settings'>): string {
	return JSON.stringify([settings.serviceAccount, unitName(call)]);
}

/**
 * Equal for requests that differ in nothing but the parameter that gathers: they can be one call.
 *
 * @param gathered name of that parameter; nothing for requests that are to be equal in all of it
 */
export function requestKey(
	{ call, settings, signsStatusUrl, fitted }: PreparedRequest,
	gathered?: 'recipientList' | 'phone_list',
): string {
	const parameters = gathered ? { ...call.parameters, [gathered]: undefined } : call.parameters;
	const keyword = comparableKeyword(call.keyword);
	// The ticket of a campaign says of which part it is.
	const part = settings.campaign === undefined ? undefined : partInTicket(fitted);
	return JSON.stringify([{ ...call, keyword, parameters }, settings, signsStatusUrl, part]);
}

/**
 * Whether a request goes to a batch or a list of people, which is named by a number and not by who they
 * are: that may be others in a repeated execution.
 */
export function isNumbered({ call, redirectedFrom }: PreparedRequest): boolean {
	return !redirectedFrom && isTicketed(call) && recipientsOf(call).length > 0;
}

/**
 * Tells the batches of one account and group of the service from those of others.
 *
 * @param user of the session, which is the same in every run
 */
export function batchGroup({ code, keyword }: Unit, user: string): string {
	return digestOf([user, code, comparableKeyword(keyword)]).slice(0, 6);
}

/**
 * Names what is neither a batch nor a list by whom it reaches, and how often that was reached before.
 *
 * @param user of the session, which is the same in every run
 */
export function audienceName(user: string, audiences: readonly string[], nth: number): string {
	return digestOf([user, [...new Set(audiences)], nth]);
}

/** The name of the first message of a run to everyone in a unit. */
export function broadcastName(unit: Unit, user: string): string {
	return audienceName(user, [audienceOfUnit(unit)], 1);
}

/** The part that the ticket of a campaign names; none for a text in one message. */
export function partInTicket(fitted: PreparedRequest['fitted']): number | undefined {
	return fitted && fitted.parts > 1 ? fitted.part : undefined;
}

/** The key of the call with a part of a text, from 1; the first one has the name of its chain. */
export function keyOfPart(chain: string, part: number): string {
	return part === 1 ? chain : `${chain}-${part}`;
}

/** The same for all requests of an item. */
export function itemKey(requests: readonly PreparedRequest[], gathered?: 'recipientList'): string {
	return JSON.stringify(requests.map((prepared) => requestKey(prepared, gathered)));
}

/**
 * Items whose recipients are those of an item before, or each that of one, where duplicates are to be
 * removed, or what was sent under a ticket is to be skipped and theirs is the same too. By item: its
 * recipients, each with the item that has it. What an earlier try began comes before all else. Whatever
 * the text: one that holds the time is no reason to send twice.
 */
export function repeatedItems(
	items: ReadonlyMap<number, PreparedItem>,
): ReadonlyMap<number, readonly Skipped[]> {
	const repeated = new Map<number, readonly Skipped[]>();
	const firsts = new Map<string, number>();
	const isBegun = ([, { chain }]: [number, PreparedItem]) => chain !== undefined;
	const inOrder = [...items].toSorted(
		(one, other) => Number(isBegun(other)) - Number(isBegun(one)),
	);
	for (const [itemIndex, { requests, chain }] of inOrder) {
		const [first] = requests;
		if (!first) continue;
		const { call, fromItems, settings } = first;
		const recipients = recipientsOf(call);
		const isOnce = fromItems && settings.removesDuplicates;
		const ticket = !isOnce && settings.ifKnown === 'skip' && comparableTicket(customTicketOf(call));
		if (recipients.length === 0 || (!isOnce && !ticket)) continue;
		const under = JSON.stringify([unitKey(first), ticket]);
		const people = intendedFor(first);
		const keys = people.map((sendTo, nth) => under + recipientKey(sendTo, recipients[nth]!.type));
		const unique = [...new Set(keys)];
		const all = unique.length > 1 ? digestOf(unique.toSorted()) : unique[0]!;
		const skipped = people.flatMap((sendTo, nth) => {
			const before = firsts.get(all) ?? firsts.get(keys[nth]!);
			return before === undefined ? [] : [occursIn(before, sendTo)];
		});
		const isRepeated = chain === undefined && skipped.length === people.length;
		if (isRepeated) repeated.set(itemIndex, skipped);
		else if (!firsts.has(all)) firsts.set(all, itemIndex);
	}
	return repeated;
}

/**
 * Items that send to everyone in a unit while another item has another message for it; by item such a one.
 * A text that holds the time would otherwise reach everyone once per item, and which of the messages is
 * meant cannot be known, so it is none of them. An item that an earlier try began stays as it was.
 */
export function rivalBroadcasts(
	items: ReadonlyMap<number, PreparedItem>,
): ReadonlyMap<number, number> {
	const units = new Map<string, Broadcast[]>();
	for (const [itemIndex, { requests, severalBroadcasts, chain }] of items) {
		const [first] = requests;
		if (!first?.call.everyone || severalBroadcasts) continue;
		const broadcast = { itemIndex, message: itemKey(requests), isBegun: chain !== undefined };
		addTo(units, unitKey(first), broadcast);
	}
	const rivals = new Map<number, number>();
	const refuse = ({ itemIndex, isBegun }: Broadcast, rival: Broadcast) => {
		if (!isBegun) rivals.set(itemIndex, rival.itemIndex);
	};
	for (const those of units.values()) {
		const first = those[0]!;
		const isRival = ({ message }: Broadcast) => message !== first.message;
		const rival = those.find(isRival);
		if (!rival) continue;
		// Those that differ from the first come first: where a refusal ends the run, it names one of them.
		for (const one of those) if (isRival(one)) refuse(one, first);
		for (const one of those) if (!isRival(one)) refuse(one, rival);
	}
	return rivals;
}

interface Broadcast {
	itemIndex: number;
	message: string;
	isBegun: boolean;
}
