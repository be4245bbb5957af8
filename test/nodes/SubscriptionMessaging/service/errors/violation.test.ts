import {
	empty,
	unchanged,
	wrongType,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/violation';

test.each([
	[null, 'null'],
	[[1], 'a list'],
	[{ a: 1 }, 'an object'],
	['five', 'the text "five"'],
	['x'.repeat(50), `the text "${'x'.repeat(40)}"`],
	[true, 'the boolean true'],
])('%j in place of a number is told as %s', (value, told) => {
	expect(wrongType(['amount'], 'a number', value)).toMatchObject({
		path: ['amount'],
		problem: `must be a number, but ${told} was given`,
		code: 'wrongType',
	});
});

test('a value that is missing, and a change of nothing, are told at their place', () => {
	expect([empty(['template', 'id']), unchanged('group')]).toEqual([
		{ path: ['template', 'id'], problem: 'is empty', code: 'empty' },
		{ path: ['group'], problem: 'holds nothing to change', code: 'unchanged' },
	]);
});
