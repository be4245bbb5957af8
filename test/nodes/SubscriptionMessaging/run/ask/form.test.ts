import type { IWebhookFunctions } from 'n8n-workflow';

import type { FormElement } from '../../../../../nodes/SubscriptionMessaging/actions/fields/formElements';
import {
	binaryOf,
	readAnswer,
	readPost,
	type Posted,
} from '../../../../../nodes/SubscriptionMessaging/run/ask/form';

const post = (
	body: unknown,
	contentType = 'application/x-www-form-urlencoded',
	elements?: FormElement[],
) =>
	readPost(
		{ getRequestObject: () => ({ body, contentType }) } as unknown as IWebhookFunctions,
		elements ? { type: 'customForm', elements } : { type: 'freeText' },
	);
const element = (more: Partial<FormElement>): FormElement => ({
	type: 'text',
	name: 'field',
	label: 'Field',
	required: false,
	options: [],
	...more,
});
const question = (more: object) => ({
	type: 'approval' as const,
	message: 'Sure?',
	approve: 'Yes',
	...more,
});
const form = (elements: FormElement[], given: Posted['given'], files: Posted['files'] = {}) =>
	readAnswer(
		{ type: 'customForm', elements },
		{ token: '', decision: '', given, files },
		'Your answer',
	);

it.each([undefined, null, 'text', 7, [], { data: null }, { token: { a: 1 }, decision: ['x', 7] }])(
	'reads whatever is posted: %j',
	(body) => {
		expect(typeof post(body).token).toBe('string');
		expect(typeof post(body, 'multipart/form-data').decision).toBe('string');
	},
);

it('takes what is not posted for empty', () => {
	expect(post({})).toEqual({ token: '', decision: '', given: { f0: [] }, files: { f0: [] } });
	expect(form([element({})], {})).toEqual({ values: { form: { field: null } }, files: {} });
});

it('leaves out controls of files that nobody chose', () => {
	const [chosen, empty, unknown] = [{ size: 1 }, { size: 0 }, {}];
	const { files } = post({ files: { f0: [chosen, empty, unknown] } }, 'multipart/form-data');
	expect(files.f0).toEqual([chosen]);
});

it('reads a form as n8n parses it, with files and without', () => {
	expect(post({ token: 't', decision: 'approve', f0: 'a' })).toMatchObject({
		token: 't',
		decision: 'approve',
		given: { f0: ['a'] },
	});
	const file = { filepath: '/tmp/x', originalFilename: 'x.png', size: 3 };
	expect(
		post({ data: { token: 't', f0: ['a', 'b'] }, files: { f1: file } }, 'multipart/form-data', [
			element({}),
			element({ type: 'file' }),
		]),
	).toMatchObject({ token: 't', given: { f0: ['a', 'b'] }, files: { f1: [file] } });
});

it('looks at nothing that the page has no control for, however much is posted', () => {
	const body = new Proxy(
		{ token: 't', f0: Array.from({ length: 5_000 }, String), f1: 'b' },
		{
			ownKeys: () => {
				throw new Error('All names were listed');
			},
		},
	);
	const { given, files } = post(body);
	expect(Object.keys(given)).toEqual(['f0']);
	expect(given.f0).toHaveLength(1_000);
	expect(files).toEqual({ f0: [] });
});

it('takes no answer that is too long, and none of it as a shorter one', () => {
	const longest = ' '.repeat(199_997) + 'yes';
	expect(form([element({})], { f0: [longest] })).toMatchObject({
		values: { form: { field: 'yes' } },
	});
	const tooLong = ' '.repeat(200_001) + 'yes';
	expect(form([element({})], { f0: [tooLong] })).toEqual({ wrong: ['Field'] });
	expect(form([element({})], { f0: ['yes', longest, longest] })).toEqual({ wrong: ['Field'] });
	const atMost = `${'\r\n'.repeat(50_000)}yes`;
	expect(form([element({})], { f0: [atMost] })).toMatchObject({
		values: { form: { field: 'yes' } },
	});
});

it.each([
	['approve', {}, { values: { approved: true }, said: 'Yes' }],
	['decline', { decline: 'No' }, { values: { approved: false }, said: 'No' }],
	['decline', {}, { wrong: [] }],
	['', {}, { wrong: [] }],
	['', { decline: 'No' }, { wrong: [] }],
	['APPROVE', {}, { wrong: [] }],
])('takes the button %j for a decision only where the page has it', (decision, more, expected) => {
	const posted = { token: '', decision, given: {}, files: {} };
	expect(readAnswer(question(more), posted, 'Your answer')).toEqual(expected);
});

it.each([
	['  It is\r\nfine ', { values: { answer: 'It is\nfine' }, said: 'It is\nfine' }],
	[' \r\n ', { wrong: ['Your answer'] }],
	['x'.repeat(100_000), { values: { answer: 'x'.repeat(100_000) }, said: 'x'.repeat(100_000) }],
	['x'.repeat(100_001), { wrong: ['Your answer'] }],
])('reads free text: %j', (text, expected) => {
	const posted = { token: '', decision: '', given: { f0: [text] }, files: {} };
	expect(readAnswer({ type: 'freeText' }, posted, 'Your answer')).toEqual(expected);
});

