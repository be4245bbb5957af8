import type { INodeProperties } from 'n8n-workflow';

import { notice, shownBy } from './notice';

/** `id` of a WSTemplate, chosen from the templates of the unit. */
export const templateId: INodeProperties = {
	displayName: 'Template',
	name: 'id',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'One of the templates of what is chosen above',
	builderHint: { propertyHint: 'The ID of the template, and not its title, in both modes' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Order ready (order-ready)',
			typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. order-ready' },
	],
};

export const deletedTemplateId: INodeProperties = {
	...templateId,
	default: { mode: 'id', value: '' },
	description: 'ID of a deleted template of the group, division or company above',
};

export const templateTitle: INodeProperties = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Order ready',
};

export const templateSubject: INodeProperties = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
	placeholder: 'e.g. Your order',
	description: 'Subject of the template',
};

export const templateText: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Hi {name}, your order is ready',
	description:
		'Body of the message. Placeholders in braces, such as {name}, are filled from the custom field of the same name of each recipient.',
};

export const templateDescription: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
	placeholder: 'e.g. Sent when an order can be picked up',
};

/** Shows a field for a stored template. */
export const whereStored = { show: { templateSource: ['stored'] } };

/** Shows a field for a text that is entered in place of a stored template. */
export const whereEntered = { show: { templateSource: ['text'] } };

const TEMPLATE_CHOICE = ['templateSource', 'keyword.value', 'id.value'];

/** Shows the stored text; has no value. */
export const storedTextNotice = notice(
	{
		displayName: 'Stored Text',
		name: 'storedText',
		description: 'Shows the text of the template and its length',
		displayOptions: whereStored,
	},
	'showStoredText',
	TEMPLATE_CHOICE,
);

/** Values for a stored template. */
export const STORED_PLACEHOLDERS = 'placeholders';

const placeholderValues = {
	displayName: 'Placeholders',
	name: STORED_PLACEHOLDERS,
	description:
		'Values that fill the placeholders of the text. A custom field that a recipient has of its own comes first.',
	builderHint: {
		propertyHint:
			'value holds what fills each placeholder, by its name: in placeholders for a stored template, in textPlaceholders for a text',
	},
};

/** Values for an entered text. */
export const TEXT_PLACEHOLDERS = 'textPlaceholders';

/** How the editor stores a mapper without values; the types know no rule for an empty object. */
const NO_VALUE = {
	[`/${TEXT_PLACEHOLDERS}.value`]: [{ _cnd: { eq: {} as never } }, null],
};

/**
 * Values of the placeholders, by their names. The editor empties a mapper when a field changes that
 * it follows: that of an entered text follows it until there is a value to lose.
 */
export const placeholders: INodeProperties[] = [
	{
		...placeholderValues,
		...shownBy('getPlaceholders', TEMPLATE_CHOICE),
		displayOptions: whereStored,
	},
	...notice(
		{
			displayName: 'New Placeholders',
			name: 'newPlaceholders',
			description: 'Names placeholders of the text that have no field yet',
			displayOptions: { ...whereEntered, hide: NO_VALUE },
		},
		'showNewPlaceholders',
		['text', `${TEXT_PLACEHOLDERS}.schema.length`],
	),
	{
		...placeholderValues,
		name: TEXT_PLACEHOLDERS,
		...shownBy('getPlaceholders', ['text']),
		displayOptions: { show: { ...whereEntered.show, ...NO_VALUE } },
	},
	{
		...placeholderValues,
		name: TEXT_PLACEHOLDERS,
		...shownBy('getPlaceholders'),
		displayOptions: { ...whereEntered, hide: NO_VALUE },
	},
];
