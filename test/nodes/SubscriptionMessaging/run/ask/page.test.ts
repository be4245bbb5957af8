import type { FormElement } from '../../../../../nodes/SubscriptionMessaging/actions/fields/formElements';
import { notePage, questionPage } from '../../../../../nodes/SubscriptionMessaging/run/ask/page';
import { wordsFor } from '../../../../../nodes/SubscriptionMessaging/run/ask/words';

const words = wordsFor('en');
const HOSTILE = `</p><script>alert(1)</script>"'&<img src=x onerror=alert(1)>`;
const question = {
	type: 'approval' as const,
	message: 'Sure?',
	approve: 'Yes',
	elements: [] as FormElement[],
};
const pageOf = (more: object, given?: Record<string, string[]>, wrong?: string[]) =>
	questionPage(words, 'nonce', {
		kept: { question: { ...question, ...more }, title: 'Front office' },
		person: '18015551001',
		token: 'TOKEN',
		...(given && { given }),
		...(wrong && { wrong }),
	});
const element = (more: Partial<FormElement>): FormElement => ({
	type: 'text',
	name: 'field',
	label: 'Field',
	required: false,
	options: [],
	...more,
});

it('has one button, or two with labels of one’s own', () => {
	expect(pageOf({}).match(/<button[^>]*>[^<]*/g)).toEqual([
		'<button name="decision" value="approve" dir="auto">Yes',
	]);
	expect(pageOf({ decline: 'No' }).match(/value="(approve|decline)"/g)).toHaveLength(2);
});

it('shows whatever it is given as text', () => {
	const all = pageOf({
		message: HOSTILE,
		approve: HOSTILE,
		decline: HOSTILE,
	});
	const form = pageOf(
		{
			type: 'customForm',
			message: HOSTILE,
			elements: (
				['text', 'textarea', 'dropdown', 'radio', 'checkbox', 'html', 'date', 'file'] as const
			).map((type) =>
				element({
					type,
					label: HOSTILE,
					placeholder: HOSTILE,
					value: HOSTILE,
					options: [HOSTILE],
					accept: HOSTILE,
				}),
			),
		},
		{ f0: [HOSTILE], f1: [HOSTILE] },
		[HOSTILE],
	);
	const note = notePage(words, 'nonce', HOSTILE, HOSTILE);
	for (const html of [all, form, note]) {
		expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>"|"'&</);
		expect(html).toContain('&lt;script&gt;');
	}
});

it('keeps the lines of a long question, and stays light', () => {
	const html = pageOf({ message: 'Line one\nLine two', decline: 'No' });
	expect(html).toContain('Line one\nLine two');
	expect(html).toMatch(/white-space:pre-wrap/);
	expect(html).toMatch(/color-scheme:light dark/);
	expect(Buffer.byteLength(html)).toBeLessThan(10_000);
});

it('labels each field, and says which are required and which are wrong', () => {
	const elements = [
		element({ label: 'Name', required: true }),
		element({ type: 'email', label: 'Email' }),
		element({ type: 'password', label: 'Secret' }),
		element({ type: 'dropdown', label: 'Colour', options: ['red', 'blue'], value: 'blue' }),
		element({ type: 'checkbox', label: 'Extras', options: ['a', 'b'], value: 'a, b' }),
		element({ type: 'radio', label: 'Size', options: ['S', 'L'], required: true }),
		element({ type: 'hiddenField', label: 'secret', value: 'do not show' }),
	];
	const html = pageOf({ type: 'customForm', elements }, undefined, ['Name']);

	expect(html).toContain('enctype="multipart/form-data"');
	expect(html).toContain('<label for="f0" dir="auto">Name *</label>');
	expect(html).toMatch(/<input id="f0" name="f0" type="text"[^>]* required>/);
	expect(html).toContain('<option selected>blue</option>');
	expect(html.match(/ checked>/g)).toHaveLength(2);
	expect(html.match(/type="radio"[^>]* required>/g)).toHaveLength(2);
	expect(html).toContain('role="alert"');
	expect(html).not.toContain('do not show');
	const again = pageOf({ type: 'customForm', elements }, { f0: ['Ann'], f2: ['hunter2'] });
	expect(again).toContain('value="Ann"');
	expect(again).not.toContain('hunter2');
});
