import { updateDivision } from '../../../../../nodes/SubscriptionMessaging/actions/division/update.operation';
import { requestsOf } from '../entered';

const divisionOf = (updateFields: object) =>
	(
		requestsOf(updateDivision, { keyword: 'NORTH', updateFields })[0]!.parameters as {
			division: object;
		}
	).division;

test('only what was added of a division is sent, its phone number in digits', () => {
	expect(divisionOf({ phone: '+1 801-555-1234' })).toEqual({ phone: '18015551234' });
});

test.each(['email', 'phone', 'url'])('an empty %s of a division clears it', (member) => {
	expect(divisionOf({ [member]: '' })).toEqual({ [member]: '' });
});
