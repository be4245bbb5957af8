import type { SubscriberRule } from '../../actions/fields/subscribers';
import type { Skipped } from '../../actions/fields/skipped';
import { addresseesOf } from '../../service/contract/call';
import { each, type Steps } from '../../service/collections/steps';
import { HAS_LEFT, type SubscriberList } from '../../service/answer/subscriberList';
import { intendedFor, onlyTo } from '../values/addressed';
import type { PreparedItem, PreparedRequest } from '../values/call';

/** An item without those whom its rule leaves out. */
interface Screened {
	readonly item: PreparedItem;
	/** Recipients who have left the group, each once. */
	readonly left: readonly string[];
}

/**
 * An item without the recipients who have left the group or, where only subscribers are to be reached,
 * are none. Where the credential redirects, that is said of the people whom the message is for.
 */
export function* withoutOthers(
	item: PreparedItem,
	rule: SubscriberRule,
	list: SubscriberList,
): Steps<Screened> {
	const skipped = new Map<string, Skipped>();
	const left = new Set<string>();
	const reasonFor = (person: string, type: number): string | undefined => {
		if (!rule.onlySubscribers) return list.hasLeft(person) ? HAS_LEFT : undefined;
		return list.problemWith(person, type);
	};
	const requests: PreparedRequest[] = [];
	for (const prepared of item.requests) {
		const people = intendedFor(prepared);
		const kept = new Set<number>();
		yield* each(addresseesOf(prepared.call).entries(), ([position, { type }]) => {
			const person = people[position]!;
			const reason = reasonFor(person, Number(type));
			if (reason === undefined) {
				kept.add(position);
				return;
			}
			if (list.hasLeft(person)) left.add(person);
			skipped.set(JSON.stringify([person, reason]), { sendTo: person, reason });
		});
		if (kept.size === people.length) requests.push(prepared);
		else if (kept.size > 0) requests.push(onlyTo(prepared, (position) => kept.has(position)));
	}
	if (skipped.size === 0) return { item, left: [] };
	return {
		item: {
			...item,
			requests,
			skipped: [...item.skipped, ...skipped.values()],
		},
		left: [...left],
	};
}

/** Whom items are for, as they were entered. */
export function* peopleIn(items: Iterable<PreparedItem>): Iterable<string> {
	for (const { requests } of items) {
		for (const request of requests) yield* intendedFor(request);
	}
}
