import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { isActive, type Group } from '../../sandbox/organization';
import { joinGroup, leaveGroup, renumber, switchChannel } from '../../sandbox/subscribers';
import { PolledWorkflow } from './polledWorkflow';
import { credentialFor, useSandbox } from './sandboxed';

const service = useSandbox();

const ALL_EVENTS = ['channels_changed', 'joined', 'left', 'returned'];

const groupOf = (keyword: string) =>
	service.running.sandbox.organization.existing(keyword, ['group']) as Group;

async function published(parameters: INodeParameters = {}, more: { password?: string } = {}) {
	return await PolledWorkflow.publish({
		parameters: { groups: ['NSTAFF'], events: ALL_EVENTS, ...parameters },
		credential: { ...credentialFor(service.running), ...more },
	});
}

const ZOE = '18015557001';

describe('the first poll', () => {
	it('remembers who is there and emits nothing', async () => {
		const workflow = await published();
		expect(await workflow.poll()).toBeNull();
		expect(await workflow.poll()).toBeNull();
		expect(workflow.stored.executions).toEqual([]);
		expect(workflow.stored.cursor).toContain('NSTAFF');
	});

	it('stores no address of anybody', async () => {
		const workflow = await published();
		await workflow.poll();
		for (const { user } of groupOf('NSTAFF').subscribers) {
			expect(workflow.stored.cursor).not.toContain(user.phone);
			expect(workflow.stored.cursor).not.toContain(user.last_name);
		}
	});
});

