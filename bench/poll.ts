import { pictureOf } from './bars';
import type { Bench } from './bench';
import { writeSubscribers } from './inputs';
import type { Polled, PollTime } from './programs/poll';
import { atMost, figure, megabytes, milliseconds, times, type Section } from './report';
import { inTurn, startProgram } from './rounds';
import { median, ratio } from './statistics';

export const programs = ['poll'];

const PEOPLE = 100_000;

const READING = 'reading the answer alone';
const POLL = 'this package, a poll in which nothing happened';

export async function measure({ node, folder, seed, rounds }: Bench): Promise<Section> {
	const file = await writeSubscribers(folder, seed, PEOPLE);
	const program = (work: Polled['work']) => () => {
		const argument: Polled = { work, file };
		return startProgram<PollTime>({ node, name: 'poll', argument });
	};
	const contenders = new Map([
		[READING, program('readAnswer')],
		[POLL, program('poll')],
	]);
	const results = await inTurn(contenders, Math.min(rounds, 3));
	const timesOf = (name: string) => results.get(name)!.map(({ ms }) => ms);
	const [{ stored, changes } = { stored: 0, changes: 0 }] = results.get(POLL) ?? [];
	if (changes !== 0) throw new Error(`The poll found ${changes} changes where nothing happened`);
	const slowness = ratio(timesOf(POLL), timesOf(READING));
	return {
		title: 'Poll',
		text: `The subscriber trigger looks at a group of ${PEOPLE.toLocaleString('en')} people: from what n8n stores, and the bytes of the answer, to what n8n stores.`,
		pictures: [
			pictureOf(
				'benchmark-poll',
				`Work of a look at ${PEOPLE.toLocaleString('en')} people`,
				[...results.keys()].map((name) => [name, median(timesOf(name))]),
				milliseconds,
			),
		],
		header: ['Work', 'Time', 'Compared', 'Stored by n8n'],
		lines: [
			[READING, milliseconds(median(timesOf(READING))), '', ''],
			[POLL, milliseconds(median(timesOf(POLL))), times(slowness), megabytes(stored)],
		],
		goals: [
			atMost(1.3, { goal: 'Work of a poll, compared with reading the answer', value: slowness }),
			atMost(16, {
				goal: 'Bytes that n8n stores of a person',
				value: stored / PEOPLE,
				as: figure,
			}),
		],
	};
}
