import { addresseesOf, recipientsOf, withParameters } from '../../service/contract/call';
import type { PreparedRequest } from './call';

/** A call, and whom its recipients stand for where the credential redirects them. */
export type Addressed = Pick<PreparedRequest, 'call' | 'redirectedFrom'>;

/** Whom a request is for as they were entered, in the order of its recipients, also where it is redirected. */
export function intendedFor({ call, redirectedFrom }: Addressed): readonly string[] {
	return redirectedFrom ?? addresseesOf(call).map(({ sendTo }) => sendTo);
}

/**
 * A request to some of its recipients alone.
 *
 * @param isKept says of a position among them whether it stays
 */
export function onlyTo<T extends Addressed>(request: T, isKept: (position: number) => boolean): T {
	const { call, redirectedFrom } = request;
	const kept = <E>(all: readonly E[]) => all.filter((_entry, position) => isKept(position));
	const parameters =
		call.operation === 'plainSend'
			? { phone: kept(addresseesOf(call).map(({ sendTo }) => sendTo)).join(',') }
			: { recipientList: { recipients: kept(recipientsOf(call)) } };
	return {
		...request,
		...(redirectedFrom && { redirectedFrom: kept(redirectedFrom) }),
		call: withParameters(call, parameters),
	};
}

/**
 * First position of an item among those of a call; -1 where it is none of them. They mostly ascend, so that it
 * stands at most as far from the start as its number is from the first one: looked for backwards from there,
 * because a batch may have many thousands. A list in another order is searched as a whole.
 */
export function positionIn(itemIndexes: readonly number[], itemIndex: number): number {
	const position = itemIndexes.lastIndexOf(itemIndex, itemIndex - (itemIndexes[0] ?? 0));
	return position < 0 ? itemIndexes.indexOf(itemIndex) : position;
}
