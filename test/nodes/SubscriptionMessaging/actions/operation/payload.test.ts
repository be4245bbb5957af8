import {
	carrierRows,
	deleted,
	payload,
	listedRows,
} from '../../../../../nodes/SubscriptionMessaging/actions/operation/payload';
import type { ServiceAnswer } from '../../../../../nodes/SubscriptionMessaging/service/answer/answerOf';
import type { Call } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';

/** As the reader gives it, whatever stands in the place of the payload. */
const answer = (response: unknown) =>
	({ result: true, message: 'Done', response }) as ServiceAnswer;
const all = (rows: Iterable<object | void>) => [...rows].flatMap((row) => (row ? [row] : []));

test('the payload is one row, with yes and no for flags', () => {
	expect(all(payload(answer({ name: 'Staff', ispublic: 1 })))).toEqual([
		{ name: 'Staff', ispublic: true },
	]);
});

test.each([null, undefined, '', 'a text', 7, true, [1]])(
	'an answer whose payload is %p is given as a whole',
	(response) => {
		expect(all(payload(answer(response)))).toEqual([answer(response)]);
	},
);

const groupsIn = listedRows(({ subscriptionnodes }) => subscriptionnodes);

test('each entry of a list is a row, with yes and no for flags, and nothing is none', () => {
	const list = [{ name: 'Staff' }, null, { ispublic: 0 }];
	expect(all(groupsIn(answer({ subscriptionnodes: list })))).toEqual([
		{ name: 'Staff' },
		{ ispublic: false },
	]);
});

test.each([
	null,
	'text',
	{},
	{ subscriptionnodes: null },
	{ subscriptionnodes: [] },
	{ divisions: [{}] },
])('there is no row in %j', (response) => {
	expect(all(groupsIn(answer(response)))).toEqual([]);
});

test('carriers are the rows of their list', () => {
	expect(all(carrierRows(answer({ list: [{ phone: '1' }] })))).toEqual([{ phone: '1' }]);
});

describe('a deletion', () => {
	const unit = { code: '12345', keyword: 'NSTAFF' };
	const rows = (call: Call) => all(deleted(answer(null), call));

	test('of a unit names the unit', () => {
		expect(rows({ ...unit, operation: 'deleteDivision', parameters: {} })).toEqual([
			{ deleted: true, keyword: 'NSTAFF', default_code: '12345' },
		]);
	});

	test('of a template names the template, too', () => {
		const parameters = { template: { id: 'a' } };
		expect(rows({ ...unit, operation: 'deleteTemplate', parameters })).toEqual([
			{ deleted: true, keyword: 'NSTAFF', default_code: '12345', id: 'a' },
		]);
	});
});
