import { call, useSandbox } from './client';

const sandbox = useSandbox();

const on = (
	operation:
		| 'createTemplate'
		| 'readTemplate'
		| 'updateTemplate'
		| 'deleteTemplate'
		| 'restoreTemplate',
	template: object | null,
	keyword = 'NSTAFF',
) => call(sandbox(), operation, keyword, { template });

const idsOf = async (keyword: string) =>
	(await call(sandbox(), 'getTemplates', keyword)).response.templates.map(
		({ id }: { id: string }) => id,
	);

test.each([
	['NSTAFF', ['order-ready', 'invoice', 'grüße']],
	['NORTH', ['closing']],
	['ACME', ['welcome']],
	['NEMPTY', []],
])('the templates of %s are its own that exist', async (keyword, ids) => {
	expect(await idsOf(keyword)).toEqual(ids);
});

test.each(['ACME', 'NORTH', 'NSTAFF'])('one is created for %s', async (keyword) => {
	const template = {
		id: 'new 1',
		title: 'Title',
		subject: 'Sübject',
		text: 'Line one\r\nand {two}',
		description: 'd',
	};
	const created = await on('createTemplate', template, keyword);

	expect(created).toMatchObject({ message: 'Successfully created template', response: template });
	expect(await on('readTemplate', { id: 'new 1' }, keyword)).toMatchObject({
		message: 'Successfully read template',
		response: template,
	});
	expect(await idsOf(keyword)).toContain('new 1');
});

test('an id is taken once per unit, by a deleted template too', async () => {
	expect(await on('createTemplate', { id: 'invoice' })).toMatchObject({ error_code: 115 });
	expect(await on('createTemplate', { id: 'summer-party' })).toMatchObject({ error_code: 115 });
	expect(await on('createTemplate', { id: 'invoice' }, 'NORTH')).toMatchObject({ result: true });
});

test('an update changes what is given and leaves the rest', async () => {
	const { message, response } = await on('updateTemplate', {
		id: 'invoice',
		title: '',
		text: null,
	});

	expect(message).toBe('Successfully updated template');
	expect(response).toMatchObject({
		id: 'invoice',
		title: '',
		text: '{name}, your bill is {amount:0.00} dollars.\nThank you!',
	});
});

test('a deleted one is gone until it is restored', async () => {
	expect(await on('deleteTemplate', { id: 'invoice' })).toEqual({
		result: true,
		error_code: 0,
		message: 'Successfully deleted template',
		response: null,
	});
	expect(await idsOf('NSTAFF')).not.toContain('invoice');
	for (const operation of ['readTemplate', 'updateTemplate', 'deleteTemplate'] as const) {
		expect(await on(operation, { id: 'invoice' })).toMatchObject({ error_code: 117 });
	}
	expect(await on('restoreTemplate', { id: 'invoice' })).toMatchObject({
		message: 'Successfully restored template',
		response: { id: 'invoice', title: 'Invoice' },
	});
	expect(await on('restoreTemplate', { id: 'invoice' })).toMatchObject({ error_code: 113 });
});

test.each([
	'createTemplate',
	'readTemplate',
	'updateTemplate',
	'deleteTemplate',
	'restoreTemplate',
] as const)('%s needs an id', async (operation) => {
	expect(await on(operation, null)).toMatchObject({ error_code: 109 });
	expect(await on(operation, { title: 'X' })).toMatchObject({ error_code: 109 });
});

test.each(['readTemplate', 'updateTemplate', 'deleteTemplate', 'restoreTemplate'] as const)(
	'%s knows the templates of the unit alone',
	async (operation) => {
		expect(await on(operation, { id: 'closing' })).toMatchObject({ error_code: 116 });
	},
);
