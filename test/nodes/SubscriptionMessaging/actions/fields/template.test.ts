import { Workflow, type INodeParameters, type INodeTypes } from 'n8n-workflow';

import { SubscriptionMessaging } from '../../../../../nodes/SubscriptionMessaging/SubscriptionMessaging.node';
import { resourceMapping } from '../../../../../nodes/SubscriptionMessaging/methods/resourceMapping';
import { fakePanel } from '../../methods/fakePanel';
import { page } from '../../transport/fakeService';

const node = new SubscriptionMessaging();
const nodeTypes = { getByNameAndVersion: () => node } as unknown as INodeTypes;

/** What the editor follows while the panel is open: when it changes, the fields are fetched anew and emptied. */
function followed(text: string | undefined, placeholders?: INodeParameters): unknown {
	const workflow = new Workflow({
		active: false,
		connections: {},
		nodeTypes,
		nodes: [
			{
				id: '1',
				name: 'Send',
				type: 'messaging',
				typeVersion: 1,
				position: [0, 0],
				parameters: {
					resource: 'message',
					operation: 'sendTemplate',
					templateSource: 'text',
					...(text !== undefined && { text }),
					...(placeholders && { placeholders }),
				},
			},
		],
	});
	const { parameters } = workflow.getNode('Send')!;
	return workflow.expression.getParameterValue(
		parameters.placeholderNames as string,
		null,
		0,
		0,
		'Send',
		[],
		'manual',
		{},
	);
}

const fieldsOf = async (text: string | undefined) => {
	const parameters = { templateSource: 'text', text };
	const { context } = fakePanel({ parameters, answer: () => page(500) });
	return (await resourceMapping.getPlaceholders.call(context)).fields;
};

const mapped = (value: INodeParameters | null, schema: Array<{ id: string }>) =>
	({ mappingMode: 'defineBelow', value, schema }) as INodeParameters;

const TEXTS = [
	'Hi {name}, your order {order} is ready, {name}',
	'Until {date:dd.MM.}',
	'Not yet {na',
	'{{x}} and {}',
	'=Hi {name}, {{ $json.greeting }}',
	'={{ $json.a }} {city} {{ {b: 1} }}\n{first name}',
	'={{ $json.text }}',
	'',
	undefined,
];

describe('The placeholders of an entered text', () => {
	test.each(TEXTS)('become fields while the panel is open, where the text is %j', async (text) => {
		expect(followed(text)).toBe((await fieldsOf(text)).map(({ id }) => id).join());
	});

	test.each(TEXTS)('keep their values when one is entered, where the text is %j', async (text) => {
		const fields = await fieldsOf(text);
		const before = followed(text, mapped({}, fields));
		const value = Object.fromEntries(fields.map(({ id }, index) => [id, index === 0 ? 'A' : null]));
		expect(followed(text, mapped(value, fields))).toBe(before);
	});

	test('keep their values when the text changes', async () => {
		const fields = await fieldsOf('Hi {name}');
		const filled = mapped({ name: 'Ann' }, fields);
		expect(followed('Hi {name} of {city}', filled)).toBe(followed('Hi {name}', filled));
		const emptied = mapped({ name: null }, fields);
		expect(followed('Hi {name} of {city}', emptied)).toBe('name,city');
	});
});
