import { comparableAddress } from '../service/comparableAddress';
import { recipientsOf } from './addressees';
import type { PreparedItem, PreparedRequest } from './prepare';

/** Everything of a request but the member that calls gather. */
export function keyOf(
	{ request, call, transport, timeLimit, onUnclear, ifKnown }: PreparedRequest,
	gathered: string,
): string {
	const parameters = { ...call.parameters, [gathered]: undefined };
	const { signsStatusUrl } = request;
	return JSON.stringify([
		{ ...call, parameters },
		transport,
		timeLimit,
		onUnclear,
		ifKnown,
		signsStatusUrl,
	]);
}

export function keyOfAll(requests: readonly PreparedRequest[], gathered: string): string {
	return requests.map((prepared) => keyOf(prepared, gathered)).join();
}

/**
 * Items whose recipient was that of an item before, where duplicates are to be removed; by item the
 * first one. Whatever the text: one that holds the time is no reason to send twice.
 */
export function repeatedItems(items: ReadonlyMap<number, PreparedItem>): Map<number, number> {
	const repeated = new Map<number, number>();
	const firsts = new Map<string, number>();
	for (const [itemIndex, { requests }] of items) {
		const [first] = requests;
		if (!first?.request.fromItems || !first.removesDuplicates) continue;
		const { code, keyword } = first.call;
		const [recipient] = recipientsOf(first.request);
		const address = comparableAddress(recipient?.sendTo);
		const key = JSON.stringify([code, keyword.toLowerCase(), recipient?.type, address]);
		const before = firsts.get(key);
		if (before === undefined) firsts.set(key, itemIndex);
		else repeated.set(itemIndex, before);
	}
	return repeated;
}

/**
 * Items that send another message to everyone in a unit than an item before them, by item that one:
 * a text that holds the time would otherwise reach everyone once per item.
 */
export function furtherBroadcasts(items: ReadonlyMap<number, PreparedItem>): Map<number, number> {
	const further = new Map<number, number>();
	const firsts = new Map<string, { itemIndex: number; message: string }>();
	for (const [itemIndex, { requests, severalBroadcasts }] of items) {
		const [first] = requests;
		if (!first?.call.everyone || severalBroadcasts) continue;
		const unit = `${first.call.code}/${first.call.keyword.toLowerCase()}`;
		const message = keyOfAll(requests, '');
		const before = firsts.get(unit);
		if (!before) firsts.set(unit, { itemIndex, message });
		else if (before.message !== message) further.set(itemIndex, before.itemIndex);
	}
	return further;
}
