import type { FormElement } from '../../../../../nodes/SubscriptionMessaging/actions/fields/formElements';
import {
	notePage,
	policyFor,
	questionPage,
} from '../../../../../nodes/SubscriptionMessaging/run/ask/page';
import { wordsFor } from '../../../../../nodes/SubscriptionMessaging/run/ask/words';

const words = wordsFor('en');
const HOSTILE = `</p><script>alert(1)</script>"'&<img src=x onerror=alert(1)>`;
const question = {
	type: 'approval' as const,
	message: 'Sure?',
	approve: 'Yes',
};
const pageOf = (more: object, given?: Record<string, string[]>, wrong?: string[]) =>
	questionPage(words, 'nonce', {
		stored: { question: { ...question, ...more }, title: 'Front office' },
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
	expect(html).toMatch(/<input id="f0" name="f0" dir="auto" type="text"[^>]* required>/);
	expect(html).toContain('<option value="blue" selected>blue</option>');
	expect(html.match(/ checked>/g)).toHaveLength(2);
	expect(html.match(/type="radio"[^>]* required>/g)).toHaveLength(2);
	expect(html).toContain('role="alert"');
	expect(html).not.toContain('do not show');
	const again = pageOf({ type: 'customForm', elements }, { f0: ['Ann'], f2: ['hunter2'] });
	expect(again).toContain('value="Ann"');
	expect(again).not.toContain('hunter2');
});

describe('a page', () => {
	it('loads nothing, and names the style that it may use', () => {
		expect(policyFor('N')).toBe(
			"default-src 'none'; style-src 'nonce-N'; form-action 'self'; base-uri 'none'",
		);
		expect(pageOf({})).toContain(`content="${policyFor('nonce')}"`);
		expect(pageOf({})).toContain('<style nonce="nonce">:root');
	});

	it('is titled by who asks, or else by what is wanted', () => {
		const titled = (title: string) =>
			questionPage(words, 'nonce', { stored: { question, title }, person: 'Ann', token: 'T' });
		expect(titled('Front office')).toContain('<h1 dir="auto">Front office</h1>');
		expect(titled('')).toContain('<h1 dir="auto">Your answer</h1>');
		expect(titled('')).toContain('<title>Your answer</title>');
	});

	it('names whoever its link was given to, as it is written', () => {
		expect(pageOf({})).toContain('<p class="note">You answer as 18015551001.</p>');
	});

	it('says what was decided, and that it can be closed where nothing more is to be done', () => {
		const end = '\n<p>You can close this page.</p>';
		const said = '<p role="status" class="text" dir="auto">Recorded: Yes</p>';
		expect(notePage(words, 'nonce', 'T', 'Recorded: Yes')).toContain(said + end);
		const again = notePage(words, 'nonce', 'T', 'Recorded: Yes', false);
		expect(again).toContain(`${said}\n</main>`);
	});
});

/** What stands between the token and the end of the form. */
const controlsOf = (...page: Parameters<typeof pageOf>) =>
	/value="TOKEN">\n([^]*)\n<\/form>/.exec(pageOf(...page))?.[1];
const SUBMIT = '<button>Submit</button>';

describe('a question', () => {
	it('to approve has its buttons, of which that to decline stands back', () => {
		expect(controlsOf({ decline: 'No' })).toBe(
			'<button name="decision" value="approve" dir="auto">Yes</button>\n' +
				'<button name="decision" value="decline" class="second" dir="auto">No</button>',
		);
		expect(controlsOf({})).toBe('<button name="decision" value="approve" dir="auto">Yes</button>');
	});

	it('for free text has one field, which is to be filled in and keeps what was entered', () => {
		const field = (text: string) =>
			'<label for="f0" dir="auto">Your answer *</label>\n' +
			`<textarea id="f0" name="f0" dir="auto" rows="4" required>\n${text}</textarea>\n${SUBMIT}`;
		expect(controlsOf({ type: 'freeText' })).toBe(field(''));
		expect(controlsOf({ type: 'freeText' }, { f0: ['On <b>'] })).toBe(field('On &lt;b&gt;'));
	});

	it('is posted as a form with files only where it has fields', () => {
		expect(pageOf({})).toContain('<form method="post">');
		expect(pageOf({ type: 'freeText' })).toContain('<form method="post">');
		expect(pageOf({ type: 'customForm', elements: [] })).toContain(
			'<form method="post" enctype="multipart/form-data">',
		);
	});

	it('says what is wrong only where something is', () => {
		for (const html of [pageOf({}), pageOf({}, {}, [])]) {
			expect(html).toContain('Sure?</p>\n<form');
			expect(html).not.toContain('role="alert"');
		}
		expect(pageOf({}, {}, ['Name', 'Size'])).toContain(
			'<p role="alert" dir="auto"><strong>Please check these fields: Name, Size</strong></p>\n<form',
		);
	});
});

