import { CallbackRefusedError } from '../../nodes/SubscriptionMessaging/service/callback/budget';
import { rested } from '../../nodes/SubscriptionMessaging/transport/restingSteps';
import {
	HOSTILE_INPUTS,
	type HostileInput,
} from '../../test/nodes/SubscriptionMessaging/hostileInputs';
import { HOSTILE_ANSWERS } from '../../test/nodes/SubscriptionMessaging/service/answer/hostileAnswers';
import {
	HOSTILE_POSTS,
	taken,
} from '../../test/nodes/SubscriptionMessaging/service/callback/hostilePosts';
import { longestHoldOf, program, workedTime, type Hold } from './turns';

/** Parts of the size at which an input was found to take long, so that most are read to their end. */
const PARTS = 8;

async function takeOrRefuse(body: Uint8Array): Promise<void> {
	try {
		await rested(taken(body));
	} catch (error) {
		if (!(error instanceof CallbackRefusedError)) throw error;
	}
}

/** What a service may answer or anybody post, at the smallest of its sizes, which takes 10 ms or more. */
type Shape = Pick<HostileInput, 'name' | 'size' | 'prepare'>;

const inParts = <S extends Shape>(shape: S) => ({ ...shape, size: shape.size / PARTS });

/** By the group that a row of the table names; the last is the whole way to what n8n goes on with. */
export const SHAPES: Readonly<Record<string, readonly Shape[]>> = {
	Answer: HOSTILE_ANSWERS.map(inParts),
	Post: HOSTILE_POSTS.map(({ name, body }) => ({
		name,
		size: 1,
		prepare(size) {
			const post = Buffer.from(body(size / PARTS));
			return { bytes: post.length, work: async () => await takeOrRefuse(post) };
		},
	})),
	'Made of it': HOSTILE_INPUTS.map(inParts),
};

/** How often the smallest size of each input. */
export const SIZES = [1, 2, 4];

export interface GrowthArgument {
	group: string;
	name: string;
}

/** Of one input at one size. */
export interface Growth extends Hold {
	/** Milliseconds of work, all turns of the event loop together. */
	work: number;
	bytes: number;
}

/** Milliseconds that are measured well enough. */
const ENOUGH = 20;

/** A run waits for seconds before it asks again. What is measured is what it does, and not how it waits. */
function waitForNothing(): void {
	const { setTimeout: after } = globalThis;
	globalThis.setTimeout = ((work: () => void) => after(work, 0)) as typeof setTimeout;
}

export const { setup, turn, teardown } = program(({ group, name }: GrowthArgument) => {
	waitForNothing();
	const shape = SHAPES[group]!.find((candidate) => candidate.name === name)!;
	const inputs = SIZES.map((factor) => shape.prepare(factor * shape.size));
	return async () => {
		// What a process loads once, such as the rules of phone numbers, is not the input's fault.
		await (await shape.prepare(1)).work();
		const results: Growth[] = [];
		for (const input of inputs) results.push(await growthOf(await input));
		return results;
	};
});

/** Repeated as long as it is too short to be measured once. */
async function growthOf({ bytes, work }: Awaited<ReturnType<Shape['prepare']>>): Promise<Growth> {
	const hold: Hold = { longest: 0, mostWork: 0 };
	const start = workedTime();
	let times = 0;
	do {
		globalThis.gc?.();
		const once = await longestHoldOf(work);
		hold.longest = Math.max(hold.longest, once.longest);
		hold.mostWork = Math.max(hold.mostWork, once.mostWork);
		times++;
	} while (workedTime() - start < ENOUGH);
	return { ...hold, work: (workedTime() - start) / times, bytes };
}
