import type { INodeExecutionData } from 'n8n-workflow';

import { each, type Steps } from '../../service/collections/steps';
import type { DeliveryRow } from './deliveryRows';

/** An item of a waiting execution that is the message to one recipient. */
type DeliveryItem = INodeExecutionData & { json: DeliveryRow };

export function isDelivery(item: INodeExecutionData): item is DeliveryItem {
	return 'timed_out' in item.json;
}

/** The messages among the items, in order. */
export function* rowsIn(items: readonly INodeExecutionData[]): Steps<DeliveryRow[]> {
	const rows: DeliveryRow[] = [];
	yield* each(items, (item) => {
		if (isDelivery(item)) rows.push(item.json);
	});
	return rows;
}

/** The items with these rows, in order, in place of those that they have. */
export function* withRows(
	items: readonly INodeExecutionData[],
	rows: readonly DeliveryRow[],
	as = (row: DeliveryRow) => row,
): Steps<INodeExecutionData[]> {
	const next = rows.values();
	const all: INodeExecutionData[] = [];
	yield* each(items, (item) => {
		const { pairedItem } = item;
		all.push(isDelivery(item) ? { ...item, json: as(next.next().value!), pairedItem } : item);
	});
	return all;
}
