import type { IExecuteFunctions } from 'n8n-workflow';

import { Progress } from '../../../../nodes/SubscriptionMessaging/n8n/progress';

/** A run under a clock of its own, and what it says. */
function run(requests?: number, recipients?: number, doing?: string) {
	const said: string[] = [];
	const clock = { now: 1_000_000 };
	const context = {
		logger: { info: (line: string) => said.push(line) },
		getNode: () => ({ name: 'Text everyone' }),
	} as unknown as IExecuteFunctions;
	const progress = new Progress(context, { requests, recipients }, doing, () => clock.now);
	const goOn = (seconds: number, of: number) => {
		clock.now += seconds * 1000;
		progress.done(of);
	};
	return { said, progress, goOn };
}

test('says requests, recipients, rate and the time left', () => {
	const { said, goOn } = run(100, 10_000);
	goOn(2, 100);
	expect(said).toEqual([]);
	goOn(3, 100);
	expect(said).toEqual([
		'Text everyone: 2 of 100 requests, 200 of 10,000 recipients, 40 recipients/s, about 4 min 5 s left',
	]);
});

test('says how long it takes in the units of a person', () => {
	const left = (seconds: number) => {
		const { said, goOn } = run(25, 25);
		goOn(5, 1);
		goOn((seconds * 2) / 23 - 5, 1);
		goOn(0, 0);
		return said;
	};
	expect(left(1)).toEqual([expect.stringContaining('about 2 min 0 s left')]);
	const summed = (seconds: number) => {
		const { progress, goOn } = run(25, 25);
		goOn(seconds, 25);
		return progress.summary()?.split(',')[0];
	};
	expect([59, 60, 61, 3_599, 3_600, 3_660].map(summed)).toEqual([
		'in 59 s',
		'in 1 min 0 s',
		'in 1 min 1 s',
		'in 59 min 59 s',
		'in 1 h 0 min',
		'in 1 h 1 min',
	]);
});

test('says no time left while nobody was reached', () => {
	const { said, goOn } = run(100, 1_000);
	goOn(5, 0);
	expect(said).toEqual([expect.stringMatching(/about 0 s left$/)]);
});

test('says the time left by the requests where nobody knows how many recipients there are', () => {
	const { said, goOn } = run(100);
	goOn(5, 7);
	expect(said).toEqual([expect.stringMatching(/about 8 min 15 s left$/)]);
	const { said: byRecipients, goOn: send } = run(100, 10);
	send(5, 5);
	expect(byRecipients).toEqual([expect.stringMatching(/about 5 s left$/)]);
});

test('says it every five seconds at most', () => {
	const { said, goOn } = run(1000, 1000);
	for (let request = 0; request < 1000; request += 1) goOn(0.1, 1);
	expect(said).toHaveLength(20);
	expect(said.at(-1)).toBe(
		'Text everyone: 1,000 of 1,000 requests, 1,000 of 1,000 recipients, 10 recipients/s, about 0 s left',
	);
});

test('says nothing of a run of 20 requests, however long it takes', () => {
	const { said, progress, goOn } = run(20, 20);
	for (let request = 0; request < 20; request += 1) goOn(60, 1);
	expect(said).toEqual([]);
	expect(progress.summary()).toBeUndefined();
});

test.each([
	[12, 'in 12 s, 8 recipients/s'],
	[125, 'in 2 min 5 s, 1 recipients/s'],
	[7260, 'in 2 h 1 min, 0 recipients/s'],
])('sums up a run of %d seconds', (seconds, summary) => {
	const { progress, goOn } = run(21, 100);
	goOn(seconds, 100);
	expect(progress.summary()).toBe(summary);
});

test('says what is known where nobody knows how much there is to do', () => {
	const { said, goOn } = run(undefined, undefined, 'asking');
	for (let request = 0; request < 20; request += 1) goOn(60, 10);
	expect(said).toEqual([]);
	goOn(60, 10);
	expect(said).toEqual(['Text everyone: asking, 21 requests, 210 recipients, 0 recipients/s']);
});

test('tells the time left by the requests where only they are known', () => {
	const { said, progress, goOn } = run(100, undefined);
	goOn(5, 0);
	goOn(5, 50);
	expect(said).toEqual([
		'Text everyone: 1 of 100 requests, 0 recipients, 0 recipients/s, about 8 min 15 s left',
		'Text everyone: 2 of 100 requests, 50 recipients, 5 recipients/s, about 8 min 10 s left',
	]);
	expect(progress.summary()).toBe('in 10 s, 5 recipients/s');
});
