import {
	NO_PATH,
	plain,
	within,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/path';

test.each([
	['Send_To', 'sendto'],
	['status-Code.1', 'statuscode1'],
	['__', ''],
])('%s is plainly %s', (name, expected) => expect(plain(name)).toBe(expected));

test('a path tells the last name, and all of them', () => {
	const path = within(within(NO_PATH, 'Status'), 'Code');
	expect(path).toEqual({ outer: 'code', written: 'StatusCode', whole: 'statuscode' });
});

test('names are looked at to their two hundredth character', () => {
	const path = within(NO_PATH, 'x'.repeat(300));
	expect([path.outer.length, path.written.length]).toEqual([200, 200]);
	expect(within(path, 'y')).toMatchObject({ outer: 'y', whole: path.whole });
	expect(plain(`${'x'.repeat(200)}y`)).toBe('x'.repeat(200));
});
