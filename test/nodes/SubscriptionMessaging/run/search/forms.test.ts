import { knownForms } from '../../../../../nodes/SubscriptionMessaging/run/search/forms';

test('knows a text whole, or in parts', async () => {
	const asked: Array<number | undefined> = [];
	const known = async (splitFirst: boolean, ...forms: Array<number | undefined>) =>
		await knownForms(
			4,
			async (part) => {
				asked.push(part);
				return forms.includes(part) || undefined;
			},
			splitFirst,
		);
	expect(await known(false, undefined)).toEqual([{ known: true }]);
	expect(await known(true, 2, 3)).toEqual([
		{ part: 2, known: true },
		{ part: 3, known: true },
	]);
	expect(await known(false)).toEqual([]);
	expect(asked).toEqual([undefined, 1, 2, 3, 4, undefined, 1, 2, 3, 4]);
});

test('finds parts behind one that is missing, and asks for none beyond the last', async () => {
	const asked: Array<number | undefined> = [];
	const ask = async (part?: number) => {
		asked.push(part);
		return part === 2 || part === 4 || undefined;
	};
	expect(await knownForms(5, ask, true)).toEqual([
		{ part: 2, known: true },
		{ part: 4, known: true },
	]);
	expect(asked).toEqual([1, 2, 3, 4, 5]);
});
