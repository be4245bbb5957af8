import { comparableTicket, customTicketOf, recipientsOf } from '../../service/contract/call';
import { recipientKey } from '../../service/text/personKey';
import { type Skipped, occursIn } from '../../actions/fields/skipped';
import { intendedFor } from '../values/addressed';
import { digestOf } from '../values/audience';
import type { PreparedItem } from '../values/call';
import { unitKey } from './keys';

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
		// What is redirected reaches none of its recipients.
		const under = JSON.stringify([unitKey(first), ticket, !first.redirectedFrom]);
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
