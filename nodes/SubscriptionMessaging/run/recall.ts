import { createHash } from 'node:crypto';

import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { comparableAddress } from '../service/comparableAddress';
import { effectOf } from '../service/contract';
import { numbersOf, recipientsOf } from './addressees';
import type { Ledger } from './ledger';
import type { PreparedItem, PreparedRequest } from './prepare';

/**
 * An item as it was when something left for it in an earlier run of the node, or as it is now.
 *
 * @param now what it asks for now, or why that cannot be read
 * @returns a refusal where it would go to some of the same people a second time
 */
export function recall(
	context: IExecuteFunctions,
	ledger: Ledger,
	itemIndex: number,
	now: PreparedItem | NodeOperationError,
): PreparedItem | NodeOperationError {
	const before = ledger.item(itemIndex);
	if (!before) return now;
	const { requests, skipped, simplify, chain } = before;
	if (now instanceof NodeOperationError) {
		if (!ledger.isDone(before)) return now;
		return { ...NEVER_READ, requests, skipped, simplify, chain };
	}
	if (now.preview) return now;
	if (audienceOf(now.requests) === before.audience) {
		return {
			...now,
			requests: requests.map((as) => ({ ...as, ...settingsOf(now) })),
			skipped,
			chain,
		};
	}
	const reached = new Set(addressesOf(requests));
	const again = addressesOf(now.requests).filter((address) => reached.has(address));
	if (again.length === 0) return now;
	return new NodeOperationError(
		context.getNode(),
		`An earlier try of this execution sent to ${again.length} of these recipients already, so nothing was sent for this item [item ${itemIndex}]`,
		{
			description: `Sent to before: ${again.slice(0, MOST_NAMED).join(', ')}${again.length > MOST_NAMED ? ', …' : ''}. Keep the list as it was to send only what is missing, or send to the others by a new execution.`,
			itemIndex,
		},
	);
}

/** What a person changes to have a run completed. */
function settingsOf({ requests: [now] }: PreparedItem) {
	return now && { timeLimit: now.timeLimit, onUnclear: now.onUnclear };
}

const MOST_NAMED = 20;

/** For an item of which only what was done before is shown. */
const NEVER_READ = {
	limit: Infinity,
	preview: false,
	severalBroadcasts: false,
	pace: { batchSize: 1, inParallel: 1, pause: 0 },
} satisfies Partial<PreparedItem>;

/**
 * Whom an item reaches, or what it alters, without what may be worded differently when it is tried
 * again: a text that holds the time, or one that was corrected, must not reach the same people a
 * second time.
 */
export function audienceOf(requests: readonly PreparedRequest[]): string {
	const [first] = requests;
	const addresses = addressesOf(requests);
	if (addresses.length === 1) return addresses[0]!;
	if (!first || addresses.length > 0) return digestOf(addresses);
	const { operation, code, keyword, everyone, parameters } = first.call;
	const { template } = parameters as { template?: { id?: string } };
	return digestOf(
		effectOf(operation) === 'send'
			? [everyone, code, keyword]
			: [operation, code, keyword, template?.id],
	);
}

export function digestOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

function addressesOf(requests: readonly PreparedRequest[]): string[] {
	const addresses = requests.flatMap(({ request }) =>
		request.operation === 'plainSend'
			? numbersOf(request, 'phone').map(comparableAddress)
			: recipientsOf(request).map(({ sendTo, type }) => `${comparableAddress(sendTo)}/${type}`),
	);
	return [...new Set(addresses)];
}
