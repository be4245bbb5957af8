import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';

import type { Steps } from '../../nodes/SubscriptionMessaging/service/collections/steps';
import { holdWhole, holdWithin, type Held } from './held';

const inputs = Number(process.env.FUZZ_INPUTS ?? 100_000);
const seed = Number(process.env.FUZZ_SEED ?? 1);

/** Milliseconds that nothing of this package may hold the event loop for. */
const MOST_HELD = 50;

/** Bytes of the heap that one input may take while it is worked on, without what is garbage already. */
const MOST_MEMORY = 256 * 1024 * 1024;

/** Bytes that a whole run may leave behind. */
const MOST_LEFT = 200 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

// A run is as long as it has inputs.
jest.setTimeout(24 * 60 * 60 * 1000);

function memory(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed;
}

/**
 * Whether an input goes the whole way, from n8n's server to its engine, which takes several times as
 * long as the reading alone.
 */
export const isWhole = fc.integer({ min: 0, max: 3 }).map((number) => number === 0);

/** Milliseconds after which a run says how far it is. */
const BETWEEN_SIGNS = 30_000;

/**
 * Says now and then how many inputs are done, because a long run takes hours, and whoever ends it
 * wants to know what was tried.
 */
function signsOfLife(total: number): () => void {
	const { currentTestName } = expect.getState();
	const start = Date.now();
	let said = start;
	let done = 0;
	return () => {
		done++;
		if (Date.now() - said < BETWEEN_SIGNS && (done < total || said === start)) return;
		said = Date.now();
		const seconds = Math.round((said - start) / 1000);
		process.stderr.write(`${currentTestName}: ${done} of ${total} inputs in ${seconds} s\n`);
	};
}

/** Names that every object has: more of them after an input is pollution. */
const inherited = () =>
	[Object.prototype, Array.prototype, Function.prototype, String.prototype].map(
		(prototype) => Reflect.ownKeys(prototype).length,
	);

/**
 * Generates a share of the inputs of a run and judges each of them; what fails is made as small as it
 * still fails, and reported with the seed.
 *
 * @param share of all inputs, up to 1
 */
export async function fuzz<T>(
	share: number,
	input: fc.Arbitrary<T>,
	judge: (input: T) => void | Promise<void>,
): Promise<void> {
	const untouched = inherited();
	const before = memory();
	const numRuns = Math.ceil(inputs * share);
	const done = signsOfLife(numRuns);
	await fc.assert(
		fc.asyncProperty(input, async (generated) => {
			await judge(generated);
			expect(inherited()).toEqual(untouched);
			done();
		}),
		{ seed, numRuns },
	);
	expect(memory() - before).toBeLessThan(MOST_LEFT);
}

/**
 * What work gives, which may fail only with an error of the domain, and is done in short steps.
 *
 * @param control work that is known to be short; a machine on which it is slow makes all work slow
 */
export function judged<T>(
	begin: () => Steps<T>,
	isOfDomain: (error: Error) => boolean,
	control: () => Held<unknown>,
): T | undefined {
	let held = holdWithin(MOST_HELD, begin);
	if (held.longest > MOST_HELD && held.longest > 10 * control().longest) {
		held = holdWithin(MOST_HELD, begin);
		expect(held.longest).toBeLessThan(Math.max(MOST_HELD, 10 * control().longest));
	}
	if (held.error && !isOfDomain(held.error)) throw held.error;
	return held.value;
}

/**
 * What all the work for an input gives, from n8n's server to its engine: it leaves the event loop to
 * others after short times, and takes little memory. What is too much is measured again, because the
 * machine may have been busy, and garbage is collected then, which takes time that is not the input's.
 *
 * @param control work that is known to be short
 */
export async function judgedWhole<T>(
	work: () => Promise<T>,
	control: () => Promise<unknown>,
): Promise<T> {
	let held = await holdWhole(work);
	const isTooMuch = () => held.longest > MOST_HELD || held.peak > MOST_MEMORY;
	for (let again = 0; again < 3 && isTooMuch(); again++) {
		collectGarbage();
		const { value, longest, peak } = await holdWhole(
			work,
			held.peak > MOST_MEMORY ? { most: MOST_MEMORY, collect: collectGarbage } : undefined,
		);
		// What was less once is what the work takes.
		held = {
			value,
			longest: Math.min(longest, held.longest),
			peak: Math.min(peak, held.peak),
		};
	}
	if (held.longest > MOST_HELD) {
		// The first times, before it is compiled, it takes several times as long.
		const controls: number[] = [];
		for (let again = 0; again < 5; again++) controls.push((await holdWhole(control)).longest);
		expect(held.longest).toBeLessThan(Math.max(MOST_HELD, 20 * Math.min(...controls)));
	}
	expect(held.peak).toBeLessThan(MOST_MEMORY);
	return held.value;
}
