import {
	given,
	openForm,
	operations,
	pageOf,
	read as readExample,
	received,
	submitForm,
	succeeded,
	withCredential,
} from './exampleWorkflows';
import type { WorkflowFile } from '../../host/n8nClient';
import { createWorld, run, type World } from './world';

let world: World;

const read = (file: string) => withCredential(world, readExample(file));

beforeAll(async () => {
	world = await createWorld('Organization examples');
});
beforeEach(() => world.sandbox.reset());
afterAll(() => world.close());

describe('the nightly copy', () => {
	it('keeps every unit and every template, and a second run of the day replaces the first', async () => {
		const { id } = await world.client.createWorkflow(read('nightly-copy.json'));
		const first = succeeded(await world.client.runWorkflow(id, 'Every night at 2'));
		const units = given(first, 'Copy the group or division');
		expect(units.map(({ keyword }) => keyword)).toEqual([
			'ACME@12345',
			'NORTH@12345',
			'NSTAFF@12345',
			'NCLIENT@12345',
			'NEMPTY@12345',
			'HARBOUR@12345',
			'PILOTS@12345',
			'SOUTH@12345',
			'CAFE@12345',
			'EMPTYDIV@12345',
		]);
		expect(units[6]).toMatchObject({ path: 'Acme Test Company › North › Harbour › Pilots' });
		expect(given(first, 'Copy the template')).toContainEqual(
			expect.objectContaining({
				unit: 'NSTAFF@12345',
				template: 'order-ready',
				text: 'Hi {name}, your order {order} is ready',
			}),
		);

		const staff = world.sandbox.organization.existing('NSTAFF', ['group']);
		staff.name = 'All staff';
		const second = succeeded(await world.client.runWorkflow(id, 'Every night at 2'));
		const again = given(second, 'Copy the group or division');
		expect(again.map((unit) => unit.id)).toEqual(units.map((unit) => unit.id));
		expect(again[2]).toMatchObject({ path: 'Acme Test Company › North › All staff' });
		expect(received(world)).toEqual([]);
	});
});

describe('the groups in step with a sheet', () => {
	const groups = () =>
		world.sandbox.organization
			.existing('NORTH', ['division'])
			.groups.filter(({ deleted }) => !deleted)
			.map(({ name, ispublic }) => [name, ispublic]);

	it('become what the sheet says, and stay so when it is run again', async () => {
		const { id } = await world.client.createWorkflow(read('groups-in-step-with-a-sheet.json'));
		const first = succeeded(await world.client.runWorkflow(id, 'Every night at 3'));
		expect(groups()).toEqual([
			['Staff', 1],
			['Clients and guests', 1],
			['Former Staff', 0],
			['Interns', 0],
		]);
		expect(given(first, 'What was done')).toEqual(
			expect.arrayContaining([
				{ done: 'Create', name: 'Interns', keyword: expect.stringMatching(/^INTERNS/) },
				{ done: 'Update', name: 'Clients and guests', keyword: 'NCLIENT' },
				{ done: 'Restore', name: 'Former Staff', keyword: 'NOLD' },
				{ done: 'Delete', name: 'Nobody Yet', keyword: 'NEMPTY' },
			]),
		);
		expect(given(first, 'Keep its keyword')).toMatchObject([
			{ keyword: 'NEMPTY@12345', name: 'Nobody Yet', is_public: false, stack_order: 2 },
		]);

		const before = world.sandbox.calls.length;
		const second = succeeded(await world.client.runWorkflow(id));
		expect(operations(world).slice(before)).toEqual(['getDivisionGroups']);
		expect(given(second, 'What was done')).toEqual([]);
	});

	it('stay as they are where the sheet does not say whether a group is wanted', async () => {
		const unsaid = JSON.stringify(read('groups-in-step-with-a-sheet.json'));
		const renamed = unsaid.replaceAll(', wanted: ', ', Wanted: ');
		const execution = await run(world, JSON.parse(renamed) as WorkflowFile);
		expect(execution.data.resultData.error?.message).toContain(
			'wanted of "Staff" is neither true nor false',
		);
		expect(operations(world)).toEqual(['getDivisionGroups']);
	});

	it('are what a sheet says that writes TRUE and FALSE', async () => {
		const sheet = JSON.stringify(read('groups-in-step-with-a-sheet.json')).replaceAll(
			/(public|wanted): (true|false)/g,
			(_cell, column: string, flag: string) => `${column}: '${flag.toUpperCase()}'`,
		);
		succeeded(await run(world, JSON.parse(sheet) as WorkflowFile));
		expect(groups()).toEqual([
			['Staff', 1],
			['Clients and guests', 1],
			['Former Staff', 0],
			['Interns', 0],
		]);
	});
});

