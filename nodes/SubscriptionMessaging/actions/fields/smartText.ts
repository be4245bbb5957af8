import type { INodeProperties } from 'n8n-workflow';

import type { Entered, Recipient } from '../../service/contract/call';
import { isSms } from '../../service/contract/contract';
import {
	fillPlaceholders,
	isPlainSms,
	PLACEHOLDER,
	placeholdersIn,
	textLimit,
	type TextLimit,
} from '../../service/text/messageText';
import {
	describeReplacement,
	isWorthwhile,
	segmentsOfAll,
	withNeighbours,
	type Fitted,
	type Replaced,
	type SmartText,
} from '../../service/text/smartEncoding';
import { largest } from '../../service/collections/lists';
import type { ItemFields } from './itemFields';
import type { CustomField } from './customFields';
import { fittedFor } from './message';

export const smartEncoding: INodeProperties = {
	displayName: 'Smart Encoding',
	name: 'smartEncoding',
	type: 'boolean',
	default: false,
	description:
		'Whether to replace typographic quotes, dashes and the like with plain ones, where that saves SMS or makes the text fit',
};

type AnyRecipient = Entered<Recipient>;

/** The text and the list of an item, as they are sent. */
export interface Smartened<L> {
	readonly text: string;
	readonly list: L;
	/** Nothing without the option. */
	readonly smart?: SmartText;
}

type LimitFor = (recipient: AnyRecipient | undefined, text: string) => TextLimit;

/** A text as *If Too Long* has it sent, with the values of a recipient. */
type Fit = (text: string, limit: TextLimit, values?: readonly CustomField[]) => Fitted;

/**
 * The text of an item, and the texts and values of its recipients, with typographic signs replaced where
 * that is worthwhile.
 *
 * @param text of every recipient without a message of its own
 * @param list none where the text goes to everyone, or to numbers
 * @param isLocalized each recipient has the limit of its locale
 */
export function smartened<L extends { recipients: readonly AnyRecipient[] } | undefined>(
	fields: ItemFields,
	text: string,
	list: L,
	isLocalized = false,
): Smartened<L> {
	if (!fields.members('options').boolean('smartEncoding')) return { text, list };
	const limitFor: LimitFor = (recipient, own) =>
		isLocalized ? textLimit(recipient?.locale, own) : textLimit();
	const fit: Fit = (whole, limit, values = []) => {
		const filled = (part: string) => fillPlaceholders(part, values).text;
		return { whole: filled(whole), parts: fittedFor(fields, whole, limit).map(filled) };
	};
	const all = list?.recipients ?? [];
	const sms = list ? all.filter(({ type }) => isSms(type)) : [undefined];
	// What goes to calls and emails stays as it was written.
	const isForAll = all.every(({ type, message }) => message || isSms(type));
	const shared = isForAll ? sharedText(text, sms, limitFor, fit) : { text, signs: [] };
	const signs = new Set(shared.signs);
	const recipients = all.map((recipient) => {
		if (!isSms(recipient.type)) return recipient;
		const own = smartRecipient(recipient, shared.text, limitFor, fit);
		for (const sign of own.signs) signs.add(sign);
		return own.recipient;
	});
	const segmentsBefore = sms.map((recipient) => {
		const written = recipient?.message || text;
		return segmentsOfAll(fit(written, limitFor(recipient, written), fieldsOf(recipient)).parts);
	});
	return {
		text: shared.text,
		list: list && { ...list, recipients },
		smart: {
			replaced: [...signs].map(describeReplacement),
			segmentsBefore: largest(segmentsBefore),
		},
	};
}

/**
 * The text that recipients share, which is one for all of them, so that they share a request as well:
 * with placeholders, whose values decide the length, signs are replaced wherever it is plain SMS then.
 */
function sharedText(
	text: string,
	recipients: ReadonlyArray<AnyRecipient | undefined>,
	limitFor: LimitFor,
	fit: Fit,
): Replaced {
	const replaced = withNeighbours(text);
	if (replaced.text === text) return replaced;
	const hasPlaceholders = placeholdersIn(text).length > 0;
	const isPlain = isPlainSms(replaced.text.replace(PLACEHOLDER, ''));
	const isBetter = recipients.some((recipient) => {
		if (recipient?.message) return false;
		const limit = limitFor(recipient, text);
		const after = fit(replaced.text, limit);
		if (!hasPlaceholders) return isWorthwhile(fit(text, limit), after, limit);
		const fits = (part: string) => limit.length(part) <= limit.max;
		return isPlain && (fits(after.whole) || (!fits(text) && after.parts.every(fits)));
	});
	return isBetter ? replaced : { text, signs: [] };
}

/** A recipient with the signs of its own message and values replaced, where that is worthwhile. */
function smartRecipient(
	recipient: AnyRecipient,
	shared: string,
	limitFor: LimitFor,
	fit: Fit,
): { recipient: AnyRecipient; signs: readonly string[] } {
	const { message } = recipient;
	const given = fieldsOf(recipient);
	const own = message ? withNeighbours(message) : { text: shared, signs: [] };
	const values = given.map(({ value }) => withNeighbours(value ?? ''));
	const customfields = given.map((field, index) => ({ ...field, value: values[index]!.text }));
	const signs = [own, ...values].flatMap((one) => one.signs);
	if (signs.length === 0) return { recipient, signs };
	const written = message || shared;
	const limit = limitFor(recipient, fillPlaceholders(written, given).text);
	const before = fit(written, limit, given);
	if (!isWorthwhile(before, fit(own.text, limit, customfields), limit)) {
		return { recipient, signs: [] };
	}
	return {
		recipient: {
			...recipient,
			...(message && { message: own.text }),
			...(given.length > 0 && { customfields }),
		},
		signs,
	};
}

function fieldsOf(recipient: AnyRecipient | undefined): readonly CustomField[] {
	return recipient?.customfields ?? [];
}
