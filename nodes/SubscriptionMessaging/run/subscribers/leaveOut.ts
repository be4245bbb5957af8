import type { SubscriberRule } from '../../actions/fields/subscribers';
import type { Skipped } from '../../actions/fields/phoneNumbers';
import { isTicketed, recipientsOf, withParameters } from '../../service/call';
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
export function withoutOthers(
	item: PreparedItem,
	rule: SubscriberRule,
	list: SubscriberList,
): Screened {
	const skipped = new Map<string, Skipped>();
	const left = new Set<string>();
	const reasonFor = (person: string, type: number): string | undefined => {
		if (!rule.onlySubscribers) return list.hasLeft(person) ? HAS_LEFT : undefined;
		return list.problemWith(person, type)?.reason;
	};
	const requests = item.requests.flatMap((prepared): PreparedRequest[] => {
		const { call, redirectedFrom } = prepared;
		if (!isTicketed(call)) return [prepared];
		const recipients = recipientsOf(call);
		const kept = recipients.flatMap(({ sendTo, type }, position) => {
			const person = redirectedFrom?.[position] ?? sendTo;
			const reason = reasonFor(person, Number(type));
			if (reason === undefined) return [position];
			if (list.hasLeft(person)) left.add(person);
			skipped.set(JSON.stringify([person, reason]), { sendTo: person, reason });
			return [];
		});
		if (kept.length === recipients.length) return [prepared];
		if (kept.length === 0) return [];
		return [
			{
				...prepared,
				...(redirectedFrom && {
					redirectedFrom: kept.map((position) => redirectedFrom[position]!),
				}),
				call: withParameters(call, {
					recipientList: { recipients: kept.map((position) => recipients[position]!) },
				}),
			},
		];
	});
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

/** Whom an item is for, as they were entered. */
export function peopleIn({ requests }: PreparedItem): string[] {
	return requests.flatMap(({ call, redirectedFrom }) =>
		recipientsOf(call).map(({ sendTo }, position) => redirectedFrom?.[position] ?? sendTo),
	);
}
