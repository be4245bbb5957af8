import type { INodeProperties } from 'n8n-workflow';

import type { Entered, Recipient } from '../../service/contract/call';
import { namedFew } from '../../service/errors/sentence';
import { unfilledInMessage, unfilledInTemplate } from '../../service/text/messageText';
import type { ItemFields } from './itemFields';
import { withOwnCustomFields, type CustomField } from './customFields';
import { placeIn } from './entryPlace';

export const unfilledPlaceholders = {
	displayName: 'Unfilled Placeholders',
	name: 'unfilledPlaceholders',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Send nothing and name the placeholders' },
		{ name: 'Send Anyway', value: 'send', description: 'Send the text with its braces' },
	],
	default: 'fail',
	description: 'What to do with placeholders, such as {name}, that no custom field fills',
} as const satisfies INodeProperties;

/** Where every send to recipients has their values. */
const FILL =
	"'Custom Fields' ('Recipients' One by One, or in 'Recipient Fields'), or correct its name.";

const FILL_OR_SEND = `${FILL} To send the braces, choose Send Anyway as 'Unfilled Placeholders' under 'Options'.`;

/** How to mend a placeholder of a template that no value fills. */
export const FILL_IN_TEMPLATE = `Fill it under 'Placeholders' or ${FILL_OR_SEND}`;

/** As in `{order}, {name} and 2 more`. */
export function listedNames(placeholders: readonly string[]): string {
	return namedFew(
		placeholders.map((name) => `{${name}}`),
		3,
	);
}

/** Whether placeholders are to be checked: a preview shows them, and an option sends them anyway. */
export function checksPlaceholders(fields: ItemFields): boolean {
	const options = fields.members('options');
	return !fields.boolean('preview') && options.choice(unfilledPlaceholders) !== 'send';
}

/**
 * The recipients of a send whose *Message* goes to everyone without a message of their own, each with the
 * custom fields that have a value.
 *
 * @param base what goes to whoever has no message of their own, and the field that holds it
 * @throws NodeOperationError where they leave a placeholder of a message unfilled
 */
export function withFilledMessages<L extends { recipients: ReadonlyArray<Entered<Recipient>> }>(
	fields: ItemFields,
	{ recipients: entered }: L,
	base = fields.text('message'),
	field = 'message',
) {
	const known = new Set(
		entered.flatMap(({ customfields = [] }) => customfields?.map(nameOf) ?? []),
	);
	const recipients = entered.map((recipient) => ({
		...recipient,
		customfields: withOwnCustomFields([], recipient.customfields ?? []),
	}));
	if (checksPlaceholders(fields)) {
		refusePlaceholder(fields, field, recipients, ({ message, customfields }) =>
			unfilledInMessage(message || base, customfields ?? [], known),
		);
	}
	return { recipients };
}

function nameOf({ name }: CustomField): string {
	return name ?? '';
}

/** @throws NodeOperationError where a recipient leaves a placeholder of the *Text* of a template unfilled */
export function refuseUnfilledInTemplate(
	fields: ItemFields,
	recipients: ReadonlyArray<Entered<Recipient>>,
): void {
	if (!checksPlaceholders(fields)) return;
	const text = fields.text('text');
	refusePlaceholder(fields, 'text', recipients, ({ customfields }) =>
		unfilledInTemplate(text, customfields ?? []),
	);
}

function refusePlaceholder(
	fields: ItemFields,
	field: string,
	recipients: ReadonlyArray<Entered<Recipient>>,
	unfilledFor: (recipient: Entered<Recipient>) => string[],
): void {
	for (const [position, recipient] of recipients.entries()) {
		const unfilled = unfilledFor(recipient);
		if (unfilled.length === 0) continue;
		const place = placeIn(recipients, position);
		throw fields.invalid(
			`'${fields.displayName(field)}' has no value for ${listedNames(unfilled)}${place.of}`,
			// A question lacks the option to send braces.
			`${place.sentence}Fill it under ${field === 'line' ? FILL : FILL_OR_SEND}`,
		);
	}
}
