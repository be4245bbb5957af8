import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isFinalStatus } from '../../service/answer/deliveryStatus';
import { firstOf } from '../../service/collections/steps';
import { largest } from '../../service/collections/lists';
import { rested } from '../../eventLoop/restingSteps';
import { paceOf } from '../../transport/pace';
import { askForStatuses } from './askForStatuses';
import { deliveryRows, type DeliveryRow } from './deliveryRows';
import { NodeFields } from '../../actions/fields/itemFields';
import type { PreparedItem } from '../values/call';
import type { Ended } from '../values/ended';
import type { ReadItems } from '../values/items';
import { acceptedCalls } from '../output/rows';
import { recipientsAllowedColumn, skippedRow } from '../output/sendRows';
import {
	LONGEST_WAIT,
	sendAndWaitForDelivery,
} from '../../actions/message/sendAndWaitForDelivery.operation';
import { nudgeSoon } from './nudges';
import { itemIndexOf, pauseUntil } from './paused';
import { isDelivery, rowsIn, withRows } from './waitingItems';

/** Milliseconds from the limit until n8n goes on by itself, where the question at the limit was lost. */
const GRACE = 90_000;

/**
 * Pauses the execution until every accepted message is final.
 *
 * @param read what the items asked for, and how requests follow each other before the pause
 * @param items the output as it would be without waiting
 */
export async function waitForDelivery(
	ended: Ended,
	read: Pick<ReadItems, 'toSend' | 'pace'>,
	items: readonly INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { context, sessions } = ended;
	// An item of another account has been refused.
	const session = sessions[0]!;
	const sent = firstOfEachFirst(items.flatMap((item) => deliveries(ended, read.toSend, item)));
	if (!sent.some(isDelivery)) return sent;
	const pace = paceOf(session, read.pace.pause, context.getExecutionCancelSignal());
	const { rows } = await askForStatuses(context, session, await rested(rowsIn(sent)), { pace });
	const known = await rested(withRows(sent, rows));
	const open = await rested(firstOf(rows, (row) => !isFinalStatus(row)));
	if (!open) return known;
	const limit = new Date(Date.now() + minutesToWait(context, rows) * 60_000);
	const end = new Date(limit.getTime() + GRACE);
	await pauseUntil(context, end, whenTimeIsOver(known, limit));
	await nudgeSoon(context, session, open);
	return known;
}

/** There is one pause for all items; those that were sent have been read before. */
function minutesToWait(context: IExecuteFunctions, rows: readonly DeliveryRow[]): number {
	const fields = new NodeFields(context, sendAndWaitForDelivery.properties);
	const limits = [...new Set(rows.map(({ item_index }) => item_index))].map((itemIndex) =>
		fields.of(itemIndex).count('waitMinutes', LONGEST_WAIT),
	);
	return largest(limits);
}

/** What the output of a send says that holds for each of its recipients. */
const KEPT = new Set([
	'batch',
	'parts',
	'segments',
	'segments_before',
	'replaced',
	'recovered',
	'recipients_allowed',
	'sent_before',
	'warnings',
]);

/** In place of an item whose sends were all accepted, one for each of its recipients. */
function deliveries(
	{ plan, outcomes }: Ended,
	prepared: ReadonlyMap<number, PreparedItem>,
	item: INodeExecutionData,
): INodeExecutionData[] {
	const { json, error, pairedItem } = item;
	const itemIndex = itemIndexOf(item);
	const sends = acceptedCalls(plan, outcomes, itemIndex);
	const [first] = sends;
	if (error || !first) return [{ ...item, json: { ...json, item_index: itemIndex }, pairedItem }];
	const more = Object.fromEntries(Object.entries(json).filter(([name]) => KEPT.has(name)));
	const { skipped, recipientsAllowed } = prepared.get(itemIndex)!;
	return [
		...deliveryRows(itemIndex, sends).map((row) => ({ ...row, ...more })),
		...skipped.map((recipient) => ({
			...skippedRow(recipient),
			...recipientsAllowedColumn(recipientsAllowed),
			item_index: itemIndex,
		})),
	].map((row): INodeExecutionData => ({ json: row, pairedItem }));
}

/**
 * The first row of each input item, in order, then those of further recipients: n8n pairs what comes
 * out of a pause by its position, and so pairs no row with the wrong item.
 */
function firstOfEachFirst(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	const isFirst = (item: INodeExecutionData, position: number) =>
		position === 0 || itemIndexOf(items[position - 1]!) !== itemIndexOf(item);
	return [...items.filter(isFirst), ...items.filter((item, position) => !isFirst(item, position))];
}

/** What n8n passes on if nobody asks at the limit. */
function whenTimeIsOver(known: readonly INodeExecutionData[], limit: Date): INodeExecutionData[] {
	const waited_until = limit.toISOString();
	return known.map((item) => {
		const isOpen = isDelivery(item) && !isFinalStatus(item.json);
		const json = isOpen ? { ...item.json, timed_out: true, waited_until } : item.json;
		// Always another object, because n8n writes into those of the output.
		return { ...item, json, pairedItem: item.pairedItem };
	});
}
