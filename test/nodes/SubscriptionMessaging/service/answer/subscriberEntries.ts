import type { Subscriber } from '../../../../../nodes/SubscriptionMessaging/service/answer/person';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { SubscriberList } from '../../../../../nodes/SubscriptionMessaging/service/answer/subscriberList';

export const GONE = '2026-01-02 03:04:05';
const ALL = { mobiletxt: 1, mobilevoice: 1, email: 1, landline: 1 };

export type Entry = Partial<Omit<Subscriber, 'user'>> & {
	phone?: string | null;
	landline_number?: string;
	mail?: string;
};

const subscriber = ({ phone, landline_number, mail, ...more }: Entry): Subscriber =>
	({
		...ALL,
		unsubdate: '',
		...more,
		user: { phone, landline: landline_number, email: mail },
	}) as unknown as Subscriber;

/** The list of a group, as it is looked up for some recipients. */
export function listOf(recipients: string[], entries: Entry[], country?: string): SubscriberList {
	const list = finished(SubscriberList.of(recipients, country));
	for (const entry of entries) list.add(subscriber(entry));
	return list;
}
