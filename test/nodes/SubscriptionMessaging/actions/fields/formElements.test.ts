import type { IDataObject } from 'n8n-workflow';

import { readElements } from '../../../../../nodes/SubscriptionMessaging/actions/fields/formElements';
import { sendAndWait } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendAndWait.operation';
import { entered } from '../entered';

const read = (...values: IDataObject[]) =>
	readElements(entered(sendAndWait, { formFields: { values } }));
const options = (...texts: unknown[]) => ({
	fieldOptions: { values: texts.map((option) => ({ option })) },
});

test('a field is a text by its label, unless it says more', () => {
	expect(read({ fieldLabel: ' Name ' })).toEqual([
		{ type: 'text', name: 'Name', label: 'Name', required: false, options: [] },
	]);
	expect(
		read({
			fieldLabel: 'Name',
			fieldType: 'email',
			fieldName: ' mail ',
			placeholder: 'you@example.com',
			defaultValue: 'ann@example.com',
			requiredField: true,
		}),
	).toEqual([
		{
			type: 'email',
			name: 'mail',
			label: 'Name',
			required: true,
			placeholder: 'you@example.com',
			value: 'ann@example.com',
			options: [],
		},
	]);
});

test('a hidden field has its own value, and its name for a label', () => {
	const [, hidden] = read(
		{ fieldLabel: 'Name' },
		{ fieldType: 'hiddenField', fieldName: 'order', fieldValue: '1042', defaultValue: '7' },
	);
	expect(hidden).toMatchObject({
		type: 'hiddenField',
		name: 'order',
		label: 'order',
		value: '1042',
	});
});

test('HTML is shown as text, and needs no name', () => {
	const [html] = read(
		{ fieldType: 'html', html: ' <b>Hello</b> <br>you ' },
		{ fieldType: 'html', html: 'More' },
		{ fieldLabel: 'Name' },
	);
	expect(html).toMatchObject({ type: 'html', name: '', value: 'Hello \nyou' });
});

test.each([
	['spend < 500 USD, > 100 USD', 'spend < 500 USD, > 100 USD'],
	['<p>5 < 6 and 7 > 2</p><P class="x">more</P>', '5 < 6 and 7 > 2\nmore'],
	['Fish &amp; chips &lt;&euro;5&gt;', 'Fish & chips <&euro;5>'],
	['It&#39;s due&#x2e; &constructor; &#0; &#x110000;', "It's due. &constructor; &#0; &#x110000;"],
	['a<br/>b<hr>c<!-- no -->d', 'a\nbcd'],
])('HTML %j is shown as %j', (html, value) => {
	expect(read({ fieldType: 'html', html }, { fieldLabel: 'Name' })[0]).toMatchObject({ value });
});

test.each(['dropdown', 'checkbox', 'radio'])('a %s has what can be chosen', (fieldType) => {
	const [field] = read({ fieldLabel: 'Size', fieldType, ...options(' S ', '', null, 'M') });
	expect(field).toMatchObject({ options: ['S', 'M'] });
	for (const none of [{}, options(), options(' ')]) {
		expect(() => read({ fieldLabel: 'Size', fieldType, ...none })).toThrow(
			`'Form Elements' has nothing to choose in "Size" [item 0]`,
		);
	}
});

test('options of a field that has none to choose are left out', () => {
	expect(read({ fieldLabel: 'Name', ...options('S') })[0]?.options).toEqual([]);
});

test('files are several of any type, unless it says otherwise', () => {
	expect(read({ fieldLabel: 'Photo', fieldType: 'file' })[0]).toMatchObject({ multiple: true });
	expect(
		read({
			fieldLabel: 'Photo',
			fieldType: 'file',
			multipleFiles: false,
			acceptFileTypes: '.jpg',
		})[0],
	).toMatchObject({ multiple: false, accept: '.jpg' });
	expect(read({ fieldLabel: 'Name' })[0]).not.toHaveProperty('multiple');
});

test.each<[string, IDataObject[], string, string]>([
	['nothing', [], 'has no field to fill in', 'Add the fields'],
	[
		'only what is shown',
		[
			{ fieldType: 'html', html: 'Hi' },
			{ fieldType: 'hiddenField', fieldName: 'a' },
		],
		'has no field to fill in',
		'Add the fields',
	],
	[
		'a field without a label',
		[{ fieldLabel: 'a' }, { fieldLabel: ' ' }],
		'has a field without a label',
		"'Label' or 'Custom Field Name' of field 2",
	],
	[
		'a hidden field without a name',
		[{ fieldType: 'hiddenField', fieldValue: 'x' }, { fieldLabel: 'a' }],
		'has a field without a label',
		"'Custom Field Name' of field 1",
	],
	[
		'two values of one name',
		[{ fieldLabel: 'a' }, { fieldLabel: 'b', fieldName: 'a' }],
		'has two fields "a"',
		"another 'Custom Field Name'",
	],
])('a form with %s is refused', (_what, values, problem, fix) => {
	expect(() => read(...values)).toThrow(
		expect.objectContaining({
			message: `'Form Elements' ${problem} [item 0]`,
			description: expect.stringContaining(fix) as string,
		}),
	);
});

test('a type that does not exist is refused by the name of the field', () => {
	expect(() => read({ fieldLabel: 'a', fieldType: 'rating' })).toThrow(
		"'Element Type' must be one of",
	);
});