describe('each change', () => {
	async function told(change: (group: Group) => void) {
		const group = groupOf('NSTAFF');
		joinGroup(group, ZOE, 'Zoe', 'Zimmer');
		const workflow = await published();
		await workflow.poll();
		change(group);
		const items = await workflow.poll();
		expect(await workflow.poll()).toBeNull();
		return items;
	}

	it('is one flat item: somebody joined', async () => {
		const items = await told((group) => joinGroup(group, '18015557002', 'Yan', 'Young'));
		expect(items).toEqual([
			expect.objectContaining({
				event: 'joined',
				group: 'NSTAFF',
				listed: true,
				name: 'Yan Young',
				phone: '18015557002',
				receives_text: true,
				subscribed: true,
				group_name: 'Staff',
			}),
		]);
		const [item = {}] = items ?? [];
		expect(item.noticed_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
		expect(item.person_key).toMatch(/^[\w-]{11}$/);
		const deep = Object.values(item).filter((value) => typeof value === 'object');
		expect(deep).toEqual([]);
	});

	it('somebody left', async () => {
		const items = await told((group) => leaveGroup(group, ZOE));
		expect(items).toMatchObject([{ event: 'left', phone: ZOE, subscribed: false, listed: true }]);
		expect(items?.[0]?.unsubdate).not.toBe('');
	});

	it('somebody changed what they receive', async () => {
		const items = await told((group) => {
			switchChannel(group, ZOE, 'mobiletxt', false);
			switchChannel(group, ZOE, 'mobilevoice', true);
		});
		expect(items).toMatchObject([
			{
				event: 'channels_changed',
				switched_on: ['receives_voice'],
				switched_off: ['receives_text'],
				receives_text: false,
				receives_voice: true,
			},
		]);
	});

	it('a changed number is one who left and one who joined, told apart by their keys', async () => {
		const items = await told((group) => renumber(group, ZOE, '18015557009'));
		expect(items).toMatchObject([
			{ event: 'left', listed: false },
			{ event: 'joined', phone: '18015557009', listed: true },
		]);
		expect(items?.[0]?.person_key).not.toBe(items?.[1]?.person_key);
		expect(items?.[0]).not.toHaveProperty('phone');
	});

	it('a number that is written otherwise is nothing', async () => {
		const items = await told(({ subscribers }) => {
			for (const { user } of subscribers) user.phone = `+${user.phone.replace(/(\d{3})/, '$1 ')}`;
		});
		expect(items).toBeNull();
	});

	it('has the key under which the person joined', async () => {
		const group = groupOf('NSTAFF');
		const workflow = await published();
		await workflow.poll();
		joinGroup(group, ZOE, 'Zoe', 'Zimmer');
		const [joined] = (await workflow.poll()) ?? [];
		leaveGroup(group, ZOE);
		const [left] = (await workflow.poll()) ?? [];
		joinGroup(group, ZOE, 'Zoe', 'Zimmer');
		const [returned] = (await workflow.poll()) ?? [];
		expect([joined?.event, left?.event, returned?.event]).toEqual(['joined', 'left', 'returned']);
		expect(new Set([joined?.person_key, left?.person_key, returned?.person_key]).size).toBe(1);
	});
});

describe('what is chosen', () => {
	it('more groups than one, each with its own items', async () => {
		const workflow = await published({ groups: ['NSTAFF', 'PILOTS'] });
		await workflow.poll();
		joinGroup(groupOf('NSTAFF'), ZOE, 'Zoe', 'Zimmer');
		joinGroup(groupOf('PILOTS'), ZOE, 'Zoe', 'Zimmer');
		expect(await workflow.poll()).toMatchObject([
			{ event: 'joined', group: 'NSTAFF' },
			{ event: 'joined', group: 'PILOTS' },
		]);
		expect(workflow.stored.executions).toHaveLength(1);
	});

	it('other events are remembered and not told', async () => {
		const workflow = await published({ events: ['returned'] });
		const group = groupOf('NSTAFF');
		await workflow.poll();
		joinGroup(group, ZOE, 'Zoe', 'Zimmer');
		expect(await workflow.poll()).toBeNull();
		leaveGroup(group, ZOE);
		expect(await workflow.poll()).toBeNull();
		joinGroup(group, ZOE, 'Zoe', 'Zimmer');
		expect(await workflow.poll()).toMatchObject([{ event: 'returned', phone: ZOE }]);
	});

	it('a group that is added begins like at the first poll', async () => {
		const first = await published();
		await first.poll();
		const both = await published({ groups: 'NSTAFF, PILOTS' });
		both.stored.cursor = first.stored.cursor;
		joinGroup(groupOf('NSTAFF'), ZOE, 'Zoe', 'Zimmer');
		expect(await both.poll()).toMatchObject([{ group: 'NSTAFF' }]);
		joinGroup(groupOf('PILOTS'), ZOE, 'Zoe', 'Zimmer');
		expect(await both.poll()).toMatchObject([{ group: 'PILOTS' }]);
	});

	it.each<[fields: INodeParameters, message: RegExp]>([
		[{ groups: [] }, /'Group Names or IDs' names no group/],
		[{ events: [] }, /'Events' names no event/],
		[{ events: ['sang'] }, /'Events' holds "sang"/],
		[{ options: { code: '12a' } }, /'Code' under 'Options' is not a number/],
	])('%j is refused by name', async (fields, message) => {
		await expect((await published(fields)).poll()).rejects.toThrow(message);
	});
});

describe('a manual run', () => {
	it('shows an example of each event from real data, and remembers nothing', async () => {
		const group = groupOf('NSTAFF');
		joinGroup(group, ZOE, 'Zoe', 'Zimmer');
		leaveGroup(group, ZOE);
		const workflow = await published();
		const items = (await workflow.poll(undefined, 'manual')) ?? [];
		expect(items.map(({ event }) => event).sort()).toEqual(ALL_EVENTS);
		const phones = group.subscribers.map(({ user }) => user.phone);
		for (const { example, phone } of items) {
			expect(example).toBe(true);
			expect(phones).toContain(phone);
		}
		const byEvent = new Map(items.map((item) => [item.event, item]));
		expect(byEvent.get('left')).toMatchObject({ subscribed: false });
		expect(byEvent.get('joined')).toMatchObject({ subscribed: true });
		expect(workflow.stored.cursor).toBe('{}');
	});

	it('says so where there is nobody', async () => {
		groupOf('NSTAFF').subscribers.length = 0;
		const workflow = await published();
		await expect(workflow.poll(undefined, 'manual')).rejects.toThrow(/No subscribers to show/);
	});
});

describe('a poll that fails', () => {
	it('changes nothing, says which group, and tells n8n why', async () => {
		const workflow = await published({ groups: ['NSTAFF', 'NOBODYS'] });
		const { cursor } = workflow.stored;
		const error = await workflow.poll().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			message: expect.stringContaining('The subscribers of NOBODYS could not be read') as string,
			description: expect.stringContaining('No change is lost') as string,
		});
		expect(workflow.stored.cursor).toBe(cursor);
	});

	it('is told from one to repeat later where the service cannot be reached', async () => {
		const workflow = await PolledWorkflow.publish({
			parameters: { groups: ['NSTAFF'], events: ['joined'] },
			credential: { ...credentialFor(service.running), baseUrl: 'http://127.0.0.1:9' },
		});
		// What the first poll throws, n8n takes for the end of the trigger.
		expect(await workflow.poll()).toBeNull();
		expect(workflow.stored.failures).toMatchObject([
			{ failure: { cause: 'temporarily-unavailable' } },
		]);
	});

	it('misses nobody: the next one tells', async () => {
		const workflow = await published();
		await workflow.poll();
		joinGroup(groupOf('NSTAFF'), ZOE, 'Zoe', 'Zimmer');
		service.running.sandbox.settings.password = 'changed';
		await expect(workflow.poll()).rejects.toThrow();
		service.running.sandbox.settings.password = String(credentialFor({ baseUrl: '' }).password);
		expect(await workflow.poll()).toMatchObject([{ event: 'joined', phone: ZOE }]);
	});

	it('is left alone for a while where n8n does not do that itself', async () => {
		const workflow = await published({ groups: ['NOBODYS'] });
		const context = workflow.context({});
		const poll = async () => await workflow.pollIn(context);
		await expect(poll()).rejects.toThrow();
		const { length } = service.running.sandbox.calls;
		expect(await poll()).toBeNull();
		expect(service.running.sandbox.calls).toHaveLength(length);
	});
});

