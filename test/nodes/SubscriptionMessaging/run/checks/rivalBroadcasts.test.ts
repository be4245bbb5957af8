import type { IExecuteFunctions } from 'n8n-workflow';

import {
	rivalBroadcasts,
	rivalRefusal,
} from '../../../../../nodes/SubscriptionMessaging/run/checks/rivalBroadcasts';
import {
	broadcastCall,
	byIndex,
	item,
	request,
	sendCall,
	SETTINGS,
	to,
	unit,
} from '../preparedItems';

describe('an item that sends something else to everyone', () => {
	const everyone = (message: string, more = {}) => item(request(broadcastCall(message)), more);

	test('names one of the others, and so does the first, because it is not known which is meant', () => {
		const items = byIndex(everyone('a'), everyone('b'), everyone('a'), everyone('c'));
		expect([...rivalBroadcasts(items)]).toEqual([
			[1, 0],
			[3, 0],
			[0, 1],
			[2, 1],
		]);
	});

	test('leaves one as it is that an earlier try began, wherever it stands', () => {
		const begun = everyone('a', { chain: 'begun' });
		expect([...rivalBroadcasts(byIndex(begun, everyone('b')))]).toEqual([[1, 0]]);
		expect([...rivalBroadcasts(byIndex(everyone('b'), begun))]).toEqual([[0, 1]]);
	});

	test('is no rival of one that has the same message', () => {
		expect(rivalBroadcasts(byIndex(everyone('a'), everyone('a'))).size).toBe(0);
	});

	test('is no rival of one that writes the keyword in small letters', () => {
		const small = item(request(broadcastCall('a', 'nstaff')));
		expect(rivalBroadcasts(byIndex(everyone('a'), small)).size).toBe(0);
	});

	test('may where several broadcasts are allowed, and no item may beside it that does not allow them', () => {
		const allowed = everyone('b', { severalBroadcasts: true });
		const other = everyone('c', { severalBroadcasts: true });
		expect(rivalBroadcasts(byIndex(allowed, other)).size).toBe(0);
		expect([...rivalBroadcasts(byIndex(everyone('a'), allowed))]).toEqual([[0, 1]]);
		expect([...rivalBroadcasts(byIndex(allowed, everyone('b'), other))]).toEqual([[1, 2]]);
	});

	test.each([
		['unit', request(broadcastCall('b', 'OTHER'))],
		['code', request({ ...broadcastCall('b'), code: '54321' })],
		[
			'account',
			request(broadcastCall('b'), { settings: { ...SETTINGS, serviceAccount: 'account-2' } }),
		],
	])('may to another %s', (_what, other) => {
		expect(rivalBroadcasts(byIndex(everyone('a'), item(other))).size).toBe(0);
	});

	test('may not where the keyword is in other letters', () => {
		const other = item(request(broadcastCall('b', 'nstaff')));
		expect([...rivalBroadcasts(byIndex(everyone('a'), other)).keys()]).toEqual([1, 0]);
	});

	test('is no item with a list', () => {
		const list = (message: string) => item(request(sendCall(to('1'), message)));
		expect(rivalBroadcasts(byIndex(list('a'), list('b'), item([]))).size).toBe(0);
	});

	test('the unit is told from the code by more than how they are joined', () => {
		const a = item(request({ ...broadcastCall('a'), ...unit, code: '1', keyword: '2/3' }));
		const b = item(request({ ...broadcastCall('b'), ...unit, code: '1/2', keyword: '3' }));
		expect(rivalBroadcasts(byIndex(a, b)).size).toBe(0);
	});
});

test('the refusal names both items, and both ways out', () => {
	const context = { getNode: () => ({ name: 'Messaging' }) } as unknown as IExecuteFunctions;
	const error = rivalRefusal(context, 3, 1);
	expect(error.message).toBe('Item 1 sends another message to everyone in the same group [item 3]');
	expect(error.description).toContain("turn on 'Allow Multiple Broadcasts' under 'Options'");
	expect(error.context).toMatchObject({ itemIndex: 3 });
});
