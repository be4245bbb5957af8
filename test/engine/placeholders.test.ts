import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();

/** What the editor stores of a resource mapper. */
const mapped = (value: IDataObject | null) =>
	({ mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] }) as INodeParameters;

const send = async (parameters: INodeParameters, items?: IDataObject[]) =>
	await runNode({
		credential: credentialFor(sandbox.running),
		items,
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
		expect(sandbox.running.sandbox.calls).toHaveLength(1);
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
		await send({
			templateSource: 'text',
			text: 'Hello {name}',
			recipients: 'commaSeparated',
			sendTo: '18015551001',
			placeholders: mapped({ name: 'Ann' }),
		});
		expect(received()).toEqual(['18015551001: Hello Ann']);
	});

	test('are no custom fields where none is entered', async () => {
		const parameters = { recipients: 'commaSeparated', sendTo: '18015551001' };
		await send({ ...parameters, placeholders: mapped(null) });
		await send(parameters);
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
