import { Holders } from '../../../../../nodes/SubscriptionMessaging/run/campaign/holders';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { stepsOf } from '../../stepsOf';

const ANN = '18015551001';
const BOB = '18015551002';

test('knows who has the whole text, and by which ticket', () => {
	const holders = finished(Holders.of('sale', [ANN, BOB]));
	finished(holders.add(['+1 (801) 555-1001'], 7));
	expect([holders.has(ANN, 1), holders.has(ANN, 3), holders.has(BOB, 1)]).toEqual([
		true,
		true,
		false,
	]);
	expect(holders.ticketsOf(ANN)).toEqual(['sale-7']);
	expect(holders.ticketsOf(BOB)).toEqual([]);
});

test('knows somebody by a mobile number with or without its old digit', () => {
	const holders = finished(Holders.of('sale', ['525512345678']));
	finished(holders.add(['5215512345678'], 7));
	expect(['525512345678', '5215512345678'].map((one) => holders.has(one, 1))).toEqual([true, true]);
});

test('knows the parts that somebody has', () => {
	const holders = finished(Holders.of('sale', [ANN]));
	finished(holders.add([ANN], 7, 1));
	finished(holders.add([ANN], 9, 3));
	expect([1, 2, 3].map((part) => holders.has(ANN, part))).toEqual([true, false, true]);
	finished(holders.add([ANN], 8, 1));
	expect(holders.ticketsOf(ANN)).toEqual(['sale-7-1', 'sale-9-3']);
});

test('a number without its country code is that of the one person whom it fits', () => {
	const holders = finished(Holders.of('sale', [ANN, BOB]));
	finished(holders.add(['8015551001'], 1));
	expect(holders.has(ANN, 1)).toBe(true);
});

test('a row that fits two people ends the campaign', () => {
	const holders = finished(Holders.of('sale', [ANN, '448015551001']));
	expect(() => finished(holders.add(['8015551001'], 1))).toThrow(/fits 2 recipients/);
	expect(() => finished(holders.add([ANN], 1))).not.toThrow();
});

test.each([
	'01118015551001',
	'+1 801 555 1001.0',
	'+1 (0)801 555 1001',
	'18015551001@sms.example',
	'18015551001@SMS gateway',
])('a row that writes the number as %s is that of its recipient', (written) => {
	const holders = finished(Holders.of('sale', [ANN, BOB]));
	finished(holders.add([written], 1));
	expect([holders.has(ANN, 1), holders.has(BOB, 1)]).toEqual([true, false]);
});

test.each([
	['4915112345671', '+49 (0)151 12345671'],
	['525512345678', '5215512345678'],
	['8015551001', '+1 801 555 1001'],
])('a recipient sent as %s has the message that is listed as %s', (sent, written) => {
	const holders = finished(Holders.of('sale', [sent]));
	finished(holders.add([written], 1));
	expect(holders.has(sent, 1)).toBe(true);
});

test('a number of another country that ends alike is that of somebody else', () => {
	const holders = finished(Holders.of('sale', [ANN]));
	finished(holders.add(['448015551001'], 1));
	expect(holders.has(ANN, 1)).toBe(false);
});

test.each([
	'1801555****',
	'',
	'0001',
	'unknown',
	'sms:18015551001',
	'Ann <18015551001>',
	'+1 801 555 1001 x5',
	'a***@example.com',
])('a row "%s" names nobody, and ends the campaign', (written) => {
	const holders = finished(Holders.of('sale', [ANN, BOB]));
	expect(() => finished(holders.add([written], 7))).toThrow(
		`the service lists "${written}" under sale-7, and that names nobody`,
	);
});

test('a recipient that is no number or mailbox is found as it was sent', () => {
	const holders = finished(Holders.of('sale', ['room-12']));
	finished(holders.add(['Room-12'], 1));
	expect(holders.has('room-12', 1)).toBe(true);
});

test('keeps nothing of people who are not in the list', () => {
	const holders = finished(Holders.of('sale', [ANN]));
	finished(holders.add([BOB], 1));
	expect(holders.has(BOB, 1)).toBe(false);
});

describe('many people', () => {
	const many = Array.from({ length: 2_000 }, (_one, index) => String(18015550000 + index));

	test('are read in steps', () => {
		expect(stepsOf(Holders.of('sale', many))).toBeGreaterThan(3);
	});

	test('are found in as many steps as others need to get their turn, and no more', () => {
		const holders = finished(Holders.of('sale', many));
		expect(stepsOf(holders.add(many, 1))).toBe(5);
		expect(stepsOf(holders.add(many.slice(0, 400), 1))).toBe(1);
	});

	test('are gone through once, however many of them the service writes otherwise', () => {
		const holders = finished(Holders.of('sale', many));
		const local = many.map((number) => number.slice(1));
		finished(holders.add(local.slice(0, 1), 1));
		expect(stepsOf(holders.add(local.slice(1, 400), 1))).toBe(1);
		expect(many.filter((number) => holders.has(number, 1))).toHaveLength(400);
	});
});

describe('what an earlier try of this run began', () => {
	const holders = (...tickets: string[]) =>
		finished(Holders.of('sale', [ANN, BOB], new Map([[ANN, new Set(tickets)]])));

	test('is not by another execution, where the ticket is its own', () => {
		const all = holders('sale-7');
		finished(all.add([ANN, BOB], 7));
		expect([all.has(ANN, 1), all.hasElsewhere(ANN, 1)]).toEqual([true, false]);
		expect([all.has(BOB, 1), all.hasElsewhere(BOB, 1)]).toEqual([true, true]);
	});

	test('is by another one where the text has other parts under the same number', () => {
		const inParts = holders('sale-7-1', 'sale-7-2');
		finished(inParts.add([ANN], 7));
		expect([1, 2].map((part) => inParts.hasElsewhere(ANN, part))).toEqual([true, true]);
		const whole = holders('sale-7');
		finished(whole.add([ANN], 7, 1));
		expect([1, 2].map((part) => whole.hasElsewhere(ANN, part))).toEqual([true, false]);
	});

	test('is by another one under any other number, part for part', () => {
		const all = holders('sale-7-1');
		finished(all.add([ANN], 7, 1));
		finished(all.add([ANN], 8, 2));
		expect([1, 2, 3].map((part) => all.hasElsewhere(ANN, part))).toEqual([false, true, false]);
		finished(all.add([ANN], 9));
		expect([1, 2, 3].map((part) => all.hasElsewhere(ANN, part))).toEqual([true, true, true]);
	});

	test('is nobody’s where the service lists nobody', () => {
		expect(holders('sale-7').hasElsewhere(ANN, 1)).toBe(false);
		expect(holders('sale-7').hasElsewhere('18015551003', 1)).toBe(false);
	});
});
