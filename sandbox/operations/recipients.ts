import { characters } from '../fields';
import type { CustomField, Delivery } from '../messages';
import { Refusal } from '../refusal';
import { MAX, type Call } from './operation';

export interface Recipient {
	/** Names the recipient in a refusal. */
	where: string;
	delivery: Omit<Delivery, 'text'>;
	fields: CustomField[];
	/** The recipient's own message, '' for the base message. */
	message: string;
}

export function recipients(call: Call): Recipient[] {
	const list = call.parameters.object('recipientList', '')?.list('recipients', 'recipient') ?? [];
	return list.map((recipient, index) => {
		const type = recipient.integer('type');
		const carrier = recipient.text('carrier');
		if (type === null) throw recipient.invalid('type', 'is required');
		if (type < 1 || type > 6) throw recipient.invalid('type', 'must be a number from 1 to 6');
		if (!/^\d{0,4}$/.test(carrier)) {
			throw recipient.invalid('carrier', 'must be a number of at most 4 digits');
		}
		return {
			where: `recipient ${index + 1}`,
			delivery: {
				sendTo: recipient.required('sendTo'),
				type,
				carrier: carrier === '' ? null : Number(carrier),
				country: recipient.text('country'),
				locale: recipient.text('locale'),
			},
			fields: recipient
				.list('customfields', 'custom field')
				.map((field) => ({ name: field.required('name'), value: field.text('value') })),
			message: recipient.text('message'),
		};
	});
}

/** The recipients of a send that is never to everyone. */
export function someRecipients(call: Call): Recipient[] {
	const listed = recipients(call);
	if (listed.length === 0) throw new Refusal('recipientsMissing', 'A recipient list is required');
	return listed;
}

/** 160 characters in English, which a missing locale means; else 70 UTF-16 units (Limits). */
export function checkLocalizedText(where: string, text: string, locale: string): void {
	const english = locale === '' || /^en(?:[-_]|$)/i.test(locale);
	const length = english ? characters(text) : text.length;
	const max = english ? MAX.text : MAX.textNotEnglish;
	if (length > max) {
		throw new Refusal(
			'fieldTooLong',
			`${where}: message has ${length} characters, allowed are ${max} for ${locale || 'English'}`,
		);
	}
}
