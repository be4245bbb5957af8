import type { INodeProperties } from 'n8n-workflow';

import { displayNameOf } from '../../../../../nodes/SubscriptionMessaging/actions/fields/displayName';

const properties: INodeProperties[] = [
	{ displayName: 'Message', name: 'message', type: 'string', default: '' },
	{
		displayName: 'Recipients',
		name: 'recipients',
		type: 'options',
		options: [{ name: 'From Input Items', value: 'inputItems' }],
		default: '',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [{ displayName: 'Custom Ticket', name: 'custom_ticket', type: 'string', default: '' }],
	},
	{
		displayName: 'Recipient List',
		name: 'recipientList',
		type: 'fixedCollection',
		default: {},
		options: [
			{
				displayName: 'Recipient',
				name: 'recipients',
				values: [{ displayName: 'Send To', name: 'sendTo', type: 'string', default: '' }],
			},
		],
	},
];

test.each([
	['message', 'Message'],
	['custom_ticket', 'Custom Ticket'],
	['sendTo', 'Send To'],
	['recipients', 'Recipients'],
])('%s is called %s, however deep it stands', (name, displayName) => {
	expect(displayNameOf(properties, name)).toBe(displayName);
	// Once more, when it has been looked for.
	expect(displayNameOf(properties, name)).toBe(displayName);
});

test('a field that the operation does not have is called as it is named', () => {
	expect(displayNameOf(properties, 'keyword')).toBe('Keyword');
});

test('fields of one name in two operations are called as each of them says', () => {
	const others: INodeProperties[] = [{ ...properties[0]!, displayName: 'Question' }];
	expect([displayNameOf(properties, 'message'), displayNameOf(others, 'message')]).toEqual([
		'Message',
		'Question',
	]);
});
