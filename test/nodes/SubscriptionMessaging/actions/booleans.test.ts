import { asBoolean, withBooleans } from '../../../../nodes/SubscriptionMessaging/actions/booleans';

test.each([
	[1, true],
	[0, false],
	[2, 2],
	[null, null],
	['1', '1'],
])('the flag %p is %p', (flag, meant) => {
	expect(asBoolean(flag)).toBe(meant);
});

test('flags are booleans at any depth, and nothing else changes', () => {
	const word = { word: 'JOIN', auto_subscribe: 1, keyword_type: 1, active: 0 };
	expect(
		withBooleans({ name: '1', stackOrder: 1, groups: [{ ispublic: 1, keywords: [word] }] }),
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

test('what is referred to many times is read once', () => {
	let layer: unknown = { ispublic: 1 };
	for (let depth = 0; depth < 60; depth++) layer = [layer, layer];
	const [one, other] = withBooleans(layer) as [unknown, unknown];
	expect(one).toBe(other);
});
