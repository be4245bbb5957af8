import { encodePlainSend } from '../../../../../nodes/SubscriptionMessaging/service/request/plainSend';

const auth = { code: '12345', keyword: 'NSTAFF' };
const parameters = { phone: '18015550001,+447700900123', message: '1 + 1 = 2 & 😀' };

describe('a plain send', () => {
	it('is a form in UTF-8', () => {
		const { body, ...request } = encodePlainSend(auth, parameters, 'POST');
		expect(request).toEqual({
			method: 'POST',
			path: '/httppost',
			headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
		});
		expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ ...auth, ...parameters });
	});

	it('is a query where GET is asked for', () => {
		const { path, ...request } = encodePlainSend(auth, parameters, 'GET');
		expect(request).toEqual({ method: 'GET', headers: { 'Cache-Control': 'no-cache' } });
		expect(path).toMatch(/^\/httppost\?/);
		expect(path).not.toContain('+');
		expect(Object.fromEntries(new URL(`http://x${path}`).searchParams)).toEqual({
			...auth,
			...parameters,
		});
	});

	it('is refused with thread, which it has no place for', () => {
		expect(() => encodePlainSend({ ...auth, thread: true }, parameters, 'POST')).toThrow(
			"The interface documents no plain send form of 'thread'",
		);
	});
});
