import type { Call } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { getSubscribers } from '../../../../../nodes/SubscriptionMessaging/actions/subscriber/getMany.operation';
import { requestsOf } from '../entered';

test.each([
	['active', 'getActiveSubscribers'],
	['all', 'getAllSubscribers'],
])('with the status %s the service is asked for %s', (status, operation) => {
	expect(requestsOf(getSubscribers, { keyword: 'NSTAFF', status })).toEqual([
		{ operation, keyword: 'NSTAFF', parameters: {} },
	]);
});

test('another status is refused by its name', () => {
	expect(() => requestsOf(getSubscribers, { status: 'gone' })).toThrow("'Status' must be one of");
});

test('each subscriber is one flat row, and an entry that is nothing is none', () => {
	const call: Call = {
		operation: 'getAllSubscribers',
		code: '12345',
		keyword: 'NSTAFF',
		parameters: {},
	};
	const subscribers = [{ mobiletxt: 1, user: { first_name: 'Ann', phone: '18015551001' } }, null];
	const answer = { result: true as const, response: { subscribers } };
	const rows = [...getSubscribers.simplify!(answer, call, 'ACME')].filter(Boolean);
	expect(rows).toMatchObject([{ first_name: 'Ann', phone: '18015551001', receives_text: true }]);
});
