import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ENTRIES_IN_STEP, type Steps } from '../service/collections/steps';
import { withSampleLinks } from './ask/links';
import type { PlannedCall } from './values/call';
import type { Ended } from './values/ended';
import { brokenCall, errorOfItem } from './output/errors';
import { reachedRow } from './output/partlySent';
import { previewRows } from './output/previewRows';
import { rowsOfItem, told } from './output/rows';
import { statusShares } from './output/statusShares';
import { repeatedItems } from './plan/repeatedItems';
import type { ReadItems } from './values/items';
import { isFailure, withPlainTitle, type Failure } from './output/titles';
import { argumentsOf } from '../n8n/toolCall';

/** What each input item gives: its rows, its preview or its error. */
export function* itemsOf(ended: Ended, items: ReadItems): Steps<INodeExecutionData[]> {
	const { context, operation, plan, outcomes } = ended;
	const repeated = repeatedItems(items.previews);
	const statuses = yield* statusShares(plan, outcomes, items.toSend);
	return yield* paired(context, function* (itemIndex) {
		const refusal = items.refused.get(itemIndex);
		if (refusal) return [refusal];
		const preview = items.previews.get(itemIndex);
		if (preview) {
			const shown = operation.waitsFor === 'answer' ? withSampleLinks(context, preview) : preview;
			return previewRows(shown, repeated.get(itemIndex));
		}
		const item = items.toSend.get(itemIndex);
		if (!item) return [];
		const calls: readonly PlannedCall[] = plan.callsOf.get(itemIndex) ?? [];
		const broken = brokenCall(calls, outcomes);
		if (broken) {
			const error = errorOfItem(ended, calls, broken, itemIndex);
			const reached = operation.waitsFor
				? undefined
				: yield* reachedRow(itemIndex, calls, outcomes, {
						...item,
						skipped: item.skipped.map((one) => told(plan, outcomes, one)),
					});
			return reached ? [reached, error] : [error];
		}
		return yield* rowsOfItem(operation, ended, item, itemIndex, statuses.get(itemIndex));
	});
}

/** The output in the order of the items, each of them paired with its own. */
function* paired(
	context: IExecuteFunctions,
	rowsOf: (itemIndex: number) => Steps<Iterable<IDataObject | Failure | void>>,
): Steps<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	let sinceStep = 0;
	for (const itemIndex of context.getInputData().keys()) {
		const pairedItem = { item: itemIndex };
		for (const row of yield* rowsOf(itemIndex)) {
			if (row === undefined) yield;
			else if (isFailure(row)) output.push(failedItem(context, row, itemIndex));
			else output.push({ json: row, pairedItem });
			if (++sinceStep % ENTRIES_IN_STEP === 0) yield;
		}
		if (++sinceStep % ENTRIES_IN_STEP === 0) yield;
	}
	return output;
}

/** What goes on in place of an item that failed. */
export function failedItem(
	context: IExecuteFunctions,
	failure: Failure,
	itemIndex: number,
): INodeExecutionData {
	const error = withPlainTitle(failure);
	// n8n writes the message into `json`, and leads the item to the error output. A `json.error`
	// on the first item, set here, would make it run the whole node again with *Retry On Fail*.
	// Outside of a run it writes nothing, and an agent reads `json` alone.
	const json = argumentsOf(context) ? { error: error.message } : {};
	return { json, error, pairedItem: { item: itemIndex } };
}

/**
 * Whether n8n certainly does not run the node again: it does so with *Retry On Fail* where the first
 * item has an `error`, which an answer may hold as well.
 */
export function isEnd([first]: readonly INodeExecutionData[], { refused }: ReadItems): boolean {
	return refused.size === 0 && first?.error === undefined && first?.json.error === undefined;
}