it.each<Posted['given']>([{ f0: [] }, {}])(
	'takes free text that was not posted for empty: %j',
	(given) => {
		const posted = { token: '', decision: '', given, files: {} };
		expect(readAnswer({ type: 'freeText' }, posted, 'Your answer')).toEqual({
			wrong: ['Your answer'],
		});
	},
);

it('reads nothing from what a form only shows', () => {
	const read = form([element({ type: 'html', name: 'note' }), element({})], { f1: ['Ann'] });
	expect(read).toMatchObject({ values: { form: { field: 'Ann' } } });
	expect(JSON.stringify(read)).not.toContain('note');
});

it.each<[Partial<FormElement>, string[], unknown]>([
	[{}, ['Ann'], 'Ann'],
	[{}, [' ', 'Ann'], 'Ann'],
	[{}, [], null],
	[{ required: true }, [' '], undefined],
	[{ type: 'number' }, ['1e2'], 100],
	[{ type: 'number' }, ['many'], undefined],
	[{ type: 'number' }, ['Infinity'], undefined],
	[{ type: 'number' }, ['0x1F'], undefined],
	[{ type: 'number' }, ['1.2.3'], undefined],
	[{ type: 'number' }, ['-1.5'], -1.5],
	[{ type: 'email' }, ['ann@example.com'], 'ann@example.com'],
	[{ type: 'email' }, ['ann'], undefined],
	[{ type: 'email' }, ['Ann ann@example.com'], undefined],
	[{ type: 'email' }, ['ann@example.com Ann'], undefined],
	[{ type: 'date' }, ['2026-02-28'], '2026-02-28'],
	[{ type: 'date' }, ['tomorrow'], undefined],
	[{ type: 'date' }, ['2028-02-29'], '2028-02-29'],
	[{ type: 'date' }, ['2026-02-31'], undefined],
	[{ type: 'date' }, ['2026-13-45'], undefined],
	[{ type: 'date' }, ['Feb 28, 2026'], undefined],
	[{ type: 'date' }, ['Sat 2026-02-28'], undefined],
	[{ type: 'date' }, ['2026-02-28T10:28'], undefined],
	[{ type: 'dropdown', options: ['a'] }, ['a'], 'a'],
	[{ type: 'dropdown', options: ['a'] }, ['b'], undefined],
	[{ type: 'radio', options: ['a'] }, ['b'], undefined],
	[{ type: 'checkbox', options: ['a', 'b'] }, ['a', 'b'], ['a', 'b']],
	[{ type: 'checkbox', options: ['a', 'b'] }, ['a', 'a'], ['a']],
	[{ type: 'checkbox', options: ['a', 'b'] }, [], []],
	[{ type: 'checkbox', options: ['a'], required: true }, [], undefined],
	[{ type: 'checkbox', options: ['a'], required: true }, ['a', ''], ['a']],
	[{ type: 'checkbox', options: ['a'] }, ['c'], undefined],
	[{ type: 'hiddenField', value: 'ours' }, ['theirs'], 'ours'],
	[{ type: 'hiddenField' }, ['theirs'], ''],
])('reads a field %j with %j', (more, given, expected) => {
	const read = form([element(more)], { f0: given });
	expect(read).toEqual(
		expected === undefined
			? { wrong: ['Field'] }
			: { values: { form: { field: expected } }, files: {} },
	);
});

it('keeps names that mean something to JavaScript', () => {
	const read = form([element({ name: '__proto__' })], { f0: ['Ann'] });
	expect(JSON.stringify(read)).toContain('{"form":{"__proto__":"Ann"}}');
});

it('takes as many files as the field does, and hands them on as binary data', async () => {
	const file = { filepath: '/tmp/x', originalFilename: 'x.png', mimetype: 'image/png', size: 3 };
	const files = { f0: [file, file] } as unknown as Posted['files'];
	const upload = element({ type: 'file', name: 'My photo', required: true });

	expect(form([upload], {}, {})).toEqual({ wrong: ['Field'] });
	expect(form([upload], {}, files)).toEqual({ wrong: ['Field'] });
	const read = form([{ ...upload, multiple: true }], {}, files);
	if (!('files' in read)) throw new Error('The files were refused');
	const copied: string[] = [];
	const context = {
		nodeHelpers: {
			copyBinaryFile: async (path: string, name: string, mimeType: string) => {
				copied.push(`${path} ${name} ${mimeType}`);
				return { mimeType, data: '' };
			},
		},
	} as unknown as IWebhookFunctions;
	const binary = await binaryOf(context, read.files ?? {});
	expect(Object.keys(binary)).toEqual(['My_photo_0', 'My_photo_1']);
	expect(copied).toEqual(Array(2).fill('/tmp/x x.png image/png'));

	const one = { f0: [file] } as unknown as Posted['files'];
	expect(form([upload], {}, one)).toMatchObject({ files: { 'My photo': [file] } });
	expect(Object.keys(await binaryOf(context, { 'My photo': one.f0! }))).toEqual(['My_photo']);
	const alike = { 写真: one.f0!, 書類: one.f0!, 図面: one.f0! };
	expect(Object.keys(await binaryOf(context, alike))).toEqual(['__', '___2', '___3']);
});
