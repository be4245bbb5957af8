import type { ItemFields } from '../../../../../nodes/SubscriptionMessaging/actions/fields/itemFields';
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

const REFUSED = 'The service refused: no';
const LOST = "We can't tell whether this message was sent: no answer came (custom ticket a)";

test.each([
	[{ sent: true, sendTo: '1' }, []],
	[{}, []],
	[
		{ sent: false, sendTo: '1', skipped: 'it occurs before' },
		[{ sendTo: '1', reason: 'it occurs before' }],
	],
	[{ sent: false, preview: true }, [{ sendTo: '', reason: 'it was not sent' }]],
	// A column of the list's own.
	[{ sent: false, sendTo: '1' }, []],
	[
		{
			sent: true,
			recipients: ['1'],
			skipped_recipients: [
				{ sent: false, sendTo: '2', skipped: 'it has left the group' },
				{ sent: true, sendTo: '3', sent_before: true },
				null,
				'4',
			],
		},
		[{ sendTo: '2', reason: 'it has left the group' }],
	],
	[{ error: REFUSED }, [{ sendTo: '', reason: REFUSED }]],
	[{ error: LOST }, [{ sendTo: '', reason: LOST, isUnknown: true }]],
	[{ sent: true, error: LOST }, []],
	[{ error: ' ' }, []],
	[{ error: null }, []],
])('finds in %j to whom nothing was sent, or maybe', (input, expected) => {
	expect(unsentIn(item(input))).toEqual(expected);
});
