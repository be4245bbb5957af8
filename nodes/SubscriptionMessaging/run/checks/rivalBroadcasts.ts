import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { addTo } from '../../service/collections/byKey';
import { itemError } from '../../wording/itemError';
import type { PreparedItem } from '../values/call';
import { itemKey, unitKey } from '../plan/keys';

/**
 * Items that send to everyone in a unit while another item has another message for it; by item such a one.
 * A text that holds the time would otherwise reach everyone once per item, and which of the messages is
 * meant cannot be known, so it is none of them. An item that an earlier try began stays as it was, and one
 * with *Allow Multiple Broadcasts* is sent.
 */
export function rivalBroadcasts(
	items: ReadonlyMap<number, PreparedItem>,
): ReadonlyMap<number, number> {
	const units = new Map<string, Broadcast[]>();
	for (const [itemIndex, { requests, severalBroadcasts, chain }] of items) {
		const [first] = requests;
		if (!first?.call.everyone) continue;
		const isKept = severalBroadcasts || chain !== undefined;
		addTo(units, unitKey(first), { itemIndex, message: itemKey(requests), isKept });
	}
	const rivals = new Map<number, number>();
	const refuse = ({ itemIndex, isKept }: Broadcast, rival: Broadcast) => {
		if (!isKept) rivals.set(itemIndex, rival.itemIndex);
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
	/** Whatever others send: an earlier try began it, or its option lets several leave. */
	isKept: boolean;
}

/** @param rival the item that sends another message to everyone in the same group */
export function rivalRefusal(
	context: IExecuteFunctions,
	itemIndex: number,
	rival: number,
): NodeOperationError {
	return itemError(
		context,
		itemIndex,
		`Item ${rival} sends another message to everyone in the same group`,
		"It was not sent. Make the message and its options the same for all items, or turn on 'Allow Multiple Broadcasts' under 'Options' if everyone is to get each of them.",
	);
}
