import type { IDataObject } from 'n8n-workflow';

import { readSubscriberRule } from '../../../../../nodes/SubscriptionMessaging/actions/fields/subscribers';
import { sendMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/send.operation';
import { sendToGroup } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendToGroup.operation';
import { entered, requestsOf } from '../entered';

const to = (type: unknown = 1) => ({
	keyword: 'NSTAFF',
	recipients: 'defineBelow',
	recipientList: {
		recipients: [
			{ sendTo: '18015551001', type: 1 },
			{ sendTo: '18015551002', type },
		],
	},
	message: 'Hello',
});
const rule = (options: IDataObject, type?: unknown) => {
	const parameters = { ...to(type), options } as IDataObject;
	return readSubscriberRule(entered(sendMessage, parameters), requestsOf(sendMessage, parameters));
};

test.each<[IDataObject, object | undefined]>([
	[{}, undefined],
	[{ unsubscribedRecipients: 'send' }, undefined],
	[{ onlySubscribers: false }, undefined],
	[{ unsubscribedRecipients: 'send', onlySubscribers: false }, undefined],
	[{ unsubscribedRecipients: 'skip' }, { unsubscribed: 'skip', onlySubscribers: false }],
	[{ unsubscribedRecipients: 'fail' }, { unsubscribed: 'fail', onlySubscribers: false }],
	[{ onlySubscribers: true }, { unsubscribed: 'skip', onlySubscribers: true }],
	[
		{ onlySubscribers: 'true', unsubscribedRecipients: 'send' },
		{ unsubscribed: 'skip', onlySubscribers: true },
	],
	[
		{ onlySubscribers: true, unsubscribedRecipients: 'fail', defaultCountry: 'us' },
		{ unsubscribed: 'fail', onlySubscribers: true, country: 'US' },
	],
])('of %j the rule is %j', (options, expected) => {
	expect(rule(options)).toEqual(expected);
});

test.each([
	['unsubscribedRecipients', 'Unsubscribed Recipients'],
	['onlySubscribers', 'Only Subscribers'],
])('an empty %s does not mean that everyone is sent to', (name, label) => {
	for (const empty of ['', null, undefined]) {
		expect(() => rule({ [name]: empty })).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(
					`^'${label}' must be .*, but nothing was given \\[item 0\\]$`,
				) as string,
				description: expect.stringContaining('heck the expression') as string,
			}),
		);
	}
});

test('a message to everyone has no rule, whatever the options hold', () => {
	const parameters = {
		keyword: 'NSTAFF',
		message: 'Hello',
		options: { onlySubscribers: true, unsubscribedRecipients: '' },
	};
	expect(
		readSubscriberRule(entered(sendToGroup, parameters), requestsOf(sendToGroup, parameters)),
	).toBeUndefined();
});

test.each([1, 2, 3, 4, '1'])('the channel of the type %p is known', (type) => {
	expect(rule({ onlySubscribers: true }, type)).toMatchObject({ onlySubscribers: true });
});

test.each([5, 6])('of the type %p nobody knows the channel, so it is refused', (type) => {
	expect(() => rule({ onlySubscribers: true }, type)).toThrow(
		/^'Only Subscribers' cannot be used with the type .+ \[item 0\]$/,
	);
	expect(rule({ unsubscribedRecipients: 'skip' }, type)).toBeDefined();
});

test('what is no type is left to be refused as such', () => {
	expect(rule({ onlySubscribers: true }, 9)).toMatchObject({ onlySubscribers: true });
});
