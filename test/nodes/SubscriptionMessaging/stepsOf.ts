import type { Steps } from '../../../nodes/SubscriptionMessaging/service/collections/steps';

/** In how many steps some work is done, between which others get their turn. */
export function stepsOf(steps: Steps<unknown>): number {
	for (let count = 1; ; count++) if (steps.next().done) return count;
}
