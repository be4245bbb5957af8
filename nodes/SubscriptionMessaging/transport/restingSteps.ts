import type { Steps } from '../service/steps';
import { pause } from './pause';

/** Milliseconds of work after which whatever else n8n has to do gets its turn. */
const TURN = 5;

/** Does work that comes in steps of a few milliseconds, with rests in between. */
export async function rested<T>(steps: Steps<T>): Promise<T> {
	let start = performance.now();
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
		if (performance.now() - start < TURN) continue;
		await pause(0);
		start = performance.now();
	}
}
