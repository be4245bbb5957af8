import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { FaultProxy, type Injection } from '../faults/faultProxy';
import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();

/** What the editor stores of a resource mapper. */
const mapped = (value: IDataObject | null) =>
	({ mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] }) as INodeParameters;

const send = async (
	parameters: INodeParameters,
	items?: IDataObject[],
	{ credential, ...settings }: Partial<INode> & Partial<Pick<RunOptions, 'credential'>> = {},
) =>
	await runNode({
		credential: credential ?? credentialFor(sandbox.running),
		items,
		settings,
		parameters: {
			resource: 'message',
			operation: 'sendTemplate',
			keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
			templateSource: 'stored',
			id: { __rl: true, mode: 'id', value: 'order-ready' },
			...parameters,
		},
	});

const received = () =>
	sandbox.running.sandbox.messages.all.map(({ sendTo, text }) => `${sendTo}: ${text}`);

const operations = () => sandbox.running.sandbox.calls.map(({ operation }) => operation);

const own = (name: string, value: string) => ({ field: [{ name, value }] });

describe('The values of placeholders', () => {
	const orders = [
		{ phone: '18015551001', name: 'Ann', order: 17 },
		{ phone: '18015551002', name: 'Bob', order: 4.5 },
	];
	const fromOrder = mapped({ name: '={{ $json.name }}', order: '={{ $json.order }}' });

	test('are those of each input item, in one request', async () => {
		const { error } = await send(
			{ recipients: 'inputItems', sendTo: '={{ $json.phone }}', placeholders: fromOrder },
			orders,
		);
		expect(error).toBeUndefined();
		expect(received()).toEqual([
			'18015551001: Hi Ann, your order 17 is ready',
			'18015551002: Hi Bob, your order 4.5 is ready',
		]);
		expect(operations()).toEqual(['readTemplate', 'sendTemplateMessage']);
	});

	test('are the same for all recipients of an item that lists several', async () => {
		await send(
			{ recipients: 'commaSeparated', sendTo: '18015551001, 18015551002', placeholders: fromOrder },
			orders.slice(0, 1),
		);
		expect(received()).toEqual([
			'18015551001: Hi Ann, your order 17 is ready',
			'18015551002: Hi Ann, your order 17 is ready',
		]);
	});

	test('give way to custom fields of the same name of a recipient', async () => {
		await send(
			{
				recipients: 'defineBelow',
				recipientList: {
					recipients: [
						{ sendTo: '18015551001', type: 1, customfields: own('name', 'Captain') },
						{ sendTo: '18015551002', type: 1 },
					],
				},
				placeholders: fromOrder,
			},
			orders.slice(0, 1),
		);
		expect(received()).toEqual([
			'18015551001: Hi Captain, your order 17 is ready',
			'18015551002: Hi Ann, your order 17 is ready',
		]);
	});

	test('give way to custom fields among the recipient fields of an input item', async () => {
		await send(
			{
				recipients: 'inputItems',
				sendTo: '={{ $json.phone }}',
				recipientFields: { customfields: own('order', 'of {{ $json.name }}') },
				placeholders: fromOrder,
			},
			orders.slice(0, 1),
		);
		expect(received()).toEqual(['18015551001: Hi Ann, your order of {{ $json.name }} is ready']);
	});

	test('fill a text that is entered in the node, too', async () => {
		const { error } = await send({
			templateSource: 'text',
			text: 'Hello {name}',
			recipients: 'commaSeparated',
			sendTo: '18015551001',
			textPlaceholders: mapped({ name: '={{ "Ann" }}', order: '17' }),
		});
		expect(error).toBeUndefined();
		expect(received()).toEqual(['18015551001: Hello Ann']);
	});

	test('that are left of a text before it was changed go nowhere', async () => {
		const bodies: string[] = [];
		const server = createServer(async (request, response) => {
			bodies.push(await text(request));
			response.writeHead(500).end();
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		await send(
			{
				templateSource: 'text',
				text: 'Hello {name}',
				recipients: 'commaSeparated',
				sendTo: '18015551001',
				textPlaceholders: mapped({ name: 'Ann', order: '17' }),
			},
			undefined,
			{ credential: credentialFor({ baseUrl }) },
		);
		server.close();
		expect(bodies.filter((body) => body.includes('>Ann<'))).not.toEqual([]);
		expect(bodies.filter((body) => body.includes('>17<'))).toEqual([]);
	});

	test('are no custom fields where none is entered', async () => {
		const parameters = { recipients: 'commaSeparated', sendTo: '18015551001' };
		const options = { unfilledPlaceholders: 'send' };
		await send({ ...parameters, options, placeholders: mapped(null) });
		await send({ ...parameters, options });
		expect(received()).toEqual(
			Array.from({ length: 2 }, () => '18015551001: Hi {name}, your order {order} is ready'),
		);
	});

	test('an object is refused by its name before anything is sent', async () => {
		const { error } = await send(
			{
				recipients: 'inputItems',
				sendTo: '={{ $json.phone }}',
				placeholders: mapped({ name: '={{ $json }}' }),
			},
			orders,
		);
		expect(error?.message).toBe(
			"'Placeholders: name' must be text, but an object was given [item 0]",
		);
		expect(sandbox.running.sandbox.calls).toEqual([]);
	});
});

describe('The text of a stored template', () => {
	const toItems = { recipients: 'inputItems', sendTo: '={{ $json.phone }}' };
	const people = [
		{ phone: '18015551001', name: 'Ann', order: '17' },
		{ phone: '18015551002', name: 'Bob', order: null },
	];
	const values = mapped({ name: '={{ $json.name }}', order: '={{ $json.order }}' });

	test('is read once, and an item that leaves a placeholder unfilled is refused by its name', async () => {
		const { error } = await send({ ...toItems, placeholders: values }, people);
		expect(error?.message).toBe('The template has no value for {order} [item 1]');
		expect(operations()).toEqual(['readTemplate']);
	});

	test('lets the other items go on where that is asked for', async () => {
		const { items } = await send({ ...toItems, placeholders: values }, people, {
			onError: 'continueRegularOutput',
		});
		expect(received()).toEqual(['18015551001: Hi Ann, your order 17 is ready']);
		expect(items[1]?.error?.message).toContain('no value for {order}');
	});

	test('is sent as it is where that is chosen', async () => {
		const options = { unfilledPlaceholders: 'send' };
		await send({ ...toItems, placeholders: values, options }, people);
		expect(received()).toEqual([
			'18015551001: Hi Ann, your order 17 is ready',
			'18015551002: Hi Bob, your order {order} is ready',
		]);
	});

	test('is shown filled by a preview, which sends nothing', async () => {
		const { items } = await send({ ...toItems, placeholders: values, preview: true }, people);
		expect(items.map(({ json }) => [json.text, json.missing])).toEqual([
			['Hi Ann, your order 17 is ready', []],
			['Hi Bob, your order {order} is ready', ['order']],
		]);
		expect(operations()).toEqual(['readTemplate']);
	});

	test('is sent where it cannot be read only if that was chosen, and the output says so', async () => {
		const unread: Injection = {
			fault: { name: 'reset', kind: 'reset' },
			point: 'beforeAnswer',
			kind: 'read',
			nth: 'every',
		};
		const proxy = await FaultProxy.start(sandbox.running.port, [unread]);
		try {
			const credential = {
				...credentialFor(sandbox.running),
				baseUrl: `http://127.0.0.1:${proxy.port}`,
			};
			const { error } = await send({ ...toItems }, people.slice(0, 1), { credential });
			expect(error?.message).toBe(
				'The text of the template could not be read, so nothing was sent [item 0]',
			);
			expect(received()).toEqual([]);
			const anyway = { ...toItems, options: { unfilledPlaceholders: 'send' } };
			const { items, hints } = await send(anyway, people.slice(0, 1), { credential });
			const warning =
				'The text of the template order-ready could not be read, so its placeholders and length were not checked';
			expect(items[0]?.json).toMatchObject({ sent: true, warnings: [warning] });
			expect(hints).toContainEqual({
				message: `1 item to look at: ${warning}`,
				type: 'warning',
				location: 'outputPane',
			});
		} finally {
			await proxy.close();
		}
	});
});
