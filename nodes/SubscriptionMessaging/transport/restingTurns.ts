import { pause } from './pause';

/** Milliseconds of work after which whatever else n8n has to do gets its turn. */
const TURN = 10;

/**
 * Parts of posts and answers that wait until they may be worked on.
 *
 * Bounded: by the posts and answers that are read, each of which has one part here.
 */
const waiting: Array<() => void> = [];

/**
 * Milliseconds that were worked since n8n had its turn.
 *
 * Bounded: one number.
 */
let worked = 0;

/**
 * Whether n8n has its turn.
 *
 * Bounded: one flag.
 */
let isResting = false;

/**
 * Does a part of some work, which takes a few milliseconds, as soon as it is its turn. Parts of
 * everything that is read follow each other, with rests in between: twenty posts at once would hold n8n
 * twenty times as long if each of them rested by itself, because their rests end together.
 *
 * @returns what the part gives
 */
export async function inTurn<T>(part: () => T): Promise<T> {
	return await new Promise<T>((resolve, reject) => {
		waiting.push(() => {
			try {
				resolve(part());
			} catch (error) {
				reject(error as Error);
			}
		});
		workOn();
	});
}

function workOn(): void {
	while (worked < TURN) {
		const next = waiting.shift();
		if (next === undefined) break;
		const start = performance.now();
		next();
		worked += performance.now() - start;
	}
	if (!isResting) void rest();
}

async function rest(): Promise<void> {
	isResting = true;
	await pause(0);
	isResting = false;
	worked = 0;
	if (waiting.length > 0) workOn();
}
