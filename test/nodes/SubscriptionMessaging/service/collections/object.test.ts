import { isObject } from '../../../../../nodes/SubscriptionMessaging/service/collections/object';

test.each([
	[{}, true],
	[{ to: '1' }, true],
	[[], false],
	[null, false],
	[undefined, false],
	['text', false],
	[1, false],
])('%j has members: %s', (value, expected) => {
	expect(isObject(value)).toBe(expected);
});
