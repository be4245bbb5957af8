import { LargeMap } from '../../../../../nodes/SubscriptionMessaging/service/collections/largeMap';

const KEYS = Array.from({ length: 5_000 }, (_, index) => `1801${5_550_000 + index}`);

/** The keys, each with its position. */
function filled(): LargeMap<number> {
	const map = new LargeMap<number>();
	for (const [index, key] of KEYS.entries()) map.set(key, index);
	return map;
}

test('is a map', () => {
	const map = filled();
	map.set(KEYS[7]!, 70);
	map.delete(KEYS[8]!);

	expect(map.get(KEYS[7]!)).toBe(70);
	expect([map.get(KEYS[8]!), map.has(KEYS[8]!), map.has(KEYS[9]!)]).toEqual([
		undefined,
		false,
		true,
	]);
	expect(KEYS.slice(9).map((key) => map.get(key))).toEqual(
		KEYS.slice(9).map((_, index) => index + 9),
	);
});

test('tells how many keys there are, each once', () => {
	const map = filled();
	map.set(KEYS[7]!, 7);
	expect(map.size).toBe(5_000);
});

test('keeps no part of very many keys, whatever they end with', () => {
	const parts = (filled() as unknown as { parts: Array<Map<string, number>> }).parts;
	expect(Math.max(...parts.map(({ size }) => size))).toBeLessThan(100);
});

test('spreads the same keys in another way each time, so that nobody can choose them', () => {
	const partsOf = (map: LargeMap<number>) =>
		(map as unknown as { parts: Array<Map<string, number>> }).parts.map(({ size }) => size);
	expect(partsOf(filled())).not.toEqual(partsOf(filled()));
});
