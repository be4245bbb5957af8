import { occursIn } from '../../../../../nodes/SubscriptionMessaging/actions/fields/skipped';

test('who gets the message by another item is told by which', () => {
	expect(occursIn(3, '18015551001')).toEqual({
		sendTo: '18015551001',
		reason: 'the same recipient is in item 3',
		repeats: 3,
	});
});
