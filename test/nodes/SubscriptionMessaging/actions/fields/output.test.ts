import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { SubscriptionMessaging } from '../../../../../nodes/SubscriptionMessaging/SubscriptionMessaging.node';

const { description } = new SubscriptionMessaging();

/** What n8n keeps of the fields that are shown, as the editor does with each change. */
const kept = (resource: string, operation: string, entered: INodeParameters) => {
	const all = NodeHelpers.getNodeParameters(
		description.properties,
		{ resource, operation, ...entered },
		true,
		false,
		null,
		description,
	);
	const { returnAll, limit, simplify } = all ?? {};
	return { returnAll, limit, simplify };
};

describe.each([
	['subscriber', 'getMany'],
	['division', 'getGroups'],
	['template', 'getMany'],
])('%s: %s', (resource, operation) => {
	test('has Return All, Limit and Simplify in the order of n8n’s own nodes', () => {
		const own = description.properties.filter(({ displayOptions: { show } = {} }) =>
			[show?.resource?.includes(resource), show?.operation?.includes(operation)].every(Boolean),
		);
		expect(
			own.map(({ name }) => name).filter((name) => /returnAll|limit|simpl/.test(name)),
		).toEqual(['returnAll', 'limit', 'simplify']);
	});

	test.each<[INodeParameters, object]>([
		[{}, { returnAll: false, limit: 50, simplify: true }],
		[{ limit: 2 }, { returnAll: false, limit: 2, simplify: true }],
		[{ returnAll: true }, { returnAll: true, simplify: true }],
		[{ limit: 2, simplify: false }, { simplify: false }],
	])('keeps of %j what is shown', (entered, expected) => {
		expect(kept(resource, operation, entered)).toEqual(expected);
	});
});
