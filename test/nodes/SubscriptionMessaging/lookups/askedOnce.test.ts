import { askedOnce } from '../../../../nodes/SubscriptionMessaging/lookups/askedOnce';

/** Answers in the order in which they were asked for. */
const asking = (...answers: string[]) => {
	const kept = new Map<string, Promise<string>>();
	let asked = 0;
	const ask = async () => await Promise.resolve(answers[asked++]!);
	return {
		once: async (key: string) => await askedOnce(kept, key, ask, (said) => said !== 'busy'),
	};
};

it('asks once for each key, also while the answer is under way', async () => {
	const { once } = asking('first', 'second', 'third');
	expect(await Promise.all([once('a'), once('a'), once('b')])).toEqual([
		'first',
		'first',
		'second',
	]);
	expect(await once('a')).toBe('first');
});

it('asks again for what is not kept, once for all who ask meanwhile', async () => {
	const { once } = asking('busy', 'said', 'third');
	expect(await Promise.all([once('a'), once('a')])).toEqual(['busy', 'busy']);
	expect(await Promise.all([once('a'), once('a')])).toEqual(['said', 'said']);
});

it('keeps every answer where none is said to count for nothing', async () => {
	const kept = new Map<string, Promise<unknown>>();
	const answers = [undefined, 'second'];
	const ask = async () => await Promise.resolve(answers.shift());
	expect(await askedOnce(kept, 'a', ask)).toBeUndefined();
	expect(await askedOnce(kept, 'a', ask)).toBeUndefined();
});