describe('the divisions by form', () => {
	const division = (keyword: string) => world.sandbox.organization.ofKind(keyword, ['division']);
	const ask = async (address: string, answer: string[], page: string) =>
		await pageOf(await submitForm(address, ...answer), page);

	it('are opened, changed, closed once that is sure, and brought back', async () => {
		const { address } = await openForm(world, 'divisions-by-form.json');
		const opened = await ask(
			address,
			['Open a new site', '', 'Lakeside', '18015559001'],
			'is open',
		);
		const [keyword = ''] = /LAKESIDE\d+/.exec(opened) ?? [];
		expect(division(keyword)).toMatchObject({ name: 'Lakeside', phone: '18015559001' });

		await ask(address, ['Change a site', keyword, '', '18015559002'], 'is changed');
		expect(division(keyword)).toMatchObject({ name: 'Lakeside', phone: '18015559002' });

		const close = async (decision: string, page: string) => {
			const next = await submitForm(address, 'Close a site', 'NORTH', '', '');
			expect(await pageOf(next, 'Close North?')).toContain('It holds 3 groups and 1 divisions');
			await submitForm(next, decision);
			await pageOf(next, page);
		};
		await close('Leave it open', 'North stays open');
		expect(division('NORTH').deleted).toBe(false);
		await close('Close it', 'North is closed');
		expect(division('NORTH').deleted).toBe(true);

		await ask(address, ['Bring back a site', 'NORTH', '', ''], 'is open again');
		expect(division('NORTH').deleted).toBe(false);
	});
});

describe('the templates from a sheet', () => {
	it('become what the sheet says, and stay so when it is run again', async () => {
		const workflow = read('templates-from-a-sheet.json');
		const execution = succeeded(await run(world, workflow));
		const { templates } = world.sandbox.organization.existing('NSTAFF', ['group']);
		expect(
			[...templates.values()].map(({ id, text, deleted }) => [id, deleted ? 'deleted' : text]),
		).toEqual([
			['order-ready', 'Hi {name}, order {order} waits for you at the desk'],
			['invoice', '{name}, your bill is {amount:0.00} dollars.\nThank you!'],
			['grüße', 'deleted'],
			['summer-party', 'The party begins at 6, {name}'],
			['moving', 'We are moving, {name}: find us at {address} from Monday'],
		]);
		expect(given(execution, 'Up to date')).toMatchObject([{ id: 'invoice' }]);
		expect(
			given(execution, 'What was done')
				.map(({ template }) => template)
				.sort(),
		).toEqual(['grüße', 'moving', 'order-ready', 'summer-party']);

		const again = succeeded(await run(world, workflow));
		expect(given(again, 'What was done')).toEqual([]);
		expect(received(world)).toEqual([]);
	});

	it('stay as they are where the sheet does not say whether they are wanted', async () => {
		const renamed = JSON.stringify(read('templates-from-a-sheet.json')).replaceAll(
			', wanted: ',
			', Wanted: ',
		);
		succeeded(await run(world, JSON.parse(renamed) as WorkflowFile));
		expect(new Set(operations(world))).toEqual(new Set(['readTemplate']));
	});
});
