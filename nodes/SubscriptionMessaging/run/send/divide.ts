import { customTicketOf, recipientsOf } from '../../service/contract/call';
import { PartlySentError } from '../../service/errors/errors';
import { onlyTo } from '../values/addressed';
import { withReplaced } from '../plan/plan';
import type { Plan, PlannedCall, SendOutcome } from '../values/call';
import type { Divided } from './sendOnce';

/** A call that the service took in part, as the two that it is from then on. */
export interface Halves {
	reached: PlannedCall;
	others: PlannedCall;
}

/**
 * The calls for those who have the message and for the others, so that each item has its own outcome;
 * undefined where a recipient is not an item of its own.
 */
export function halves(planned: PlannedCall, { reached }: Divided): Halves | undefined {
	const recipients = recipientsOf(planned.call);
	const { members, itemIndexes, fromItems } = planned;
	const isOneEach = recipients.length === members.length && members.length === itemIndexes.length;
	if (!fromItems || !isOneEach) return undefined;
	const half = (isWanted: boolean): PlannedCall => {
		const isIn = (position: number) => reached.has(recipients[position]!.sendTo) === isWanted;
		const own = <T>(all: readonly T[]) => all.filter((_entry, position) => isIn(position));
		return {
			...onlyTo(planned, isIn),
			members: own(members),
			itemIndexes: own(itemIndexes),
		};
	};
	return { reached: half(true), others: half(false) };
}

/** How a list of recipients ended as a whole that the service took in part. */
export function outcomeOfList({ call }: PlannedCall, { reached, rest }: Divided): SendOutcome {
	const addresses = recipientsOf(call).map(({ sendTo }) => sendTo);
	return {
		kind: 'unknown',
		error: new PartlySentError(
			addresses.filter((address) => reached.has(address)),
			addresses.filter((address) => !reached.has(address)),
			rest.error,
			customTicketOf(call) ?? '',
		),
	};
}

/** The plan with the halves of each call that was divided in its place. */
export function withHalves(plan: Plan, divisions: ReadonlyMap<PlannedCall, Halves>): Plan {
	const parts = [...divisions].map(
		([planned, { reached, others }]) => [planned, [reached, others]] as const,
	);
	return withReplaced(plan, new Map(parts));
}
