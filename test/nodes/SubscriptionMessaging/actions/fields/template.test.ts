import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { placeholders } from '../../../../../nodes/SubscriptionMessaging/actions/fields/template';

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
