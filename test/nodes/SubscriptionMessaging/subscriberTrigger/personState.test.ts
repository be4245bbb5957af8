import {
	channelsIn,
	NOT_SUBSCRIBED,
	stateOf,
} from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/personState';
import { gone, person } from './account';

it('tells each combination of channels apart, and whether somebody is subscribed', () => {
	const states = Array.from({ length: 16 }, (_, bits) =>
		stateOf({
			unsubdate: '',
			mobiletxt: bits & 1,
			mobilevoice: (bits >> 1) & 1,
			email: (bits >> 2) & 1,
			landline: (bits >> 3) & 1,
		}),
	);
	expect(new Set([...states, stateOf(gone('1'))]).size).toBe(17);
	expect(stateOf(gone('1'))).toBe(NOT_SUBSCRIBED);
	for (const state of states) expect(state).toBeLessThan(64);
});

it('names the channels that were switched on and off', () => {
	const before = stateOf(person('1', { email: 1 }));
	const after = stateOf(person('1', { mobiletxt: 0, email: 1, mobilevoice: 1, landline: 1 }));
	expect(channelsIn(after, before)).toEqual(['receives_voice', 'receives_landline']);
	expect(channelsIn(before, after)).toEqual(['receives_text']);
});
