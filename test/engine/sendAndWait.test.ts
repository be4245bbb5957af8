import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { statusAddressKey } from '../../credentials/statusAddressKey';
import { checkAddress, signAddress } from '../../nodes/SubscriptionMessaging/statusAddress/sign';
import type { Message } from '../../sandbox/messages';
import { startSandbox } from '../../sandbox/server';
import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();
afterEach(() => {
	sandbox.running.sandbox.settings.statusDelay = 0;
	sandbox.running.sandbox.settings.callbackFormat = 'form';
});

const sendAndWait = async (parameters: INodeParameters = {}, more: Partial<RunOptions> = {}) => {
	const result = await runNode({
		credential: credentialFor(sandbox.running),
		parameters: {
			resource: 'message',
			operation: 'sendAndWaitForDelivery',
			keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
			recipients: 'commaSeparated',
			sendTo: '18015559001, 18015559002',
			message: 'Hello',
			...parameters,
		},
		...more,
	});
	const { waitTill } = JSON.parse(result.stored || '{}') as { waitTill?: string };
	return { ...result, rows: result.items.map(({ json }) => json), waitTill };
};

/** As above, with messages that are delivered when the test says so. */
const beginToWait = async (parameters: INodeParameters = {}, more: Partial<RunOptions> = {}) => {
	const { settings } = sandbox.running.sandbox;
	Object.assign(settings, { statusDelay: 3_600_000, callbackFormat: 'none' });
	return await sendAndWait(parameters, more);
};

const minutesUntil = (time?: string) => Math.round((Date.parse(time ?? '') - Date.now()) / 60_000);
const messages = () => sandbox.running.sandbox.messages.all;
const queryOf = (message?: Pick<Message, 'status_url'>) => message?.status_url.split('?')[1] ?? '';
const deliver = (message?: Message) =>
	sandbox.running.sandbox.deliver(message?.transaction_ticket ?? undefined);

it('gives one item per recipient at once where all is delivered already', async () => {
	const { rows, waitTill, error } = await sendAndWait();

	expect(error).toBeUndefined();
	expect(waitTill).toBeUndefined();
	expect(rows).toMatchObject(
		['18015559001', '18015559002'].map((sendTo) => ({
			sendTo,
			item_index: 0,
			status_code: 100,
			status_message: 'Delivered',
			delivered: true,
			timed_out: false,
			transaction_ticket: messages()[0]?.transaction_ticket,
		})),
	);
});

it.each([
	[undefined, 60],
	[5, 5],
])('waits where a message is on its way: %s minutes', async (waitMinutes, minutes) => {
	const { waitTill, stored } = await beginToWait(waitMinutes === undefined ? {} : { waitMinutes });
	const [, limit] = /"waited_until":"([^"]+)"/.exec(stored) ?? [];

	expect(minutesUntil(limit)).toBe(minutes);
	// n8n itself goes on a little later, where the question at the limit was lost.
	expect(Date.parse(waitTill ?? '') - Date.parse(limit ?? '')).toBe(90_000);
	expect(messages()).toHaveLength(2);
});

it('has the status posted to where n8n continues the execution, signed for the message', async () => {
	await sendAndWait();
	const [message] = messages();
	const key = await statusAddressKey(credentialFor(sandbox.running));

	expect(message?.custom_ticket).not.toBe('');
	expect(checkAddress(key, String(message?.status_url))).toEqual({
		customTicket: message?.custom_ticket,
		code: '12345',
	});
});

it('waits for nothing where no item could be sent', async () => {
	const { items, waitTill } = await sendAndWait(
		{ message: 'x'.repeat(161) },
		{ settings: { onError: 'continueRegularOutput' } },
	);

	expect(waitTill).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(items[0]?.json.error).toMatch(/161 characters/);
});

it.each([0, 20_161])('never waits without a limit that can be kept: %d', async (waitMinutes) => {
	const { error } = await sendAndWait({ waitMinutes });

	expect(error?.message).toMatch(/'Wait Up To \(Minutes\)' must be/);
	expect(messages()).toHaveLength(0);
});

it('sends nothing and waits for nothing in a preview', async () => {
	const { rows, waitTill } = await beginToWait({ preview: true });

	expect(rows).toMatchObject([
		{ preview: true, sendTo: '18015559001' },
		{ preview: true, sendTo: '18015559002' },
	]);
	expect(waitTill).toBeUndefined();
	expect(messages()).toHaveLength(0);
});

it('has a row for each address that was left out', async () => {
	const { rows } = await sendAndWait({
		sendTo: '18015559001, 123, 18015559001',
		options: { impossibleNumbers: 'skip', removeDuplicates: true },
	});

	expect(rows).toMatchObject([
		{ sendTo: '18015559001', delivered: true },
		{ sendTo: '123', sent: false, item_index: 0, skipped: expect.any(String) },
		{ sendTo: '18015559001', sent: false, skipped: 'it occurs more than once' },
	]);
});

it('shows each recipient what to look at in the text', async () => {
	const { rows } = await sendAndWait({ message: '好'.repeat(80) });

	expect(rows.map(({ sendTo }) => sendTo)).toEqual(['18015559001', '18015559002']);
	for (const { warnings } of rows) expect(warnings).toEqual([expect.stringContaining('70')]);
});