describe('a cursor that was lost', () => {
	it.each<[what: string, lose: (cursor: IDataObject) => unknown]>([
		['is damaged', (cursor) => ({ ...cursor, seal: 'x' })],
		['is of another version', (cursor) => ({ ...cursor, version: 9 })],
		['is a text', () => 'lost'],
	])('%s: nothing is emitted, n8n is told, and the next poll works', async (_what, lose) => {
		const workflow = await published();
		await workflow.poll();
		const { cursor } = JSON.parse(workflow.stored.cursor) as { cursor: IDataObject };
		workflow.stored.cursor = JSON.stringify({ cursor: lose(cursor) });
		groupOf('NSTAFF').subscribers.length = 1;
		joinGroup(groupOf('NSTAFF'), ZOE, 'Zoe', 'Zimmer');
		expect(await workflow.poll()).toBeNull();
		expect(workflow.stored.failures).toMatchObject([
			{ message: 'The trigger lost its list of subscribers' },
		]);
		leaveGroup(groupOf('NSTAFF'), ZOE);
		expect(await workflow.poll()).toMatchObject([{ event: 'left', phone: ZOE }]);
		expect(workflow.stored.failures).toHaveLength(1);
	});

	it('says so where the credential changed, and does not take everybody for new', async () => {
		const workflow = await published();
		await workflow.poll();
		const changed = await published({}, { password: 'changed' });
		changed.stored.cursor = workflow.stored.cursor;
		service.running.sandbox.settings.password = 'changed';
		try {
			expect(await changed.poll()).toBeNull();
		} finally {
			service.running.sandbox.settings.password = String(credentialFor({ baseUrl: '' }).password);
		}
		expect(changed.stored.failures).toHaveLength(1);
	});
});

describe('n8n that is killed', () => {
	it('tells again what was not stored, and never what was', async () => {
		const workflow = await published();
		await workflow.poll();
		joinGroup(groupOf('NSTAFF'), ZOE, 'Zoe', 'Zimmer');
		await workflow.poll('beforeCommit');
		expect(workflow.stored.executions).toEqual([]);
		await workflow.poll('afterCommit');
		expect(workflow.stored.executions).toHaveLength(1);
		expect(await workflow.poll()).toBeNull();
	});
});

it('everybody who is subscribed in the sandbox is known to be', async () => {
	const workflow = await published({ groups: ['PILOTS'] });
	await workflow.poll();
	const group = groupOf('PILOTS');
	const active = group.subscribers.filter(isActive).length;
	for (const { user } of group.subscribers.filter(isActive)) leaveGroup(group, user.phone);
	expect(await workflow.poll()).toHaveLength(active);
});
