import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { textIn } from '../../service/answer/answerOf';
import { customTicketOf, recipientsOf } from '../../service/contract/call';
import type { Outcome, PlannedCall, PreparedItem } from '../values/call';
import type { Ended } from '../values/ended';
import { recipientsAllowedColumn, skippedRow } from '../output/sendRows';

/** Who was asked, as the output shows it. */
export interface AskedRow extends IDataObject {
	sendTo: string;
	/** Whom it was for, where the credential redirects it. */
	redirected_from?: string;
	answered: boolean;
	transaction_ticket: string | null;
	custom_ticket: string;
	/** Position of the input item that they were asked for. */
	item_index: number;
}

/**
 * The one row of a question that nobody has answered, as it is when the time is over: nothing is approved.
 *
 * @param first of the sends that ask
 * @param prepared by item, what it asked for
 */
export function decisionRow(
	ended: Ended,
	first: PlannedCall,
	prepared: ReadonlyMap<number, PreparedItem>,
): IDataObject {
	const skipped = [...prepared.values()].flatMap((one) => one.skipped).map(skippedRow);
	const [item] = prepared.values();
	return {
		sent: true,
		...undecided(first),
		answered_by: null,
		answered_at: null,
		timed_out: true,
		group: first.call.keyword,
		asked: ended.plan.chains.flat().flatMap((planned) => askedRows(ended, planned)),
		...(skipped.length > 0 && { skipped_recipients: skipped }),
		...recipientsAllowedColumn(item?.recipientsAllowed),
	};
}

function undecided({ question }: PlannedCall): IDataObject {
	switch (question?.type) {
		case 'freeText':
			return { answer: null };
		case 'customForm':
			return { form: null };
		default:
			return { approved: false };
	}
}

/** Whether a text has left, or may have: the link in it counts. */
export function isAsking(outcome?: Outcome): outcome is Outcome & { kind: 'accepted' | 'unknown' } {
	return outcome?.kind === 'accepted' || outcome?.kind === 'unknown';
}

function askedRows({ outcomes }: Ended, planned: PlannedCall): AskedRow[] {
	const outcome = outcomes.get(planned);
	if (!isAsking(outcome)) return [];
	const accepted = outcome.kind === 'accepted' ? outcome : undefined;
	return recipientsOf(planned.call).map(({ sendTo }, position) => ({
		sendTo,
		...(planned.redirectedFrom && { redirected_from: planned.redirectedFrom[position] }),
		answered: false,
		transaction_ticket: textIn(accepted?.answer.transaction_ticket) ?? null,
		custom_ticket: customTicketOf(planned.call) ?? '',
		item_index: planned.itemIndexes[planned.fromItems ? position : 0]!,
		...(accepted?.evidence === 'recovered' && { recovered: true }),
		...(!accepted && { outcome_unknown: true }),
	}));
}

/**
 * The decision behind what there is of items before its own, and before all else: n8n pairs what comes out
 * of a pause by its position.
 */
export function inPlace(
	decision: INodeExecutionData,
	others: readonly INodeExecutionData[],
): INodeExecutionData[] {
	const indexIn = ({ json }: INodeExecutionData) => Number(json.item_index);
	const isBefore = (item: INodeExecutionData) => indexIn(item) < indexIn(decision);
	return [...others.filter(isBefore), decision, ...others.filter((item) => !isBefore(item))];
}
