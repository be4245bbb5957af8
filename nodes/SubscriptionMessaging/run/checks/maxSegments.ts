import { recipientsOf, textOf } from '../../service/contract/call';
import { isSms } from '../../service/contract/contract';
import { recipientKey } from '../../service/text/personKey';
import { fillPlaceholders, segmentsOf } from '../../service/text/messageText';
import { largest } from '../../service/collections/lists';
import { itemError } from '../../wording/itemError';
import type { OfNode } from '../../wording/nodeError';
import type { PreparedItem, PreparedRequest } from '../values/call';

/**
 * Refuses an item of which somebody would get more SMS than *Max Segments* says. Placeholders count with
 * the values of each recipient, and as they are written where there are none.
 *
 * @param storedText of the template that the item sends
 * @throws NodeOperationError
 */
export function refuseSegments(
	context: OfNode,
	{ requests, maximums }: Pick<PreparedItem, 'requests' | 'maximums'>,
	itemIndex: number,
	storedText?: string,
): void {
	const most = maximums?.segments;
	if (most === undefined) return;
	const segments = segmentsIn(requests, storedText);
	if (segments <= most) return;
	throw itemError(
		context,
		itemIndex,
		`The text needs ${segments} SMS, and 'Max Segments' is ${most}`,
		"Nothing was sent for it. Shorten the message, turn on 'Smart Encoding' if it holds typographic signs, or raise 'Max Segments' under 'Options'.",
	);
}

/** SMS of the recipient who gets most of them, all parts of the text together; an email is none. */
export function segmentsIn(requests: readonly PreparedRequest[], storedText = ''): number {
	const counted = new Map<string, number>();
	const byPerson = new Map<string, Map<number, number>>();
	const count = (text: string) => {
		const known = counted.get(text) ?? segmentsOf(text).segments;
		counted.set(text, known);
		return known;
	};
	for (const { call, fitted } of requests) {
		const base = textOf(call) ?? storedText;
		const recipients = recipientsOf(call);
		const texts: Array<[person: string, text: string]> =
			recipients.length === 0
				? [['', base]]
				: recipients
						.filter(({ type }) => isSms(type))
						.map(({ sendTo, type, message, customfields }) => [
							recipientKey(sendTo, type),
							fillPlaceholders(message || base, customfields ?? []).text,
						]);
		for (const [person, text] of texts) {
			const parts = byPerson.get(person) ?? new Map<number, number>();
			const part = fitted?.part ?? 1;
			byPerson.set(person, parts.set(part, Math.max(parts.get(part) ?? 0, count(text))));
		}
	}
	const sums = [...byPerson.values()].map((parts) =>
		[...parts.values()].reduce((sum, segments) => sum + segments, 0),
	);
	return largest(sums);
}
