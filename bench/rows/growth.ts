import { CallbackRefusedError } from '../../nodes/SubscriptionMessaging/service/callback/budget';
import { rested } from '../../nodes/SubscriptionMessaging/transport/restingSteps';
import { holdWhole, workedTime } from '../../test/fuzz/held';
import {
	HOSTILE_INPUTS,
	type HostileInput,
} from '../../test/nodes/SubscriptionMessaging/hostileInputs';
import { HOSTILE_ANSWERS } from '../../test/nodes/SubscriptionMessaging/service/answer/hostileAnswers';
import {
	HOSTILE_POSTS,
	taken,
	type HostilePost,
} from '../../test/nodes/SubscriptionMessaging/service/callback/hostilePosts';
import { inTurn, start, type Bench, type Figures, type Programs, type Turn } from '../compare';
import { atMost, kilobytes, milliseconds, times, type Section } from '../report';

/** Parts of the size at which an input was found to take long, so that most are read to their end. */
const PARTS = 8;

/** How often the smallest size of each input, which takes 10 ms or more. */
const SIZES = [1, 2, 4];

/**
 * Work that grew with the square would grow sixteenfold. Garbage of one size may be collected while the
 * next one is measured.
 */
const MOST_GROWTH = 1.6 * SIZES.at(-1)!;

/** Milliseconds that are measured well enough. */
const ENOUGH = 20;

type Shape = Pick<HostileInput, 'name' | 'size' | 'prepare'>;

const ofPost = ({ name, body }: HostilePost): Shape => ({
	name: `Post: ${name}`,
	size: 1,
	prepare(scale) {
		const post = Buffer.from(body(scale));
		const work = async () =>
			await rested(taken(post)).catch((error) => {
				if (!(error instanceof CallbackRefusedError)) throw error;
			});
		return { bytes: post.length, work };
	},
});

/** What a service may answer or anybody post; the last group is the whole way to what n8n goes on with. */
const SHAPES: Shape[] = [
	...HOSTILE_ANSWERS.map((shape) => ({ ...shape, name: `Answer: ${shape.name}` })),
	...HOSTILE_POSTS.map(ofPost),
	...HOSTILE_INPUTS.map((shape) => ({ ...shape, name: `Made of it: ${shape.name}` })),
];

const growing = async ({ size, prepare }: Shape): Promise<Turn> => {
	waitForNothing();
	const inputs = SIZES.map(async (factor) => await prepare((factor * size) / PARTS));
	return async () => {
		let mostWork = 0;
		const ofSizes: Figures = {};
		for (const [index, input] of inputs.entries()) {
			const { bytes, work } = await input;
			const start = workedTime();
			let times = 0;
			// Repeated as long as it is too short to be measured once.
			do {
				globalThis.gc?.();
				mostWork = Math.max(mostWork, (await holdWhole(work)).longest);
				times++;
			} while (workedTime() - start < ENOUGH);
			ofSizes[`work${index}`] = (workedTime() - start) / times;
			ofSizes[`bytes${index}`] = bytes;
		}
		return { ...ofSizes, mostWork };
	};
};

/** A run waits for seconds before it asks again. What is measured is what it does, and not how it waits. */
function waitForNothing(): void {
	const { setTimeout: after } = globalThis;
	globalThis.setTimeout = ((work: () => void) => after(work, 0)) as typeof setTimeout;
}

export const programs: Programs<null> = Object.fromEntries(
	SHAPES.map((shape) => [shape.name, () => growing(shape)]),
);

/** How the work for hostile inputs grows with their size, which a time alone doesn't tell. */
export async function measure(bench: Bench): Promise<Section> {
	const lines: string[][] = [];
	let steepest = { growth: 0, name: '' };
	let longest = { ms: 0, name: '' };
	for (const { name } of SHAPES) {
		const results = await inTurn(start(bench, 'rows/growth', [name], null), bench.rounds);
		const ofSizes = (figure: string, as: (value: number) => string) =>
			SIZES.map((_, index) => as(results.median(name, `${figure}${index}`))).join(', ');
		const growth = results.ratio(name, name, 'work2', 'work0');
		const ms = results.median(name, 'mostWork');
		if (growth > steepest.growth) steepest = { growth, name };
		if (ms > longest.ms) longest = { ms, name };
		const sizes = [ofSizes('bytes', kilobytes), ofSizes('work', milliseconds)];
		lines.push([name, ...sizes, times(growth), milliseconds(ms)]);
	}
	const ofSteepest = `Growth of the steepest of ${SHAPES.length} inputs (${steepest.name})`;
	const ofLongest = `Work at once of the longest of them (${longest.name})`;
	return {
		title: 'Growth',
		text: 'What a broken or hostile service can send, at three sizes of which each is twice the one before. Work is that of the thread, whatever else the machine has to do.',
		goals: [
			atMost(MOST_GROWTH, ofSteepest, steepest.growth),
			atMost(50, ofLongest, longest.ms, milliseconds),
		],
		pictures: [],
		header: ['Input', 'Sizes', 'Work', 'Largest against smallest', 'Most work at once'],
		lines,
	};
}
