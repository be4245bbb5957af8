import { type Skipped, REPEATED, occursIn } from '../../actions/fields/skipped';
import { isTicketed, recipientsOf } from '../../service/contract/call';
import { personKey } from '../../service/text/personKey';
import { intendedFor, onlyTo } from '../values/addressed';
import type { PreparedItem, PreparedRequest } from '../values/call';
import type { Holders } from './holders';
import { CampaignStop } from './campaignStop';

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
		const { call, fitted } = prepared;
		if (!isTicketed(call)) return [prepared];
		const people = intendedFor(prepared);
		const inRequest = new Set<string>();
		const isKept = recipientsOf(call).map(({ sendTo }, position) => {
			const named = people[position]!;
			const person = personKey(named);
			const first = firsts.get(person) ?? itemIndex;
			firsts.set(person, first);
			if (first !== itemIndex || inRequest.has(person)) {
				if (skipped.has(named)) return false;
				const isHere = first === itemIndex;
				skipped.set(named, isHere ? { sendTo: named, reason: REPEATED } : occursIn(first, named));
				return false;
			}
			inRequest.add(person);
			if (!holders.has(sendTo, fitted?.part ?? 1)) return true;
			skipped.set(named, hasIt(named, holders.ticketsOf(sendTo)));
			return false;
		});
		return isKept.includes(true) ? [onlyTo(prepared, (position) => isKept[position]!)] : [];
	});
	// Who still gets a part is not left out.
	for (const named of requests.flatMap(intendedFor)) skipped.delete(named);
	return {
		...item,
		requests,
		skipped: [...item.skipped, ...skipped.values()],
	};
}

/**
 * An item that an earlier try began, without those who got the message by another execution since then.
 *
 * @param isAccepted whether a request of the item was accepted, by its position
 * @returns why nothing may be sent, where only some of it was sent elsewhere: the rest is not what was begun
 */
export function withoutSentElsewhere(
	item: PreparedItem,
	holders: Holders,
	isAccepted: (position: number) => boolean,
): PreparedItem | CampaignStop {
	const open = item.requests.flatMap((prepared, position) => {
		// What is redirected goes to one phone, whoever it is for.
		if (isAccepted(position) || prepared.redirectedFrom) return [];
		const people = intendedFor(prepared);
		const part = prepared.fitted?.part ?? 1;
		return recipientsOf(prepared.call).map(({ sendTo }, place) => ({
			sendTo,
			named: people[place]!,
			part,
		}));
	});
	const had = open.filter(({ sendTo, part }) => holders.hasElsewhere(sendTo, part));
	if (had.length === 0) return item;
	if (had.length < open.length) {
		return new CampaignStop(
			'another execution has sent a part of what an earlier try of this one began',
			'Run the workflow as a new execution, which sends only what is missing.',
		);
	}
	const skipped = new Map(
		had.map(({ sendTo, named }) => [named, hasIt(named, holders.ticketsOf(sendTo))]),
	);
	return { ...item, requests: [], skipped: [...item.skipped, ...skipped.values()] };
}

function hasIt(sendTo: string, tickets: readonly string[]): Skipped {
	const [custom_ticket] = tickets;
	return {
		sendTo,
		reason: HAS_IT,
		sent_before: true,
		custom_ticket,
		...(tickets.length > 1 && { custom_tickets: [...tickets] }),
	};
}

const HAS_IT = 'it has the message of this campaign';
