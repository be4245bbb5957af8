import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import {
	asBoolean,
	withBooleans,
} from '../../../../../nodes/SubscriptionMessaging/actions/operation/booleans';

test.each([
	[1, true],
	[0, false],
	[2, 2],
	[null, null],
	['1', true],
	['+1', true],
	[' 01\n', true],
	['+00', false],
	['10', '10'],
	['1.5', '1.5'],
	['-1', '-1'],
	['', ''],
	[undefined, undefined],
	[true, true],
])('the flag %p is %p', (flag, meant) => {
	expect(asBoolean(flag)).toBe(meant);
});

test('a flag that is a list or an object is none', () => {
	for (const value of [[1], [], { a: 1 }]) expect(asBoolean(value)).toBe(value);
});

test('flags are booleans at any depth, and nothing else changes', () => {
	const word = { word: 'JOIN', auto_subscribe: 1, keyword_type: 1, active: 0 };
	expect(
		finished(
			withBooleans({ name: '1', stackOrder: 1, groups: [{ ispublic: 1, keywords: [word] }] }),
		),
	).toEqual({
		name: '1',
		stackOrder: 1,
		groups: [
			{
				ispublic: true,
				keywords: [{ word: 'JOIN', auto_subscribe: true, keyword_type: 1, active: false }],
			},
		],
	});
});

test('very many values are read in steps', () => {
	const groups = Array.from({ length: 10_000 }, () => ({ ispublic: 1 }));
	const steps = [...withBooleans({ groups })];
	expect(steps.length).toBeGreaterThan(20);
	expect(groups.every(({ ispublic }) => (ispublic as unknown) === true)).toBe(true);
});
