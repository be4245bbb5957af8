import { detailsOf } from '../../actions/message/statusRow';
import type { TransactionDetail } from '../../service/answer/deliveryStatus';
import { isStatusQuestion } from '../../service/contract/call';
import { detailsByAddress } from '../../service/answer/detailsByAddress';
import { addTo } from '../../service/collections/byKey';
import { each, type Steps } from '../../service/collections/steps';
import { comparableAddress } from '../../service/text/address';
import { AddressIndex } from '../../service/text/addressIndex';
import type { Outcomes, Plan, PlannedCall, PreparedItem } from '../values/call';

/** `given` where all of it is the output of an item before. */
export type StatusShare = readonly TransactionDetail[] | 'given';

/**
 * By item, its part of what the service lists under a ticket: the status of its own recipient, all of
 * them for the first item that has none (a row without status where nobody is listed), and nothing for
 * the further ones. Several items with the same
 * recipient have the statuses of that one after the other, the last for what is left.
 */
export function* statusShares(
	plan: Plan,
	outcomes: Outcomes,
	items: ReadonlyMap<number, PreparedItem>,
): Steps<ReadonlyMap<number, StatusShare>> {
	const shares = new Map<number, StatusShare>();
	for (const planned of plan.chains.flat()) {
		const outcome = outcomes.get(planned);
		if (outcome?.kind !== 'accepted' || !isStatusQuestion(planned.call)) continue;
		yield* share(planned, yield* detailsOf(outcome.answer), items, shares);
	}
	return shares;
}

function* share(
	{ itemIndexes }: PlannedCall,
	details: readonly TransactionDetail[],
	items: ReadonlyMap<number, PreparedItem>,
	shares: Map<number, StatusShare>,
): Steps<void> {
	const askers = new Map<string, number[]>();
	// A workflow goes on, also while nobody is listed.
	const all = details.length > 0 ? details : [{}];
	let isTaken = false;
	yield* each(itemIndexes, (itemIndex) => {
		const recipient = items.get(itemIndex)?.requests[0]?.recipient;
		if (recipient === undefined) {
			shares.set(itemIndex, isTaken ? 'given' : all);
			isTaken = true;
		} else {
			addTo(askers, recipient, itemIndex);
		}
	});
	const index = new AddressIndex();
	yield* index.enter(askers.keys());
	const listed = yield* detailsByAddress(details, index);
	yield* each(askers, ([recipient, asking]) => {
		const own = listed.get(comparableAddress(recipient)) ?? [{ sendTo: recipient }];
		for (const [position, itemIndex] of asking.entries()) {
			const next = own[Math.min(position, own.length - 1)];
			shares.set(itemIndex, asking.length === 1 || !next ? own : [next]);
		}
	});
}