describe('a field', () => {
	const fieldOf = (more: Partial<FormElement>, given?: Record<string, string[]>) =>
		controlsOf({ type: 'customForm', elements: [element(more)] }, given)?.replace(
			`\n${SUBMIT}`,
			'',
		);
	const LABEL = '<label for="f0" dir="auto">Field</label>\n';

	it.each(['text', 'date', 'email', 'number', 'password'] as const)(
		'of the type %s is one that the browser knows',
		(type) => {
			const step = type === 'number' ? ' step="any"' : '';
			expect(fieldOf({ type })).toBe(
				`${LABEL}<input id="f0" name="f0" dir="auto" type="${type}" value=""${step}>`,
			);
		},
	);

	it('shows a hint, and what it holds at first, in quotes that text cannot leave', () => {
		expect(fieldOf({ placeholder: `e.g. "A"`, value: `'B'` })).toBe(
			`${LABEL}<input id="f0" name="f0" dir="auto" type="text" value="&#39;B&#39;" placeholder="e.g. &quot;A&quot;">`,
		);
	});

	it('shows what was entered instead of what it held at first, and nothing where that was nothing', () => {
		expect(fieldOf({ value: 'first' }, { f0: ['mine'] })).toContain('value="mine"');
		expect(fieldOf({ value: 'first' }, {})).toContain('value=""');
		expect(fieldOf({ value: 'first' }, { f0: [] })).toContain('value=""');
	});

	it('shows no more of a text than an answer may have', () => {
		const html = fieldOf({}, { f0: ['x'.repeat(100_001)] });
		expect(/value="(x*)"/.exec(html!)?.[1]).toHaveLength(100_000);
	});

	it('never shows a password again', () => {
		expect(fieldOf({ type: 'password', value: 'a' }, { f0: ['b'] })).toContain('value=""');
	});

	it('of several lines keeps them', () => {
		expect(fieldOf({ type: 'textarea', value: 'a\nb', placeholder: 'Text' })).toBe(
			`${LABEL}<textarea id="f0" name="f0" dir="auto" rows="4" placeholder="Text">\na\nb</textarea>`,
		);
	});

	it('for files says how many and which', () => {
		expect(fieldOf({ type: 'file' })).toBe(
			`${LABEL}<input id="f0" name="f0" dir="auto" type="file">`,
		);
		expect(fieldOf({ type: 'file', multiple: true, accept: '.jpg', required: true })).toBe(
			'<label for="f0" dir="auto">Field *</label>\n' +
				'<input id="f0" name="f0" dir="auto" type="file" multiple accept=".jpg" required>',
		);
	});

	it('with a list has one of its options chosen, or none', () => {
		const none = '<option value="">Please choose</option>';
		const select = (options: string) =>
			`${LABEL}<select id="f0" name="f0" dir="auto">${none}${options}</select>`;
		expect(fieldOf({ type: 'dropdown', options: ['S', 'L'] })).toBe(
			select('<option value="S">S</option><option value="L">L</option>'),
		);
		expect(fieldOf({ type: 'dropdown', options: ['S', 'L'], value: 'L' })).toBe(
			select('<option value="S">S</option><option value="L" selected>L</option>'),
		);
	});

	it('with boxes has those checked that are named, and asks for none of them', () => {
		const boxes = (required: boolean, value = '') =>
			fieldOf({ type: 'checkbox', options: ['one', 'two'], required, value });
		const box = (value: string, more = '') =>
			`<label dir="auto"><input type="checkbox" name="f0" value="${value}"${more}> ${value}</label>`;
		expect(boxes(true)).toBe(
			`<fieldset><legend dir="auto">Field *</legend>${box('one')}${box('two')}</fieldset>`,
		);
		expect(boxes(false, ' two ,three')).toBe(
			`<fieldset><legend dir="auto">Field</legend>${box('one')}${box('two', ' checked')}</fieldset>`,
		);
	});

	it('with buttons has the one pressed that is named as a whole, and one of them is asked for', () => {
		const radios = fieldOf({
			type: 'radio',
			options: ['S', 'M, L'],
			value: 'M, L',
			required: true,
		});
		expect(radios).toBe(
			'<fieldset><legend dir="auto">Field *</legend>' +
				'<label dir="auto"><input type="radio" name="f0" value="S" required> S</label>' +
				'<label dir="auto"><input type="radio" name="f0" value="M, L" checked required> M, L</label>' +
				'</fieldset>',
		);
	});

	it('that only says something is text, and one that is hidden is not on the page', () => {
		expect(fieldOf({ type: 'html', value: 'Read <this>' })).toBe(
			'<p class="text" dir="auto">Read &lt;this&gt;</p>',
		);
		expect(fieldOf({ type: 'html' })).toBe('<p class="text" dir="auto"></p>');
		expect(
			controlsOf({ type: 'customForm', elements: [element({ type: 'hiddenField', value: 'x' })] }),
		).toBe(`\n${SUBMIT}`);
	});

	it('follows the one before on a line of its own', () => {
		const two = controlsOf({
			type: 'customForm',
			elements: [element({ type: 'html', value: 'a' }), element({ type: 'html', value: 'b' })],
		});
		expect(two).toBe(
			`<p class="text" dir="auto">a</p>\n<p class="text" dir="auto">b</p>\n${SUBMIT}`,
		);
	});
});
