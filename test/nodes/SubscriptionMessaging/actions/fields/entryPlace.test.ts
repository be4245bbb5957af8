import { placeIn } from '../../../../../nodes/SubscriptionMessaging/actions/fields/entryPlace';

const [ANN, LONG] = [{ sendTo: 'ann@example.com' }, { sendTo: `${'a'.repeat(29)}@example.com` }];

test.each([
	['the only recipient needs no telling', [ANN], 0, '', ''],
	['one of several is told by address and number', [{}, ANN], 1, ' of ann@example.com', 2],
	['an address that would fill the title is told by its number', [ANN, LONG], 1, '', 2],
	['one without an address is told by its number', [{ sendTo: '' }, ANN], 0, '', 1],
	['an entry of another list is told by its number', [], 2, '', 3],
])('%s', (_what, recipients, position, of, number) => {
	const sentence = number === '' ? '' : `It is entry ${number} of the list. `;
	expect(placeIn(recipients, position)).toEqual({ of, sentence });
});
