import type { SubscriberRule } from '../../actions/fields/subscribers';
import type { Skipped } from '../../actions/fields/phoneNumbers';
import { addresseesOf, recipientsOf, withParameters } from '../../service/call';
import { each, type Steps } from '../../service/steps';
import { HAS_LEFT, type SubscriberList } from '../../service/subscriberList';
import type { PreparedItem, PreparedRequest } from '../call';
import { audienceOf } from '../memory/audience';

/** An item without those whom its rule leaves out. */
export interface Screened {
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
		const { call, redirectedFrom } = prepared;
		const recipients = addresseesOf(call);
		const kept: number[] = [];
		yield* each(recipients.entries(), ([position, { sendTo, type }]) => {
			const person = redirectedFrom?.[position] ?? sendTo;
			const reason = reasonFor(person, Number(type));
			if (reason === undefined) {
				kept.push(position);
				return;
			}
			if (list.hasLeft(person)) left.add(person);
			skipped.set(JSON.stringify([person, reason]), { sendTo: person, reason });
		});
		if (kept.length === recipients.length) requests.push(prepared);
		else if (kept.length > 0) requests.push(withOnly(prepared, kept));
	}
	if (skipped.size === 0) return { item, left: [] };
	return {
		item: {
			...item,
			requests,
			// Its name stays, so that a run that is repeated finds what left for the others.
			audience: audienceOf(item.requests),
			skipped: [...item.skipped, ...skipped.values()],
		},
		left: [...left],
	};
}

/** A request to some of its recipients. */
function withOnly(prepared: PreparedRequest, positions: readonly number[]): PreparedRequest {
	const { call, redirectedFrom } = prepared;
	const only = <T>(all: readonly T[]) => positions.map((position) => all[position]!);
	return {
		...prepared,
		...(redirectedFrom && { redirectedFrom: only(redirectedFrom) }),
		call: withParameters(
			call,
			call.operation === 'plainSend'
				? { phone: only(addresseesOf(call).map(({ sendTo }) => sendTo)).join(',') }
				: { recipientList: { recipients: only(recipientsOf(call)) } },
		),
	};
}

/** Whom items are for, as they were entered. */
export function* peopleIn(items: Iterable<PreparedItem>): Iterable<string> {
	for (const { requests } of items) {
		for (const { call, redirectedFrom } of requests) {
			for (const [position, { sendTo }] of addresseesOf(call).entries()) {
				yield redirectedFrom?.[position] ?? sendTo;
			}
		}
	}
}
