import {
	isFinalStatus,
	isInTransit,
	judged,
} from '../../../../nodes/SubscriptionMessaging/service/deliveryStatus';

test.each([
	[100, { status: 'delivered', delivered: true }, false, true],
	[101, { status: 'in_transit' }, true, false],
	[102, { status: 'other' }, false, true],
	[0, { status: 'other' }, false, true],
	['101', { status: 'other' }, false, true],
	[null, { status: 'other' }, false, false],
])('of the code %p with a message: %j, in transit %p, final %p', (code, told, transit, final) => {
	// Not even undefined: an IF on `delivered` is to find it for 100 alone.
	expect(Object.entries(judged(code, 'As told'))).toEqual(Object.entries(told));
	expect(isInTransit(code)).toBe(transit);
	expect(isFinalStatus(code)).toBe(final);
});

test('nothing that is told has no word', () => {
	expect(judged(null, null)).toEqual({ status: null });
	expect(judged(7, null)).toEqual({ status: 'other' });
});
