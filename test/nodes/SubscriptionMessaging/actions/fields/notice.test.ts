import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { notice } from '../../../../../nodes/SubscriptionMessaging/actions/fields/notice';

const fields = notice(
	{ displayName: 'Reach', name: 'reach', displayOptions: { show: { operation: ['send'] } } },
	'showPeople',
	['keyword.value'],
);

/** Which of the two fields the editor shows. */
const shown = (parameters: INodeParameters) =>
	fields
		.filter((property) => NodeHelpers.displayParameter(parameters, property, null, null))
		.map(({ type }) => type);

test('shows a mapper, which follows the field that it tells of', () => {
	expect(shown({ operation: 'send', reach: { value: {} } as never })).toEqual(['resourceMapper']);
	expect(fields[0]?.typeOptions).toMatchObject({
		loadOptionsDependsOn: ['keyword.value'],
		resourceMapper: { resourceMapperMethod: 'showPeople' },
	});
});

test('has no value that a step could run with while the editor fetches it', () => {
	expect(shown({ operation: 'send', reach: { value: null } as never })).toEqual(['collection']);
	const [, fetching] = fields;
	const parameters = NodeHelpers.getNodeParameters(
		[fetching!],
		{ operation: 'send', reach: { value: null } as never },
		true,
		false,
		null,
		null,
	);
	expect(parameters?.reach).not.toBeNull();
});

test('is shown where its field belongs, and nowhere else', () => {
	expect(shown({ operation: 'get', reach: { value: {} } as never })).toEqual([]);
});
