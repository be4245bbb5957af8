import type { INodeProperties } from 'n8n-workflow';

import type { FieldSet, ItemFields } from './itemFields';
import { choiceField, textField, valuesField } from './shapes';

/** One field of a form, by the names and types of n8n's own forms. */
export interface FormElement {
	type: ElementType;
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

const elementType = choiceField(
	'Element Type',
	'fieldType',
	// In the order of their names.
	{
		checkbox: 'Checkboxes',
		html: 'Custom HTML (Shown as Text)',
		date: 'Date',
		dropdown: 'Dropdown',
		email: 'Email',
		file: 'File',
		hiddenField: 'Hidden Field',
		number: 'Number',
		password: 'Password',
		radio: 'Radio Buttons',
		text: 'Text Input',
		textarea: 'Textarea',
	},
	'text',
);

type ElementType = (typeof elementType.options)[number]['value'];

const CHOICES: readonly ElementType[] = ['dropdown', 'checkbox', 'radio'];

/** The member that holds the value, where it is not that of the default value. */
const VALUE_OF: Readonly<Partial<Record<ElementType, string>>> = {
	hiddenField: 'fieldValue',
	html: 'html',
};

const hide = (...fieldType: ElementType[]) => ({ displayOptions: { hide: { fieldType } } });
const show = (...fieldType: ElementType[]) => ({ displayOptions: { show: { fieldType } } });

/** In the order in which a field is made. */
const MEMBERS: INodeProperties[] = [
	textField('Label', 'fieldLabel', {
		placeholder: 'e.g. What is your name?',
		...hide('hiddenField', 'html'),
	}),
	elementType,
	textField('Custom Field Name', 'fieldName', {
		description: 'Name of the value in the output, in place of the label',
		...hide('html'),
	}),
	textField('Placeholder', 'placeholder', show('text', 'textarea', 'email', 'number', 'password')),
	textField('Default Value', 'defaultValue', hide('file', 'hiddenField', 'html', 'password')),
	textField('Field Value', 'fieldValue', show('hiddenField')),
	valuesField(
		'Field Options',
		'fieldOptions',
		'Add Field Option',
		[textField('Option', 'option')],
		{ typeOptions: { multipleValues: true, sortable: true }, ...show(...CHOICES) },
	),
	textField('HTML', 'html', { typeOptions: { rows: 3 }, ...show('html') }),
	{
		displayName: 'Multiple Files',
		name: 'multipleFiles',
		type: 'boolean',
		default: true,
		description: 'Whether more than one file can be given',
		...show('file'),
	},
	textField('Accepted File Types', 'acceptFileTypes', {
		placeholder: 'e.g. .jpg, .png',
		...show('file'),
	}),
	{
		displayName: 'Required Field',
		name: 'requiredField',
		type: 'boolean',
		default: false,
		description: 'Whether the field has to be filled in',
		...hide('hiddenField', 'html'),
	},
];

export const elements = valuesField('Form Elements', 'formFields', 'Add Form Element', MEMBERS, {
	typeOptions: { multipleValues: true, sortable: true },
	displayOptions: { show: { responseType: ['customForm'] } },
});

/** @throws NodeOperationError where the form could not be shown, or two values had the same name */
export function readElements(fields: ItemFields): FormElement[] {
	const rows = fields.rows(elements.name, 'values');
	const read = rows.map((row, position) => elementOf(fields, row, position));
	const answered = read.filter(({ type }) => type !== 'html' && type !== 'hiddenField');
	if (answered.length === 0) {
		throw refused(fields, 'has no field to fill in', 'Add the fields of the form.');
	}
	const names = read.filter(({ type }) => type !== 'html').map((element) => element.name);
	const twice = names.find((one, index) => names.indexOf(one) !== index);
	if (twice === undefined) return read;
	throw refused(
		fields,
		`has two fields "${twice}"`,
		"Give one of them another 'Custom Field Name'.",
	);
}

function refused(fields: ItemFields, problem: string, fix: string) {
	return fields.invalid(`'${elements.displayName}' ${problem}`, fix);
}

function elementOf(fields: ItemFields, row: FieldSet, position: number): FormElement {
	const type = row.choice(elementType) ?? 'text';
	const label = row.text('fieldLabel')?.trim() ?? '';
	const name = row.text('fieldName')?.trim() || label;
	if (name === '' && type !== 'html') {
		const fix = `Enter 'Label' or 'Custom Field Name' of field ${position + 1}.`;
		throw refused(fields, 'has a field without a label', fix);
	}
	const options = CHOICES.includes(type)
		? row.rows('fieldOptions', 'values').flatMap((option) => option.text('option')?.trim() || [])
		: [];
	if (CHOICES.includes(type) && options.length === 0) {
		throw refused(fields, `has nothing to choose in "${name}"`, "Add 'Field Options'.");
	}
	const value = row.text(VALUE_OF[type] ?? 'defaultValue');
	const placeholder = row.text('placeholder');
	return {
		type,
		name,
		label: label || name,
		required: row.boolean('requiredField') ?? false,
		...(placeholder && { placeholder }),
		...(value && { value: type === 'html' ? shownOf(value) : value }),
		options,
		...(type === 'file' && {
			multiple: row.boolean('multipleFiles') ?? true,
			accept: row.text('acceptFileTypes'),
		}),
	};
}

const SIGNS: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	nbsp: ' ',
};

function signOf(reference: string, name: string): string {
	if (!name.startsWith('#')) return SIGNS[name] ?? reference;
	const code = Number(name.slice(1).replace(/^x/i, '0x'));
	return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
}

/** What a browser would show of HTML, without its layout. Of its references, those of `SIGNS` and by number are read. */
function shownOf(html: string): string {
	return html
		.replace(/<(?:br|\/(?:p|div|li|h\d|tr))\b[^<>]*>/gi, '\n')
		.replace(/<[/!]?[a-z-][^<>]*>/gi, '')
		.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|\w{2,4});/gi, signOf)
		.trim();
}
