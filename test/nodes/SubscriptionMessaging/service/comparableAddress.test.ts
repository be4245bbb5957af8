import {
	comparableAddress,
	endsAlike,
} from '../../../../nodes/SubscriptionMessaging/service/comparableAddress';

test.each([
	['18015551001', '+1 (801) 555-1001'],
	['Ann@Example.com ', 'ann@example.com'],
	['a1@example.com', 'A1@example.com'],
])('%p and %p are the same', (a, b) => {
	expect(comparableAddress(a)).toBe(comparableAddress(b));
});

test.each([
	['18015551001', '18015551002'],
	['a1@example.com', 'a2@example.com'],
	['1@example.com', '1@example.org'],
	['north', 'south'],
	['18015551001', ''],
	['18015551001', null],
])('%p and %p are not', (a, b) => {
	expect(comparableAddress(a)).not.toBe(comparableAddress(b));
});

test.each([
	['18015551001', '8015551001'],
	['18015551001', '(801) 555-1001'],
	['447700900123', '07700 900123'],
])('%p can be what a service writes as %p', (sent, written) => {
	expect(endsAlike(sent, written)).toBe(true);
});

test.each([
	['18015551001', '1001'],
	['18015551001', ''],
	['18015551001', '8015551002'],
	['annabob@example.com', 'bob@example.com'],
])('%p cannot be known by %p', (sent, written) => {
	expect(endsAlike(sent, written)).toBe(false);
});
