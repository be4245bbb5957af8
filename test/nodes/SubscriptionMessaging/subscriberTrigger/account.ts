import { createSecretKey } from 'node:crypto';

import type { Steps } from '../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { finished } from '../../../../nodes/SubscriptionMessaging/service/collections/steps';
import type { Subscriber } from '../../../../nodes/SubscriptionMessaging/service/answer/person';
import {
	GroupComparison,
	type Comparison,
} from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/compare';
import { Pseudonyms } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/pseudonyms';
import { RememberedGroup } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/remembered';

export const KEY = createSecretKey(Buffer.alloc(32, 7));
export const ACCOUNT = ['https://messaging.example.com', '12345'];
export const PSEUDONYMS = new Pseudonyms(KEY, ACCOUNT);

/** A subscriber who receives texts. */
export const person = (phone: string, more: Partial<Subscriber> = {}): Subscriber => ({
	mobiletxt: 1,
	unsubdate: '',
	user: { phone },
	...more,
});

export const gone = (phone: string) => person(phone, { unsubdate: '2026-03-04 05:06:07' });

/** What a poll makes of a group, against what the one before has remembered. */
export function compare(subscribers: Subscriber[], text?: string): Comparison {
	const remembered = text === undefined ? undefined : finished(RememberedGroup.read(text));
	const comparison = new GroupComparison(PSEUDONYMS, remembered);
	for (const subscriber of subscribers) comparison.add(subscriber);
	return finished(comparison.finish());
}

/** Steps that were needed, and what came of them. */
export function counted<T>(steps: Steps<T>): { count: number; value: T } {
	for (let count = 1; ; count++) {
		const step = steps.next();
		if (step.done) return { count, value: step.value };
	}
}
