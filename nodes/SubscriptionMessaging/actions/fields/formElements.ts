import type { INodeProperties } from 'n8n-workflow';

import type { FieldSet, ItemFields } from '../itemFields';

/** One field of a form, by the names and types of n8n's own forms. */
export interface FormElement {
	type: (typeof ELEMENT_TYPES)[number];
	/** Under which its value is in the output. */
	name: string;
	label: string;
	required: boolean;
	placeholder?: string;
	/** What it holds at first; of a hidden field, what it is; of text to show, the text. */
	value?: string;
	/** To choose from. */
	options: string[];
	/** Of files. */
	multiple?: boolean;
	accept?: string;
}

const ELEMENT_TYPES = [
	'checkbox',
	'html',
	'date',
	'dropdown',
	'email',
	'file',
	'hiddenField',
	'number',
	'password',
	'radio',
	'text',
	'textarea',
] as const;

const CHOICES: ReadonlySet<string> = new Set(['dropdown', 'checkbox', 'radio']);
const hide = (...fieldType: Array<FormElement['type']>) => ({ hide: { fieldType } });
const show = (...fieldType: Array<FormElement['type']>) => ({ show: { fieldType } });

/** In the order in which a field is made. */
const MEMBERS: INodeProperties[] = [
	{
		displayName: 'Label',
		name: 'fieldLabel',
		type: 'string',
		default: '',
		placeholder: 'e.g. What is your name?',
		displayOptions: hide('hiddenField', 'html'),
	},
	{
		displayName: 'Element Type',
		name: 'fieldType',
		type: 'options',
		options: [
			{ name: 'Checkboxes', value: 'checkbox' },
			{ name: 'Custom HTML (Shown as Text)', value: 'html' },
			{ name: 'Date', value: 'date' },
			{ name: 'Dropdown', value: 'dropdown' },
			{ name: 'Email', value: 'email' },
			{ name: 'File', value: 'file' },
			{ name: 'Hidden Field', value: 'hiddenField' },
			{ name: 'Number', value: 'number' },
			{ name: 'Password', value: 'password' },
			{ name: 'Radio Buttons', value: 'radio' },
			{ name: 'Text Input', value: 'text' },
			{ name: 'Textarea', value: 'textarea' },
		],
		default: 'text',
	},
	{
		displayName: 'Custom Field Name',
		name: 'fieldName',
		type: 'string',
		default: '',
		description: 'Name of the value in the output, in place of the label',
		displayOptions: hide('html'),
	},
	{
		displayName: 'Placeholder',
		name: 'placeholder',
		type: 'string',
		default: '',
		displayOptions: show('text', 'textarea', 'email', 'number', 'password'),
	},
	{
		displayName: 'Default Value',
		name: 'defaultValue',
		type: 'string',
		default: '',
		displayOptions: hide('file', 'hiddenField', 'html', 'password'),
	},
	{
		displayName: 'Field Value',
		name: 'fieldValue',
		type: 'string',
		default: '',
		displayOptions: show('hiddenField'),
	},
	{
		displayName: 'Field Options',
		name: 'fieldOptions',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Field Option',
		default: {},
		displayOptions: show('dropdown', 'checkbox', 'radio'),
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [{ displayName: 'Option', name: 'option', type: 'string', default: '' }],
			},
		],
	},
	{
		displayName: 'HTML',
		name: 'html',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		displayOptions: show('html'),
	},
	{
		displayName: 'Multiple Files',
		name: 'multipleFiles',
		type: 'boolean',
		default: true,
		description: 'Whether more than one file can be given',
		displayOptions: show('file'),
	},
	{
		displayName: 'Accepted File Types',
		name: 'acceptFileTypes',
		type: 'string',
		default: '',
		placeholder: 'e.g. .jpg, .png',
		displayOptions: show('file'),
	},
	{
		displayName: 'Required Field',
		name: 'requiredField',
		type: 'boolean',
		default: false,
		description: 'Whether nobody can answer without it',
		displayOptions: hide('hiddenField', 'html'),
	},
];

export const elements: INodeProperties = {
	displayName: 'Form Elements',
	name: 'formFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Form Element',
	default: {},
	displayOptions: { show: { responseType: ['customForm'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: MEMBERS,
		},
	],
};

/** @throws NodeOperationError where the form could not be shown, or two values had the same name */
export function readElements(fields: ItemFields): FormElement[] {
	const name = 'formFields';
	const rows = fields.rows(name, 'values');
	const read = rows.map((row, position) => elementOf(fields, name, row, position));
	const answered = read.filter(({ type }) => type !== 'html' && type !== 'hiddenField');
	if (answered.length === 0) {
		throw refused(fields, name, 'has no field to fill in', 'Add the fields of the form.');
	}
	const names = read.filter(({ type }) => type !== 'html').map((element) => element.name);
	const twice = names.find((one, index) => names.indexOf(one) !== index);
	if (twice === undefined) return read;
	throw refused(
		fields,
		name,
		`has two fields "${twice}"`,
		'Give one of them another label, or a name of its own.',
	);
}

function refused(fields: ItemFields, name: string, problem: string, fix: string) {
	return fields.invalid(`'${fields.displayName(name)}' ${problem}`, fix);
}

function elementOf(fields: ItemFields, list: string, row: FieldSet, position: number): FormElement {
	const type = row.choice('fieldType', ELEMENT_TYPES) ?? 'text';
	const label = row.text('fieldLabel')?.trim() ?? '';
	const name = row.text('fieldName')?.trim() || label;
	const place = `(entry ${position + 1})`;
	if (name === '' && type !== 'html') {
		throw refused(fields, list, `${place} has no label`, 'Enter a label for each field.');
	}
	const options = CHOICES.has(type)
		? row.rows('fieldOptions', 'values').flatMap((option) => option.text('option')?.trim() || [])
		: [];
	if (CHOICES.has(type) && options.length === 0) {
		throw refused(fields, list, `${place} has nothing to choose`, 'Add its options.');
	}
	const given = { hiddenField: 'fieldValue', html: 'html' }[type as string] ?? 'defaultValue';
	const value = row.text(given);
	const placeholder = row.text('placeholder');
	return {
		type,
		name,
		label: label || name,
		required: row.boolean('requiredField') ?? false,
		...(placeholder && { placeholder }),
		...(value && { value: type === 'html' ? value.replace(/<[^<>]*>/g, '').trim() : value }),
		options,
		...(type === 'file' && {
			multiple: row.boolean('multipleFiles') ?? true,
			accept: row.text('acceptFileTypes'),
		}),
	};
}
