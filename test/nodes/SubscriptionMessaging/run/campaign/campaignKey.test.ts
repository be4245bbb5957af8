import {
	campaignTicket,
	keyProblem,
	longestTicket,
	numberIn,
	TRIAL,
} from '../../../../../nodes/SubscriptionMessaging/run/campaign/campaignKey';
import { LIMITS } from '../../../../../nodes/SubscriptionMessaging/service/contract/contract';

test('the longest ticket is as long as a service takes, or longer in bytes', () => {
	expect(longestTicket('spring')).toHaveLength(LIMITS.customTicket);
	expect(longestTicket('春'.repeat(40))).toBe(campaignTicket('春'.repeat(40), 999_999, 99));
});

test('a ticket is the key and a number, and the part of a text that is split', () => {
	expect(campaignTicket('spring-sale', 7)).toBe('spring-sale-7');
	expect(campaignTicket('spring-sale', 7, 2)).toBe('spring-sale-7-2');
});

test('the number is found in the tickets of the campaign, and in no others', () => {
	expect(numberIn('sale', 'sale-7')).toBe(7);
	expect(numberIn('sale', 'sale-7-2')).toBe(7);
	expect(numberIn('sale', 'sale-12-10')).toBe(12);
	for (const other of [
		'sale',
		'sale-',
		'sale-x',
		'sale-7-2-1',
		'spring-sale-7',
		'sales-7',
		'bulk-7',
	]) {
		expect(numberIn('sale', other)).toBeUndefined();
	}
});

test('a key that only looks like another one is refused', () => {
	const found = keyProblem('sale\u200b', false);
	expect(found?.problem).toBe('holds an invisible character (U+200B)');
	expect(found?.fix).toBe('Delete the key and type it again.');
});

test('the longest key leaves room for a million requests in parts', () => {
	const key = 'k'.repeat(40);
	expect(keyProblem(key, false)).toBeUndefined();
	expect(campaignTicket(key, 9_999_999, 2).length).toBeLessThanOrEqual(LIMITS.customTicket);
	expect(campaignTicket(key, 99_999_999, 2).length).toBeGreaterThan(LIMITS.customTicket);
	expect(keyProblem(`${key}k`, false)?.problem).toMatch(/41 characters, and may have 40/);
});

test('a redirected campaign has its own tickets, which leave it fewer characters', () => {
	expect(keyProblem('k'.repeat(35), true)).toBeUndefined();
	expect(keyProblem('k'.repeat(36), true)?.problem).toMatch(/36 characters, and may have 35/);
	// The tickets of a redirected campaign "1" are those of no campaign "test".
	expect(campaignTicket(`${TRIAL}1`, 1).startsWith('test-')).toBe(false);
	expect(keyProblem('Test:spring', false)?.problem).toMatch(/begin with "test:"/);
});

test('no key is the beginning of the tickets of another', () => {
	expect(keyProblem('spring-7', false)?.problem).toMatch(/end in a hyphen and digits/);
	expect(keyProblem('spring-12', false)?.problem).toMatch(/end in a hyphen and digits/);
	expect(keyProblem('spring7', false)).toBeUndefined();
	expect(keyProblem('spring-7-sale', false)).toBeUndefined();
});
