import { ANSWERS } from './growth/answers';
import { CALLBACKS } from './growth/callbacks';
import { MADE } from './growth/made';
import type { Prepared, Shape } from './growth/shape';
import { longestHoldOf, serveTurns, workedTime, type Hold } from './turns';

/** By the group that a row of the table names. Each is a list in a file of its own. */
export const SHAPES: Readonly<Record<string, readonly Shape[]>> = {
	Answer: ANSWERS,
	Post: CALLBACKS,
	'Made of it': MADE,
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

if (process.send) {
	waitForNothing();
	serveTurns(({ group, name }: GrowthArgument) => {
		const shape = SHAPES[group]!.find((candidate) => candidate.name === name)!;
		const inputs = SIZES.map((factor) => shape.prepare(factor * shape.size));
		return Promise.resolve(async () => {
			// What a process loads once, such as the rules of phone numbers, is not the input's fault.
			await (await shape.prepare(1)).work();
			const results: Growth[] = [];
			for (const input of inputs) results.push(await growthOf(await input));
			return results;
		});
	});
}

/** Repeated as long as it is too short to be measured once. */
async function growthOf({ bytes, work }: Prepared): Promise<Growth> {
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
