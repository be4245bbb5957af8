import { NodeHelpers, type IDataObject, type INode, type INodeProperties } from 'n8n-workflow';

import { SubscriptionMessaging } from '../../../../../nodes/SubscriptionMessaging/SubscriptionMessaging.node';

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
		['a text', 'Hello'],
		['a blank', ' '],
		['an expression', '={{ $json.text }}'],
		['an expression without braces', '=Hello'],
	])('once there is %s', (_what, message) => {
		expect(ofText(optionsOf(operation, { message }))).toEqual(options);
	});

	test('without a text once another option is added', () => {
		expect(ofText(optionsOf(operation))).toEqual([]);
		expect(ofText(optionsOf(operation, { options: { code: '12345' } }))).toEqual(options);
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
		for (const message of ['', 'H', '={{ 1 }}']) {
			expect(loaded(operation, { message, options }).options).toEqual(options);
			expect(loaded(operation, { message, options }, false).options).toEqual(options);
			expect(optionsOf(operation, { message, options })).toContain(Object.keys(options)[0]);
		}
	}
});

test('one option is never offered twice', () => {
	for (const { value } of operationsOf('message')) {
		for (const message of ['', 'Hello', '={{ 1 }}']) {
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

test('no condition is a regular expression, which n8n may end, and the execution with it', () => {
	expect(JSON.stringify(description.properties)).not.toContain('"regex":');
});
