import type { INodeProperties } from 'n8n-workflow';

import {
	inOrder,
	optionsField,
} from '../../../../../nodes/SubscriptionMessaging/actions/fields/options';

const field = (name: string, displayName = name): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});
const names = (...fields: INodeProperties[]) => inOrder(fields).map(({ name }) => name);

test('what belongs together stands together, whom it reaches before how it is sent', () => {
	expect(
		names(
			...['timeLimit', 'maxRecipients', 'ifTooLong', 'custom_ticket'].map((name) => field(name)),
		),
	).toEqual(['maxRecipients', 'ifTooLong', 'custom_ticket', 'timeLimit']);
});

test('others come first, by what the editor shows of them', () => {
	expect(names(field('code'), field('b', 'Zebra'), field('z', 'Ant'))).toEqual(['z', 'b', 'code']);
});

test('the collection is in that order', () => {
	expect(optionsField(field('code'), field('z')).options).toEqual([field('z'), field('code')]);
});