it('puts the first recipient of each item at the place of the item, and the further ones behind', async () => {
	const items = [{ to: '18015559001,18015559002' }, { to: '18015559003' }, { to: '18015559004' }];
	const { items: all } = await sendAndWait({ sendTo: '={{ $json.to }}' }, { items });

	expect(all.map(({ json, pairedItem }) => [json.sendTo, json.item_index, pairedItem])).toEqual([
		['18015559001', 0, { item: 0 }],
		['18015559003', 1, { item: 1 }],
		['18015559004', 2, { item: 2 }],
		['18015559002', 0, { item: 0 }],
	]);
});

describe('a text that is split', () => {
	const split = { message: 'word '.repeat(50), options: { ifTooLong: 'split' } };

	it('is one row for each recipient, with the status of each part', async () => {
		const { rows } = await sendAndWait(split);

		expect(messages()).toHaveLength(4);
		expect(rows).toHaveLength(2);
		expect(rows[0]).toMatchObject({ delivered: true, parts: 2, segments: 2 });
		expect((rows[0]?.messages as IDataObject[]).map((it) => it.transaction_ticket)).toEqual([
			messages()[0]?.transaction_ticket,
			messages()[2]?.transaction_ticket,
		]);
	});

	it('is delivered when all of its parts are', async () => {
		const { callBack } = await beginToWait(split);
		const [first, , second] = messages();
		deliver(second);
		expect(await callBack(queryOf(second))).toEqual({ httpStatus: 200, items: undefined });
		const { items } = await callBack(queryOf(first), 'over');
		expect(items?.map(({ json }) => json)).toMatchObject(
			[1, 2].map(() => ({
				status: 'in_transit',
				status_code: 101,
				timed_out: true,
				messages: [{ status: 'in_transit' }, { delivered: true }],
			})),
		);
		deliver(first);

		expect((await callBack(queryOf(first))).items).toMatchObject(
			[1, 2].map(() => ({ json: { delivered: true, timed_out: false } })),
		);
	});
});

describe('a callback', () => {
	const two = { recipients: 'inputItems', sendTo: '={{ $json.to }}', options: { batchSize: 1 } };
	const items = [{ to: '18015559001' }, { to: '18015559002' }];

	it('continues once every message is final, and not before', async () => {
		const { callBack } = await beginToWait(two, { items });
		const [first, second] = messages();
		deliver(first);
		expect(await callBack(queryOf(first))).toEqual({ httpStatus: 200, items: undefined });
		deliver(second);

		expect(await callBack(queryOf(second))).toMatchObject({
			httpStatus: 200,
			items: items.map(({ to }) => ({ json: { sendTo: to, delivered: true, timed_out: false } })),
		});
	});

	it('asks for no other message while the one that it is about is on its way', async () => {
		const many = Array.from({ length: 20 }, (_, n) => ({ to: `180155590${n + 10}` }));
		const { callBack } = await beginToWait(two, { items: many });
		const before = sandbox.running.sandbox.calls.length;
		await callBack(queryOf(messages()[3]));

		expect(sandbox.running.sandbox.calls.length - before).toBe(1);
	});

	it('ends the pause before the limit for nobody, whatever it is signed with', async () => {
		const { callBack } = await beginToWait();
		const [message] = messages();
		const key = await statusAddressKey(credentialFor(sandbox.running));
		const address = String(message?.status_url).replace(/signed_ticket=.*/, '');
		const signed = (customTicket: string, to = address) =>
			queryOf({ status_url: signAddress(key, to, { customTicket, code: '12345' }) });
		const elsewhere = signed(
			String(message?.custom_ticket),
			'https://n8n.example/webhook-waiting/0/x',
		);
		const accepted = [queryOf(message), `${queryOf(message)}&waited_until=2001-01-01&over=true`];
		for (const query of accepted) {
			expect(await callBack(query)).toEqual({ httpStatus: 200, items: undefined });
		}
		for (const query of ['', signed('another-message'), elsewhere, `${queryOf(message)}x`]) {
			expect(await callBack(query, 'over')).toEqual({ httpStatus: 401, items: undefined });
		}
	});

	it('goes on after the limit, with the state of each message then', async () => {
		const { callBack } = await beginToWait(two, { items });
		deliver(messages()[1]);

		expect((await callBack(queryOf(messages()[0]), 'over')).items).toMatchObject([
			{ json: { status_code: 101, timed_out: true, waited_until: expect.any(String) } },
			{ json: { status_code: 100, timed_out: false } },
		]);
	});

	it('asks to be posted again where the service cannot be asked, and goes on with what was known after the limit', async () => {
		const service = await startSandbox({ statusDelay: 3_600_000 });
		const { callBack } = await sendAndWait({}, { credential: credentialFor(service) });
		const query = queryOf(service.sandbox.messages.all[0]);
		await service.close();

		expect(await callBack(query)).toEqual({ httpStatus: 503, items: undefined });
		expect((await callBack(query, 'over')).items).toMatchObject(
			[1, 2].map(() => ({ json: { status_code: 101, status: 'in_transit', timed_out: true } })),
		);
	});
});

it('tells two messages to the same number apart', async () => {
	const { callBack } = await beginToWait({ sendTo: '18015559001, 18015559001' });
	const [first, second] = messages();
	first!.deliveredFrom = 0;

	expect((await callBack(queryOf(second), 'over')).items).toMatchObject([
		{ json: { delivered: true } },
		{ json: { status: 'in_transit' } },
	]);
});
