import { sleepFor } from './sleep';

/** Milliseconds of work after which whatever else n8n has to do gets its turn. */
const TURN = 10;

/**
 * Who waits to work on the next part of a post, an answer or a run's items.
 *
 * Bounded: by the posts, answers and runs that are worked on, each of which waits for one part.
 */
const waiting: Array<() => void> = [];

/**
 * Milliseconds that were worked since n8n had its turn.
 *
 * Bounded: one number.
 */
let worked = 0;

/**
 * Whether somebody may work.
 *
 * Bounded: one flag.
 */
let isWorking = false;

/**
 * Does a part of some work, which takes a few milliseconds, as soon as it is its turn. Parts of
 * everything that is read follow each other, with rests in between: twenty posts at once would hold n8n
 * twenty times as long if each of them rested by itself, because their rests end together.
 *
 * The part runs where it was asked for, so that n8n knows the execution that it belongs to.
 *
 * @returns what the part gives
 */
export async function inTurn<T>(part: () => T): Promise<T> {
	if (isWorking || worked >= TURN) {
		await new Promise<void>((resolve) => waiting.push(resolve));
	}
	isWorking = true;
	const start = performance.now();
	try {
		return part();
	} finally {
		worked += performance.now() - start;
		isWorking = false;
		nextTurn();
		// Until n8n has had its turn no part begins, so that there is one rest at a time.
		if (worked >= TURN) void restUntilTurn();
	}
}

function nextTurn(): void {
	if (isWorking || worked >= TURN) return;
	const turn = waiting.shift();
	if (turn === undefined) return;
	isWorking = true;
	turn();
}

async function restUntilTurn(): Promise<void> {
	await sleepFor(0);
	worked = 0;
	nextTurn();
}
