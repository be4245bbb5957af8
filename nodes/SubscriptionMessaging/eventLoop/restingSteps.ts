import type { Steps } from '../service/collections/steps';
import { inTurn } from './turns';

/** Milliseconds that are worked on at once. */
const PART = 5;

/** Does work that comes in steps of a few milliseconds, with rests in between. */
export async function rested<T>(steps: Steps<T>): Promise<T> {
	for (;;) {
		const { done, value } = await inTurn(() => {
			const end = performance.now() + PART;
			let step = steps.next();
			while (!step.done && performance.now() < end) step = steps.next();
			return step;
		});
		if (done) return value;
	}
}
