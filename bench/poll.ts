import { writeSubscribers } from './inputs';
import type { Polled, PollTime } from './programs/poll';
import { atMost, figure, megabytes, milliseconds, times, type Section } from './report';
import { inTurn, startProgram, type Bench } from './rounds';

const PEOPLE = 100_000;

const READING = 'reading the answer alone';
const POLL = 'this package, a poll in which nothing happened';

export async function measure(bench: Bench): Promise<Section> {
	const file = await writeSubscribers(bench.folder, bench.seed, PEOPLE);
	const of = (work: Polled['work']) => () => startProgram<PollTime>(bench, 'poll', { work, file });
	const contenders = { [READING]: of('readAnswer'), [POLL]: of('poll') };
	const results = await inTurn(contenders, Math.min(bench.rounds, 3));
	const [changes, stored] = [results.median(POLL, 'changes'), results.median(POLL, 'stored')];
	if (changes !== 0) throw new Error(`The poll found ${changes} changes where nothing happened`);
	const slowness = results.ratio(POLL, READING, 'ms');
	const people = `${PEOPLE.toLocaleString('en')} people`;
	const values = results.medians('ms');
	return {
		title: 'Poll',
		text: `The subscriber trigger looks at a group of ${people}: from what n8n stores, and the bytes of the answer, to what n8n stores.`,
		pictures: [{ name: 'poll', title: `Work of a look at ${people}`, values, as: milliseconds }],
		header: ['Work', 'Time', 'Compared', 'Stored by n8n'],
		lines: [
			[READING, milliseconds(results.median(READING, 'ms')), '', ''],
			[POLL, milliseconds(results.median(POLL, 'ms')), times(slowness), megabytes(stored)],
		],
		goals: [
			atMost(1.3, 'Work of a poll, compared with reading the answer', slowness),
			atMost(16, 'Bytes that n8n stores of a person', stored / PEOPLE, figure),
		],
	};
}
