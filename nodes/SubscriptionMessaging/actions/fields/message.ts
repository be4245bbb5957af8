import type { INodeProperties } from 'n8n-workflow';

import {
	shorten,
	splitIntoMessages,
	textLimit,
	type TextLimit,
} from '../../service/text/messageText';
import type { Entered, Recipient } from '../../service/contract/call';
import { largest } from '../../service/collections/lists';
import type { ItemFields } from './itemFields';
import type { ItemRequest } from './itemRequest';

/** Text of a send; at most 160 characters (Limits). */
export const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 3 },
	required: true,
	default: '',
	placeholder: 'e.g. The office is closed today',
	description: 'Text of the message, at most 160 characters',
	hint: 'At most 160 characters',
};

export const ifTooLong = {
	displayName: 'If Too Long',
	name: 'ifTooLong',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'Send nothing, and say how many characters are too many',
		},
		{ name: 'Shorten', value: 'shorten', description: 'Cut at a word and end with three dots' },
		{
			name: 'Split Into Several Messages',
			value: 'split',
			description: 'Cut between words, and send the parts one after the other',
		},
	],
	default: 'fail',
	description: 'What to do with a message that is too long for the service',
} as const satisfies INodeProperties;

export const preview: INodeProperties = {
	displayName: 'Preview',
	name: 'preview',
	type: 'boolean',
	default: false,
	description:
		'Whether to send nothing and show the text of each recipient, its length and unfilled placeholders',
};

/** A text as it is sent: one, or several by *If Too Long*. */
export function fittedTexts(
	fields: ItemFields,
	text: string,
): Array<{ text: string; fitted?: ItemRequest['fitted'] }> {
	const texts = fittedFor(fields, text, textLimit());
	return texts.map((part, index) => ({ text: part, fitted: partOf(fields, index, texts.length) }));
}

/** One part of a localized send: those recipients whose text has such a part. */
interface LocalizedPart {
	message: string;
	recipients: ReadonlyArray<Entered<Recipient>>;
	fitted?: ItemRequest['fitted'];
}

/** A localized message, fitted by the locale of each recipient (Limits; Sending rules, 4). */
export function fitPerRecipient(
	fields: ItemFields,
	base: string,
	recipients: ReadonlyArray<Entered<Recipient>>,
): LocalizedPart[] {
	if (!partOf(fields, 0, 1)) return [{ message: base, recipients }];
	const texts = recipients.map((recipient) => {
		const text = String(recipient.message ?? base);
		return fittedFor(fields, text, textLimit(recipient.locale, text));
	});
	const baseParts = fittedFor(fields, base, textLimit(undefined, base));
	const parts = Math.max(1, largest(texts.map(({ length }) => length)));
	return Array.from({ length: parts }, (_part, index) => ({
		message: baseParts[index] ?? baseParts[0] ?? base,
		fitted: partOf(fields, index, parts),
		recipients: recipients.flatMap((recipient, position) => {
			const text = texts[position]?.[index];
			return text === undefined ? [] : [{ ...recipient, message: text }];
		}),
	}));
}

/** Nothing where *If Too Long* asks for no fitting. */
function partOf(fields: ItemFields, index: number, parts: number): ItemRequest['fitted'] {
	const choice = fields.members('options').choice(ifTooLong) ?? 'fail';
	return choice === 'fail' ? undefined : { part: index + 1, parts };
}

/** A text in as many parts as *If Too Long* makes of it. */
export function fittedFor(fields: ItemFields, text: string, limit: TextLimit): string[] {
	switch (fields.members('options').choice(ifTooLong)) {
		case 'shorten':
			return [shorten(text, limit)];
		case 'split':
			return splitIntoMessages(text, limit);
		default:
			return [text];
	}
}
