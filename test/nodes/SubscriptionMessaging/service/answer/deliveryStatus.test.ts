import {
	isFinalStatus,
	isInTransit,
	judged,
} from '../../../../../nodes/SubscriptionMessaging/service/answer/deliveryStatus';

test.each([
	[100, { status: 'delivered', delivered: true }, false, true],
	[101, { status: 'in_transit' }, true, false],
	[102, { status: 'other' }, false, true],
	[0, { status: 'other' }, false, true],
	['101', { status: 'other' }, false, true],
	[null, { status: 'other' }, false, false],
])('of the code %p with a message: %j, in transit %p, final %p', (code, told, transit, final) => {
	// Not even undefined: an IF on `delivered` is to find it for 100 alone.
	expect(Object.entries(judged({ status_code: code, status_message: 'As told' }))).toEqual(
		Object.entries(told),
	);
	expect(isInTransit({ status_code: code, status_message: 'As told' })).toBe(transit);
	expect(isFinalStatus({ status_code: code, status_message: 'As told' })).toBe(final);
});

test.each([
	['Delivered', 'delivered', false, true],
	[' delivered ', 'delivered', false, true],
	['Sent to Carrier', 'in_transit', true, false],
	['Sent', 'other', false, false],
])('of the text %j without a code: %s, in transit %p, final %p', (text, word, transit, final) => {
	expect(judged({ status_code: null, status_message: text })).toMatchObject({ status: word });
	expect(isInTransit({ status_code: null, status_message: text })).toBe(transit);
	expect(isFinalStatus({ status_code: null, status_message: text })).toBe(final);
	// A code that is told says more than its text.
	expect(judged({ status_code: 102, status_message: text })).toEqual({ status: 'other' });
});

test('nothing that is told has no word', () => {
	expect(judged({ status_code: null, status_message: null })).toEqual({ status: null });
	// So the name-value form writes that there is none.
	for (const code of [null, ''])
		expect(judged({ status_code: code, status_message: ' ' })).toEqual({ status: null });
	expect(judged({ status_code: 7, status_message: null })).toEqual({ status: 'other' });
});
