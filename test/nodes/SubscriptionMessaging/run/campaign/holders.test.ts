import { Holders } from '../../../../../nodes/SubscriptionMessaging/run/campaign/holders';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/steps';
import { stepsOf } from '../../stepsOf';

const ANN = '18015551001';
const BOB = '18015551002';

test('knows who has the whole text, and by which ticket', () => {
	const holders = finished(Holders.of('sale', [ANN, BOB]));
	holders.add('+1 (801) 555-1001', 7);
	expect([holders.has(ANN, 1), holders.has(ANN, 3), holders.has(BOB, 1)]).toEqual([
		true,
		true,
		false,
	]);
	expect(holders.ticketOf(ANN)).toBe('sale-7');
	expect(holders.ticketOf(BOB)).toBeUndefined();
});

test('knows the parts that somebody has', () => {
	const holders = finished(Holders.of('sale', [ANN]));
	holders.add(ANN, 7, 1);
	holders.add(ANN, 9, 3);
	expect([1, 2, 3].map((part) => holders.has(ANN, part))).toEqual([true, false, true]);
	expect(holders.ticketOf(ANN)).toBe('sale-7-1');
});

test('a number without its country code is that of the one person whom it fits', () => {
	const holders = finished(Holders.of('sale', [ANN, BOB]));
	holders.add('8015551001', 1);
	expect(holders.has(ANN, 1)).toBe(true);
});

test('a row that fits two people ends the campaign', () => {
	const holders = finished(Holders.of('sale', [ANN, '448015551001']));
	expect(() => holders.add('8015551001', 1)).toThrow(/fits 2 recipients/);
	expect(() => holders.add(ANN, 1)).not.toThrow();
});

test('keeps nothing of people who are not in the list', () => {
	const holders = finished(Holders.of('sale', [ANN]));
	holders.add(BOB, 1);
	expect(holders.has(BOB, 1)).toBe(false);
});

test('many people are read in steps', () => {
	const many = Array.from({ length: 2_000 }, (_one, index) => String(18015550000 + index));
	expect(stepsOf(Holders.of('sale', many))).toBeGreaterThan(3);
});
