import { sentence } from '../../../../../nodes/SubscriptionMessaging/service/errors/sentence';

test.each([
	['go on', 'Go on.'],
	['go on! and on', 'Go on! and on.'],
	['go on!', 'Go on!'],
])('%j becomes the sentence %j', (text, expected) => {
	expect(sentence(text)).toBe(expected);
});
