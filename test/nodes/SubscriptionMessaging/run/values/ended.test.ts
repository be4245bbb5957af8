import { hasFailed } from '../../../../../nodes/SubscriptionMessaging/run/values/ended';

test.each([
	['failed', true],
	['unknown', true],
	['accepted', false],
	['notAttempted', false],
])('a call that is %s has failed: %s', (kind, expected) => {
	expect(hasFailed({ kind })).toBe(expected);
});

test('a call without an outcome has not failed', () => expect(hasFailed(undefined)).toBe(false));
