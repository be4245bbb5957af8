import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { effectOf } from '../../service/contract';
import type { PreparedItem, PreparedRequest, RememberedItem } from '../call';
import { audienceOf, peopleOf } from './audience';
import type { RunMemory } from './store';

const MOST_NAMED = 20;

/** The item that is refused. */
interface Refused {
	readonly node: INode;
	readonly itemIndex: number;
}

/**
 * Tells for each item whether it is what it was when something left for it in an earlier run of the
 * node, or what it is now.
 *
 * @returns by position of the item and what it asks for now, or why that cannot be read: the item to
 * carry out, or a refusal where it would go to some of the same people a second time
 */
export function recallFrom(context: IExecuteFunctions, memory: RunMemory) {
	const earlier = memory.items().filter(({ requests }) => isSend(requests));
	return (
		itemIndex: number,
		now: PreparedItem | NodeOperationError,
	): PreparedItem | NodeOperationError => {
		const before = memory.item(itemIndex);
		if (now instanceof NodeOperationError) {
			return before && memory.isDone(before) ? asDone(before) : now;
		}
		if (now.preview || earlier.length + Number(before !== undefined) === 0) return now;
		if (before && audienceOf(now.requests) === before.audience) return completed(before, now);
		if (!isSend(now.requests)) return now;
		const refused = { node: context.getNode(), itemIndex };
		return reachedBefore(refused, earlier, before, now.requests) ?? now;
	};
}

/** What left stays as it was; how the rest is made is what a person changes to have it completed. */
function completed(
	{ requests, skipped, chain, audience }: RememberedItem,
	now: PreparedItem,
): PreparedItem {
	const [first] = now.requests;
	if (!first) return now;
	const { timeLimit, onUnclear, account } = first.settings;
	return {
		...now,
		requests: requests.map((as) => ({
			...as,
			settings: { ...as.settings, timeLimit, onUnclear, account },
		})),
		skipped,
		chain,
		audience,
	};
}

/** An item of which only what was done before is shown. */
function asDone({ requests, skipped, simplify, chain, audience }: RememberedItem): PreparedItem {
	return {
		requests,
		skipped,
		simplify,
		chain,
		audience,
		limit: Infinity,
		preview: false,
		severalBroadcasts: false,
		pace: { batchSize: 1, inParallel: 1, pause: 0 },
	};
}

/** Why a send must not go out, where it may reach people that an earlier try has reached. */
function reachedBefore(
	refused: Refused,
	earlier: readonly RememberedItem[],
	before: RememberedItem | undefined,
	requests: readonly PreparedRequest[],
): NodeOperationError | undefined {
	// Nobody knows who is in a unit, so that a broadcast and a list may share people in any two items.
	const lists = earlier.filter(({ requests: those }) => !isBroadcast(those));
	if (isBroadcast(requests)) {
		if (lists.length > 0) {
			return toEveryoneNow(
				refused,
				lists.flatMap((item) => peopleOf(item.requests)),
			);
		}
		return before && isSend(before.requests) ? toEveryoneBefore(refused) : undefined;
	}
	if (lists.length < earlier.length) return toEveryoneBefore(refused);
	const reached = new Set(before ? peopleOf(before.requests) : []);
	const again = peopleOf(requests).filter((person) => reached.has(person));
	return again.length > 0 ? toThemBefore(refused, again) : undefined;
}

function toEveryoneNow({ node, itemIndex }: Refused, people: readonly string[]) {
	return new NodeOperationError(
		node,
		`This item goes to everyone now, and an earlier try sent to some of them [item ${itemIndex}]`,
		{
			description: `${sentTo(people)} Choose the recipients as they were to send only what is missing, or send to everyone by a new execution.`,
			itemIndex,
		},
	);
}

function toEveryoneBefore({ node, itemIndex }: Refused) {
	return new NodeOperationError(
		node,
		`An earlier try sent to everyone, so nothing was sent for this item [item ${itemIndex}]`,
		{
			description:
				'Choose everyone in the same unit again to send only what is missing, or send to other recipients by a new execution.',
			itemIndex,
		},
	);
}

function toThemBefore({ node, itemIndex }: Refused, people: readonly string[]) {
	return new NodeOperationError(
		node,
		`An earlier try reached ${people.length} of these recipients, so nothing was sent now [item ${itemIndex}]`,
		{
			description: `${sentTo(people)} Keep the list as it was to send only what is missing, or send to the others by a new execution.`,
			itemIndex,
		},
	);
}

function sentTo(people: readonly string[]): string {
	const more = people.length > MOST_NAMED ? ', …' : '';
	return `Sent to before: ${people.slice(0, MOST_NAMED).join(', ')}${more}.`;
}

function isSend([first]: readonly PreparedRequest[]): boolean {
	return first !== undefined && effectOf(first.call.operation) === 'send';
}

function isBroadcast([first]: readonly PreparedRequest[]): boolean {
	return first?.call.everyone === true;
}
