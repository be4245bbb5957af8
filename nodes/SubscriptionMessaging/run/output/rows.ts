import type { IDataObject } from 'n8n-workflow';

import type { Skipped } from '../../actions/fields/skipped';
import { statusRow } from '../../actions/message/statusRow';
import { isSend, type Operation, type Rows } from '../../actions/operation/operation';
import { objectIn } from '../../service/answer/answerOf';
import type { TransactionDetail } from '../../service/answer/deliveryStatus';
import { isLookUp, numbersOf } from '../../service/contract/call';
import type { Steps } from '../../service/collections/steps';
import type { AcceptedCall, Outcomes, Plan, PlannedCall, PreparedItem } from '../values/call';
import type { Ended } from '../values/ended';
import { lookUpRows } from './lookUpRows';
import { recipientsAllowedColumn, sendRow, skippedRow } from './sendRows';
import type { StatusShare } from './statusShares';

/**
 * The output of an item of which nothing failed: its rows one by one, as there may be millions.
 *
 * @param status its part of what the service lists under a ticket, where it asked for one
 */
export function* rowsOfItem(
	operation: Operation,
	{ plan, outcomes, sessions }: Pick<Ended, 'plan' | 'outcomes' | 'sessions'>,
	item: PreparedItem,
	itemIndex: number,
	status: StatusShare | undefined,
): Steps<Rows> {
	const leftOut = plan.skippedItems.get(itemIndex);
	const skipped = (leftOut ?? item.skipped).map((one) => told(plan, outcomes, one));
	if (leftOut) return [rowOfLeftOut(skipped, recipientsAllowedColumn(item.recipientsAllowed))];
	const accepted = acceptedCalls(plan, outcomes, itemIndex);
	if (isSend(operation)) return [yield* sendRow(itemIndex, accepted, { ...item, skipped })];
	if (item.requests.some(({ call }) => isLookUp(call))) {
		const numbers = item.requests.flatMap(({ call }) => numbersOf(call));
		const rows = yield* lookUpRows(numbers, accepted);
		if (item.simplify) return rows;
		return [
			{
				...accepted[0]?.answer,
				response: { ...objectIn(accepted[0]?.answer.response), list: rows },
			},
		];
	}
	const [first] = accepted;
	if (status === 'given') return [];
	if (status && first) return statusRows(first, status, item);
	return rowsOfAnswers(operation, sessions, accepted, item);
}

function* rowsOfAnswers(
	operation: Operation,
	sessions: Ended['sessions'],
	accepted: readonly AcceptedCall[],
	{ simplify, limit }: PreparedItem,
): Rows {
	for (const { planned, answer } of accepted) {
		if (!simplify || !operation.simplify) {
			yield answer;
			continue;
		}
		let count = 0;
		for (const row of operation.simplify(answer, planned.call, companyOf(sessions, planned))) {
			if (row !== undefined && ++count > limit) break;
			yield row;
		}
	}
}

function* statusRows(
	{ planned, answer }: AcceptedCall,
	status: readonly TransactionDetail[],
	{ simplify, requests: [request] }: PreparedItem,
): Rows {
	if (simplify) {
		for (const detail of status) yield statusRow(detail, planned.call);
		return;
	}
	const { response, ...envelope } = answer;
	if (request?.recipient === undefined) {
		yield answer;
		return;
	}
	yield {
		...envelope,
		response: { ...objectIn(response), transactionlist: [...status] },
	};
}

function companyOf(sessions: Ended['sessions'], { settings }: PlannedCall): string {
	return sessions[settings.account]?.companyKeyword ?? '';
}

/** The calls for an item that were accepted, in order. */
export function acceptedCalls(
	{ callsOf }: Plan,
	outcomes: Outcomes,
	itemIndex: number,
): AcceptedCall[] {
	return (callsOf.get(itemIndex) ?? []).flatMap((planned): AcceptedCall[] => {
		const outcome = outcomes.get(planned);
		if (outcome?.kind !== 'accepted') return [];
		const { answer, evidence } = outcome;
		return [{ planned, answer, evidence }];
	});
}

/** Of an item for which nothing was sent. */
function rowOfLeftOut(skipped: readonly Skipped[], limited: IDataObject): IDataObject {
	const rows = skipped.map(skippedRow);
	if (rows.length === 1) return { ...rows[0], ...limited };
	const isSent = rows.length > 0 && rows.every(({ sent }) => sent);
	return {
		sent: isSent,
		recipients: [],
		...(isSent ? { sent_before: true } : { skipped: 'all of its recipients were left out' }),
		skipped_recipients: rows,
		...limited,
	};
}

/** Who was left out for another item, with what became of that. */
export function told(
	{ callsOf, skippedItems }: Plan,
	outcomes: Outcomes,
	skipped: Skipped,
): Skipped {
	const { repeats, reason } = skipped;
	if (repeats === undefined) return skipped;
	const isLost =
		callsOf.get(repeats)?.some((call) => outcomes.get(call)?.kind !== 'accepted') ??
		!skippedItems.has(repeats);
	if (!isLost) return skipped;
	return { ...skipped, reason: `${reason}, but that message may not have been sent` };
}
