import { knownForms } from '../../../../../nodes/SubscriptionMessaging/run/search/forms';

test('knows a text whole, or in parts that follow each other', async () => {
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
	expect(await known(true, 1, 3)).toEqual([{ part: 1, known: true }]);
});

test('asks for no part behind one that it does not know', async () => {
	const asked: Array<number | undefined> = [];
	const ask = async (part?: number) => {
		asked.push(part);
		return part === 1 || undefined;
	};
	expect(await knownForms(30, ask, true)).toEqual([{ part: 1, known: true }]);
	expect(asked).toEqual([1, 2]);
});
