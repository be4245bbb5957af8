import type { INodeExecutionData } from 'n8n-workflow';

import type { DeliveryRow } from '../../../../../nodes/SubscriptionMessaging/run/wait/deliveryRows';
import {
	isDelivery,
	rowsIn,
	withRows,
} from '../../../../../nodes/SubscriptionMessaging/run/wait/waitingItems';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';

const row = (sendTo: string) => ({ sendTo, timed_out: false }) as DeliveryRow;
const from = (item: number) => ({ pairedItem: { item } });
const items: INodeExecutionData[] = [
	{ json: row('18015551001'), ...from(0) },
	{ json: { sent: false, skipped: 'no consent' }, ...from(1) },
	{ json: row('18015551002'), ...from(2) },
];

test('an item is a message where it says whether the time for it is over', () => {
	expect(items.map(isDelivery)).toEqual([true, false, true]);
	expect(finished(rowsIn(items))).toEqual([row('18015551001'), row('18015551002')]);
});

test('new rows stand where the messages stood, paired as they were, and other items stay', () => {
	const rows = [row('18015551003'), row('18015551004')];
	expect(finished(withRows(items, rows))).toEqual([
		{ json: rows[0], ...from(0) },
		items[1],
		{ json: rows[1], ...from(2) },
	]);
	const late = (one: DeliveryRow) => ({ ...one, timed_out: true });
	expect(finished(withRows(items, rows, late)).map(({ json }) => json.timed_out)).toEqual([
		true,
		undefined,
		true,
	]);
});
