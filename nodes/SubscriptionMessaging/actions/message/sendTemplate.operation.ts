import type { INodeProperties } from 'n8n-workflow';

import type { Entered, GivenStruct, Recipient } from '../../service/contract/call';
import { placeholdersIn } from '../../service/text/messageText';
import type { ItemFields } from '../fields/itemFields';
import type { ItemRequest } from '../fields/itemRequest';
import type { OperationOf } from '../operation/operation';
import { fittedTexts, preview } from '../fields/message';
import { simplifyField } from '../fields/output';
import {
	enteredStatusUrl,
	enteredTicket,
	listOptions,
	sendOptions,
	textOptions,
} from '../fields/sendOptions';
import { readRecipients, recipientFields } from '../fields/recipients';
import { refuseUnfilledInTemplate, unfilledPlaceholders } from '../fields/placeholders';
import { withOwnCustomFields, type CustomField } from '../fields/customFields';
import {
	placeholders,
	storedTextNotice,
	templateDescription,
	templateId,
	templateSubject,
	templateText,
	templateTitle,
	STORED_PLACEHOLDERS,
	TEXT_PLACEHOLDERS,
	whereEntered,
	whereStored,
} from '../fields/template';
import { smartened, type Smartened } from '../fields/smartText';
import { sendingGroup } from '../fields/unit';

const templateSource = {
	displayName: 'Template Source',
	name: 'templateSource',
	type: 'options',
	options: [
		{
			name: 'Stored Template',
			value: 'stored',
			description: 'A template stored at the service',
		},
		{ name: 'Text', value: 'text', description: 'A text entered here' },
	],
	default: 'stored',
	description: 'Where the text comes from',
} as const satisfies INodeProperties;

const thread: INodeProperties = {
	displayName: 'Thread',
	name: 'thread',
	type: 'boolean',
	default: false,
	description:
		'Whether to set the thread flag of the request. The service does not document what it does.',
};

export const sendTemplateMessage: OperationOf<'sendTemplateMessage'> = {
	value: 'sendTemplate',
	name: 'Send Template',
	action: 'Send message from template',
	description: 'Send a template, with its placeholders filled for each recipient',
	calls: ['sendTemplateMessage'],
	properties: [
		sendingGroup,
		templateSource,
		{ ...templateId, displayOptions: whereStored },
		...storedTextNotice,
		{
			...templateText,
			required: true,
			description: `${templateText.description} At most 160 characters, before placeholders are filled.`,
			hint: 'At most 160 characters, before placeholders are filled',
			displayOptions: whereEntered,
		},
		...placeholders,
		...recipientFields(),
		{
			displayName: 'Additional Fields',
			name: 'templateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			displayOptions: whereEntered,
			options: [
				templateDescription,
				{
					displayName: 'ID',
					name: 'id',
					type: 'string',
					default: '',
					description: 'ID to send along with the text',
				},
				templateSubject,
				templateTitle,
			],
		},
		preview,
		simplifyField,
		sendOptions(...listOptions, ...textOptions, thread, unfilledPlaceholders),
	],
	request: (fields) => {
		const { recipientList: entered, skipped, fromItems } = readRecipients(fields);
		const recipientList = withPlaceholders(fields, entered.recipients);
		if (fields.choice(templateSource) === 'text') {
			refuseUnfilledInTemplate(fields, recipientList.recipients);
		}
		const chosen = fields.members('options');
		const { list, smart, templates } = templatesToSend(fields, recipientList);
		return templates.map(({ template, fitted }) => ({
			operation: 'sendTemplateMessage',
			keyword: fields.locator('keyword'),
			thread: chosen.boolean('thread'),
			skipped,
			fromItems,
			fitted,
			smart,
			parameters: {
				template,
				recipientList: list,
				custom_ticket: enteredTicket(chosen),
				status_url: enteredStatusUrl(chosen),
			},
		}));
	},
};

type List = { recipients: ReadonlyArray<Entered<Recipient>> } | undefined;

/** What is sent of a template: as many parts as *If Too Long* makes of it. */
interface Templates extends Omit<Smartened<List>, 'text'> {
	readonly templates: ReadonlyArray<{
		template: Entered<GivenStruct<'WSTemplate'>>;
		fitted?: ItemRequest['fitted'];
	}>;
}

/** The stored template, whose text is the service's own, or the text entered. */
function templatesToSend(fields: ItemFields, list: List): Templates {
	if (fields.choice(templateSource) === 'stored') {
		return { list, templates: [{ template: { id: fields.locator('id') } }] };
	}
	const text = fields.text('text');
	if (text === '') {
		throw fields.invalid("'Text' is empty", 'Enter a text, or check the expression that fills it.');
	}
	const more = fields.members('templateFields');
	const { text: whole, ...smart } = smartened(fields, text, list);
	const templates = fittedTexts(fields, whole).map(({ text: part, fitted }) => ({
		fitted,
		template: {
			id: more.text('id'),
			title: more.text('title'),
			subject: more.text('subject'),
			text: part,
			description: more.text('description'),
		},
	}));
	return { ...smart, templates };
}

/** The recipients, each with the values of the placeholders that it has no custom field of its own for. */
function withPlaceholders(fields: ItemFields, recipients: ReadonlyArray<Entered<Recipient>>) {
	const shared = sharedValues(fields);
	return {
		recipients: recipients.map((recipient) => ({
			...recipient,
			customfields: withOwnCustomFields(shared, recipient.customfields ?? []),
		})),
	};
}

/** Of an entered text, values of names that it has no more are kept in the editor, and go nowhere. */
function sharedValues(fields: ItemFields): CustomField[] {
	if (fields.choice(templateSource) === 'stored') return fields.mapped(STORED_PLACEHOLDERS);
	const names = placeholdersIn(fields.text('text'));
	return fields.mapped(TEXT_PLACEHOLDERS).filter(({ name }) => names.includes(name));
}
