import type { ItemFields } from '../../../../../nodes/SubscriptionMessaging/actions/itemFields';
import {
	asSent,
	unsentIn,
} from '../../../../../nodes/SubscriptionMessaging/actions/message/sentItem';

const item = (input: object) => ({ input: () => input }) as unknown as ItemFields;

test.each([
	['+1 (801) 555-1001', '18015551001'],
	[' ann@acme.example ', 'ann@acme.example'],
	['', undefined],
	[undefined, undefined],
])('writes %s as sends do', (entered, expected) => {
	expect(asSent(entered)).toBe(expected);
});

test.each([
	[{ sent: true, sendTo: '1' }, undefined],
	[{}, undefined],
	[
		{ sent: false, sendTo: '1', skipped: 'it occurs before' },
		{ sendTo: '1', reason: 'it occurs before' },
	],
	[{ sent: false }, { sendTo: '', reason: 'it was not sent' }],
])('finds in %j who was left out of a send', (input, expected) => {
	expect(unsentIn(item(input))).toEqual(expected);
});
