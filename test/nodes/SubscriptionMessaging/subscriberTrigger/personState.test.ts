import {
	channelsIn,
	namedChannels,
	NOT_SUBSCRIBED,
	stateOf,
	together,
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

it('names all channels of one who had none, and none of one who left', () => {
	const state = stateOf(person('1', { email: 1 }));
	expect(channelsIn(state)).toEqual(['receives_text', 'receives_email']);
	expect(channelsIn(NOT_SUBSCRIBED)).toEqual([]);
	expect(channelsIn(NOT_SUBSCRIBED, state)).toEqual([]);
});

it('tells of each channel whether it is on, and of none where somebody is not subscribed', () => {
	expect(namedChannels(stateOf(person('1', { mobiletxt: 0, email: 1 })))).toEqual({
		receives_text: false,
		receives_voice: false,
		receives_email: true,
		receives_landline: false,
	});
	expect(namedChannels(NOT_SUBSCRIBED)).toEqual({});
});

it('puts together what is said of one person twice', () => {
	const text = stateOf(person('1'));
	const email = stateOf(person('1', { mobiletxt: 0, email: 1 }));
	expect(together(text, email)).toBe(stateOf(person('1', { email: 1 })));
	expect(together(text, stateOf(gone('1')))).toBe(text);
	expect(together(NOT_SUBSCRIBED, NOT_SUBSCRIBED)).toBe(NOT_SUBSCRIBED);
});
