import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { placeholders } from '../../../../../nodes/SubscriptionMessaging/actions/fields/template';
import { properties } from '../../../../../nodes/SubscriptionMessaging/actions/router';

/** Those that the editor shows, by name, with the fields whose change empties them. */
const shown = (parameters: INodeParameters) =>
	placeholders
		.filter((property) => NodeHelpers.displayParameter(parameters, property, null, null))
		.map(({ name, typeOptions }) => [name, typeOptions?.loadOptionsDependsOn]);

const text = (value: unknown) =>
	shown({
		templateSource: 'text',
		textPlaceholders: { mappingMode: 'defineBelow', value, schema: [] } as never,
	});

test.each([[{}], [null]])(
	'the values of an entered text follow it while there are none: %j',
	(value) => {
		expect(text(value)).toEqual([['textPlaceholders', ['text']]]);
	},
);

test.each([[{ name: 'Ann' }], [{ name: '={{ $json.name }}' }], [{ name: '', order: null }]])(
	'no change empties values that were entered: %j',
	(value) => {
		expect(text(value)).toEqual([
			['newPlaceholders', ['text', 'textPlaceholders.schema.length']],
			['textPlaceholders', undefined],
		]);
	},
);

test('those of a stored template follow the template', () => {
	expect(shown({ templateSource: 'stored' })).toEqual([
		['placeholders', ['templateSource', 'keyword.value', 'id.value']],
	]);
});

describe.each<[string, INodeParameters]>([
	['storedText', { operation: 'sendTemplate' }],
	[
		'newPlaceholders',
		{
			...{ operation: 'sendTemplate', templateSource: 'text' },
			textPlaceholders: { value: { name: 'Ann' } },
		},
	],
	['people', { operation: 'sendToGroup' }],
	['charactersLeft', { operation: 'sendAndWait' }],
])('The notice %s', (name, entered) => {
	const withDefaults = (parameters: INodeParameters, all: boolean) =>
		NodeHelpers.getNodeParameters(properties, parameters, all, false, null, null) ?? {};
	/** What n8n's editor stores once the field gives it a value. */
	const given = (stored: INodeParameters, value: INodeParameters) =>
		withDefaults({ ...withDefaults(stored, false), [name]: value }, true);
	const empty = {
		...{ mappingMode: 'defineBelow', value: {}, matchingColumns: [], schema: [] },
		...{ attemptToConvertTypes: false, convertFieldsToString: false },
	};
	const fetching = { ...empty, value: null as never };
	const opened = withDefaults({ resource: 'message', ...entered }, true);

	test('changes nothing when the panel is opened', () => {
		expect(opened[name]).toBeDefined();
		expect(given(opened, empty)[name]).toEqual(opened[name]);
	});

	test('changes nothing while it is fetched, nor once it is there', () => {
		const before = given(opened, fetching);
		expect(before[name]).toEqual(opened[name]);
		expect(given(before, empty)[name]).toEqual(before[name]);
	});

	test.each([[empty], [fetching]])('is shown, whatever is stored: %j', (value) => {
		const stored = given(opened, value);
		const shownThen = properties.filter(
			(property) =>
				property.name === name && NodeHelpers.displayParameter(stored, property, null, null),
		);
		expect(shownThen.map(({ type }) => type)).toEqual(['resourceMapper']);
	});
});
