import type { IDataObject } from 'n8n-workflow';

import { statusRow } from '../../actions/message/statusRow';
import { isSend, type Operation, type Rows } from '../../actions/operation';
import { objectIn } from '../../service/answer/answerOf';
import type { TransactionDetail } from '../../service/deliveryStatus';
import { isLookUp, numbersOf, recipientsOf } from '../../service/call';
import type { Steps } from '../../service/steps';
import type { AcceptedCall, Outcomes, Plan, PlannedCall, PreparedItem, SkippedItem } from '../call';
import type { Ended } from '../ended';
import { lookUpRows } from './lookUpRows';
import { limitColumn, sendRow, skippedRow } from './sendRows';
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
	const skipped = plan.skippedItems.get(itemIndex);
	if (skipped && item.skipped.some(({ sent_before }) => sent_before)) return [sentBeforeRow(item)];
	if (skipped) return [rowOfSkipped(plan, outcomes, item, skipped)];
	const accepted = acceptedCalls(plan, outcomes, itemIndex);
	if (isSend(operation)) return [yield* sendRow(itemIndex, accepted, item)];
	if (item.requests.some(({ call }) => isLookUp(call))) {
		const numbers = item.requests.flatMap(({ call }) => numbersOf(call));
		const rows = yield* lookUpRows(numbers, accepted);
		if (item.simplify) return rows;
		return [{ ...accepted[0]?.answer, response: { list: rows } }];
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

/** Of an item of a campaign whose recipients have the message already. */
function sentBeforeRow({ skipped, recipientsAllowed }: PreparedItem): IDataObject {
	const limited = limitColumn(recipientsAllowed);
	const rows = skipped.map(skippedRow);
	if (rows.length === 1) return { ...rows[0], ...limited };
	return {
		sent: true,
		recipients: [],
		sent_before: true,
		skipped_recipients: rows,
		...limited,
	};
}

function rowOfSkipped(
	{ callsOf }: Plan,
	outcomes: Outcomes,
	{ requests: [request], skipped, recipientsAllowed }: PreparedItem,
	{ reason, repeats }: SkippedItem,
): IDataObject {
	const limited = limitColumn(recipientsAllowed);
	if (!request && skipped.length > 1) {
		const skipped_recipients = skipped.map(skippedRow);
		const why = 'all of its recipients were left out';
		return { sent: false, recipients: [], skipped: why, skipped_recipients, ...limited };
	}
	const [recipient] = request ? recipientsOf(request.call) : skipped;
	const isLost =
		repeats !== undefined &&
		callsOf.get(repeats)?.some((call) => outcomes.get(call)?.kind !== 'accepted');
	const why = isLost ? `${reason}, but that message may not have been sent` : reason;
	const sendTo = request?.redirectedFrom?.[0] ?? recipient?.sendTo;
	return { ...skippedRow({ sendTo, reason: why }), ...limited };
}
