import {
	carrierRows,
	deleted,
	payload,
	payloadOf,
	rowsOf,
} from '../../../../nodes/SubscriptionMessaging/actions/payload';
import type { Rows } from '../../../../nodes/SubscriptionMessaging/actions/operation';
import type { Call } from '../../../../nodes/SubscriptionMessaging/service/call';

const answer = (response: unknown) => ({ result: true, message: 'Done', response });
const all = (rows: Rows) => [...rows].flatMap((row) => (row ? [row] : []));

test('the payload is one row, with yes and no for flags', () => {
	expect(all(payload(answer({ name: 'Staff', ispublic: 1 })))).toEqual([
		{ name: 'Staff', ispublic: true },
	]);
});

test.each([null, undefined, '', 'a text', 7, true])(
	'an answer whose payload is %p is given as a whole',
	(response) => {
		expect(payloadOf(answer(response))).toBeUndefined();
		expect(all(payload(answer(response)))).toEqual([answer(response)]);
	},
);

test('each entry of a list is a row, a text under a name, and nothing is none', () => {
	const list = ['a', null, { ispublic: 0 }];
	expect(all(rowsOf('entries')(answer({ entries: list })))).toEqual([
		{ value: 'a' },
		{ ispublic: false },
	]);
});

test.each([null, 'text', {}, { entries: null }, { entries: [] }, { others: ['a'] }])(
	'there is no row in %j',
	(response) => {
		expect(all(rowsOf('entries')(answer(response)))).toEqual([]);
	},
);

test('carriers are the rows of their list', () => {
	expect(all(carrierRows(answer({ list: [{ phone: '1' }] })))).toEqual([{ phone: '1' }]);
});

describe('a deletion', () => {
	const unit = { code: '12345', keyword: 'NSTAFF' };
	const rows = (call: Call) => all(deleted(answer(null), call));

	test('of a unit names the unit', () => {
		expect(rows({ ...unit, operation: 'deleteDivision', parameters: {} })).toEqual([
			{ deleted: true, keyword: 'NSTAFF' },
		]);
	});

	test('of a template names the template, too', () => {
		const parameters = { template: { id: 'a' } };
		expect(rows({ ...unit, operation: 'deleteTemplate', parameters })).toEqual([
			{ deleted: true, keyword: 'NSTAFF', id: 'a' },
		]);
	});
});
