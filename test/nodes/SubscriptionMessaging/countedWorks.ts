import type { Steps } from '../../../nodes/SubscriptionMessaging/service/collections/steps';

type Rested = <T>(work: Steps<T>) => Promise<T>;

/** Of the works that are done with rests: the steps of each that ended, and how many there were at once. */
export const works = { steps: [] as number[], underWay: 0, most: 0 };

/** Does works as `rested` does, and counts them. */
export function countedBy(rested: Rested): Rested {
	return async <T>(work: Steps<T>): Promise<T> => {
		let steps = 0;
		const counted = (function* () {
			for (let step = work.next(); ; step = work.next(), steps += 1) {
				if (step.done) return step.value;
				yield;
			}
		})();
		works.underWay += 1;
		works.most = Math.max(works.most, works.underWay);
		try {
			return await rested(counted);
		} finally {
			works.underWay -= 1;
			works.steps.push(steps);
		}
	};
}
