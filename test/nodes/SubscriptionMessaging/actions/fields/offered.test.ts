import { NodeHelpers, type IDataObject, type INode, type INodeProperties } from 'n8n-workflow';

import { execute } from '../../../../../nodes/SubscriptionMessaging/run/execute';
import { SubscriptionMessaging } from '../../../../../nodes/SubscriptionMessaging/SubscriptionMessaging.node';
import { fakeRun } from '../../run/fakeRun';

const OF_TEXT = ['ifTooLong', 'maxSegments', 'smartEncoding', 'unfilledPlaceholders'];
/** Values that would change what is sent, were the text another one. */
const CHOICES: IDataObject[] = [
	{ ifTooLong: 'shorten' },
	{ ifTooLong: 'split' },
	{ maxSegments: 1 },
	{ smartEncoding: true },
	{ unfilledPlaceholders: 'send' },
];
/** Operations whose every text is in the field *Message*, and whether their texts have placeholders. */
const ONE_TEXT: Array<[operation: string, options: string[]]> = [
	['send', OF_TEXT],
	['sendAndWaitForDelivery', OF_TEXT],
	['sendToGroup', OF_TEXT.slice(0, 3)],
	['sendToNumbers', OF_TEXT.slice(0, 3)],
];

const { description } = new SubscriptionMessaging();
const nodeOf = (operation: string, parameters: IDataObject): INode => ({
	...{ id: '1', name: 'Messaging', type: 'test', typeVersion: 1, position: [0, 0] },
	parameters: { resource: 'message', operation, ...parameters } as INode['parameters'],
});

/** The parameters that n8n makes of those that are entered or stored. */
function loaded(operation: string, parameters: IDataObject = {}, withDefaults = true): IDataObject {
	const node = nodeOf(operation, parameters);
	const { properties } = description;
	return NodeHelpers.getNodeParameters(
		...([properties, node.parameters, withDefaults, false, node, description] as const),
	) as IDataObject;
}

const isShown = (node: INode, path: string) => (field: INodeProperties) =>
	NodeHelpers.displayParameterPath(
		{ parameters: node.parameters },
		...([field, path, node, description] as const),
	);

/** The names of all options that the editor shows or offers. */
function optionsOf(operation: string, parameters: IDataObject = {}): string[] {
	const node = nodeOf(operation, loaded(operation, parameters));
	return description.properties
		.filter(({ name }) => name === 'options')
		.filter(isShown(node, 'parameters'))
		.flatMap(({ options }) => options as INodeProperties[])
		.filter(isShown(node, 'parameters.options'))
		.map(({ name }) => name);
}

const ofText = (names: string[]) => names.filter((name) => OF_TEXT.includes(name)).sort();

test('a new Send offers fewer than 15 options', () => {
	const offered = optionsOf('send');
	expect(offered.length).toBeLessThan(15);
	expect(offered).toContain('deliveryReport');
	expect(ofText(offered)).toEqual([]);
	expect(offered).not.toContain('status_url');
});

describe.each(ONE_TEXT)('%s offers the options of a text', (operation, options) => {
	test.each([
		['a long text', 'a'.repeat(161)],
		['an accent', 'Caf\u00e9'],
		['a quote that is no plain SMS', 'It\u2019s'],
		['a placeholder', 'Hi {name}'],
		['a character of two septets', 'a [b]'],
		['an expression', '={{ $json.text }}'],
		['an expression without braces', '=Hello'],
	])('for %s', (_what, message) => {
		expect(ofText(optionsOf(operation, { message }))).toEqual(options);
	});

	test.each([
		['a short plain one', 'The office is closed today.\nSee you on Monday!', []],
		['160 plain characters', 'a'.repeat(160), []],
		['none, which is yet to be written', '', []],
	])('but not for %s, unless another option is added', (_what, message, none) => {
		expect(ofText(optionsOf(operation, { message }))).toEqual(none);
		const after = optionsOf(operation, { message, options: { code: '12345' } });
		expect(ofText(after)).toEqual(options);
	});
});

test.each(['sendLocalized', 'sendTemplate'])(
	'%s, whose texts stand elsewhere too, always offers them',
	(operation) => {
		expect(ofText(optionsOf(operation))).toEqual(OF_TEXT);
	},
);

test('the Status URL is offered beside a Delivery Report that goes there', () => {
	expect(optionsOf('send', { options: { deliveryReport: 'address' } })).toContain('status_url');
	expect(optionsOf('send', { options: { deliveryReport: 'none' } })).not.toContain('status_url');
});

// What n8n does not show, it drops: when it loads a workflow, and while somebody types.
test.each(ONE_TEXT)('no text takes away an option that %s has', (operation) => {
	const choices = [...CHOICES, { status_url: 'https://example.com/status' }].filter((choice) =>
		optionsOf(operation, { options: { code: '1' } }).includes(Object.keys(choice)[0]!),
	);
	expect(choices.length).toBeGreaterThan(3);
	for (const options of choices) {
		for (const message of ['', 'H', 'Hello', 'Caf\u00e9', 'a'.repeat(200), '={{ 1 }}']) {
			expect(loaded(operation, { message, options }).options).toEqual(options);
			expect(loaded(operation, { message, options }, false).options).toEqual(options);
			expect(optionsOf(operation, { message, options })).toContain(Object.keys(options)[0]);
		}
	}
});

test('one option is never offered twice', () => {
	for (const { value } of operationsOf('message')) {
		for (const message of ['Hello', 'Caf\u00e9', '={{ 1 }}']) {
			for (const options of [{}, { code: '12345' }, { maxSegments: 1 }, undefined]) {
				const offered = optionsOf(value, { message, options });
				expect(offered).toEqual([...new Set(offered)]);
			}
		}
	}
});

function operationsOf(resource: string) {
	const list = description.properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	return list?.options as Array<{ value: string }>;
}

describe('a text for which they are not offered', () => {
	const characters = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));
	const texts = ['', '\r\n', ...characters]
		.flatMap((character) => [`a${character}b`, character.repeat(160).slice(0, 160)])
		.filter((message) => ofText(optionsOf('send', { message })).length === 0);

	/** What the service is asked for, with a ticket that differs each time left out. */
	async function sentWith(message: string, options: IDataObject): Promise<string[]> {
		const { context, requests } = fakeRun({
			parameters: {
				keyword: 'NSTAFF',
				recipients: 'inputItems',
				sendTo: '18015551001',
				recipientFields: { customfields: { field: [{ name: 'name', value: 'It\u2019s Ann' }] } },
				message,
				options,
			},
		});
		await execute(context);
		return requests.map(({ options: { body } }) =>
			String(body).replace(/n8n-[0-9a-f]{16}/g, 'TICKET'),
		);
	}

	test('is sent the same, whatever they hold', async () => {
		const written = texts.filter((text) => text.trim() !== '');
		expect(written.length).toBeGreaterThan(170);
		for (const message of written) {
			const sent = await sentWith(message, {});
			expect(sent).toHaveLength(1);
			for (const options of CHOICES) expect(await sentWith(message, options)).toEqual(sent);
		}
	});
});
