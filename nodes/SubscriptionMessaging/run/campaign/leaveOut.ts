import type { Skipped } from '../../actions/fields/phoneNumbers';
import { isTicketed, recipientsOf, withParameters } from '../../service/call';
import { comparableAddress } from '../../service/text/address';
import type { PreparedItem, PreparedRequest } from '../call';
import type { Holders } from './holders';

/** By person of a campaign, the item that sends to them: one message a person and key. */
export type FirstItems = Map<string, number>;

/**
 * An item of a campaign without those who have the message already, or who get it by an item before.
 * Of a text that is split, only the missing parts are left.
 */
export function withoutHolders(
	item: PreparedItem,
	itemIndex: number,
	holders: Holders,
	firsts: FirstItems,
): PreparedItem {
	const skipped = new Map<string, Skipped>();
	const requests = item.requests.flatMap((prepared): PreparedRequest[] => {
		const { call, fitted, redirectedFrom } = prepared;
		if (!isTicketed(call)) return [prepared];
		const inRequest = new Set<string>();
		const kept = recipientsOf(call).flatMap(({ sendTo }, position) => {
			const named = redirectedFrom?.[position] ?? sendTo;
			const person = comparableAddress(named);
			const first = firsts.get(person) ?? itemIndex;
			firsts.set(person, first);
			if (first !== itemIndex || inRequest.has(person)) {
				const reason = first === itemIndex ? 'it occurs more than once' : occursIn(first);
				if (!skipped.has(named)) skipped.set(named, { sendTo: named, reason });
				return [];
			}
			inRequest.add(person);
			if (!holders.has(sendTo, fitted?.part ?? 1)) return [position];
			const custom_ticket = holders.ticketOf(sendTo);
			skipped.set(named, { sendTo: named, reason: HAS_IT, sent_before: true, custom_ticket });
			return [];
		});
		if (kept.length === 0) return [];
		const recipients = recipientsOf(call);
		return [
			{
				...prepared,
				...(redirectedFrom && {
					redirectedFrom: kept.map((position) => redirectedFrom[position]!),
				}),
				call: withParameters(call, {
					recipientList: { recipients: kept.map((position) => recipients[position]!) },
				}),
			},
		];
	});
	// Who still gets a part is not left out.
	for (const { call, redirectedFrom } of requests) {
		for (const [position, { sendTo }] of recipientsOf(call).entries()) {
			skipped.delete(redirectedFrom?.[position] ?? sendTo);
		}
	}
	return { ...item, requests, skipped: [...item.skipped, ...skipped.values()] };
}

const HAS_IT = 'it has the message of this campaign';

function occursIn(item: number): string {
	return `it occurs before, in item ${item}`;
}
