import type { KeyObject } from 'node:crypto';

import { statusAddressKey } from '../../../../credentials/statusAddressKey';
import { queryOf } from '../../../../nodes/SubscriptionMessaging/statusAddress/address';
import {
	checkAddress,
	DAYS_VALID,
	equal,
	lengthOfSigned,
	signAddress,
} from '../../../../nodes/SubscriptionMessaging/statusAddress/sign';

const SECRETS = { username: 'apiuser', password: 'sandbox-password', api_key: 'sandbox-key' };
const ADDRESS = 'https://n8n.example/webhook/a1b2/delivery-status';
const SEND = { customTicket: 'order-1', code: '12345' };
const NOW = Date.parse('2026-11-22T13:00:00Z');
const DAY = 24 * 60 * 60 * 1000;

let key: KeyObject;
let otherKey: KeyObject;
beforeAll(async () => {
	key = await statusAddressKey(SECRETS);
	otherKey = await statusAddressKey({ ...SECRETS, password: 'p' });
});

const sign = (address = ADDRESS, send = SEND) => signAddress(key, address, send, NOW);
const check = (address: string, now = NOW) => checkAddress(key, address, now);

describe('a signed address', () => {
	// The signatures were computed by another program.
	it.each([
		['order-1', '12345', '', '?signed_ticket=b3JkZXItMQ.12345.0g21.5hrYRiNY79YvRh3qzjh_KA'],
		[
			'order-1',
			'12345',
			'?x=1#top',
			'?x=1&signed_ticket=b3JkZXItMQ.12345.0g21.5hrYRiNY79YvRh3qzjh_KA#top',
		],
		[
			'Grüße + 50 %',
			'18015551234',
			'?',
			'?signed_ticket=R3LDvMOfZSArIDUwICU.18015551234.0g21.n4LhlnFx5AJrMvd1jdHy6A',
		],
	])(
		'of the ticket "%s" is that of the vector, and is valid',
		(customTicket, code, end, signed) => {
			const send = { customTicket, code };
			expect(sign(ADDRESS + end, send)).toBe(ADDRESS + signed);
			expect(check(ADDRESS + signed)).toEqual(send);
		},
	);

	it('has the length that was told before', () => {
		for (const address of [ADDRESS, `${ADDRESS}?a=1`, `${ADDRESS}#top`]) {
			for (const send of [SEND, { customTicket: 'Grüße', code: '1' }]) {
				expect(lengthOfSigned(address, send)).toBe(sign(address, send).length);
			}
		}
	});

	it.each(['1970-01-01', '2026-11-22', '2097-09-27', '6000-01-01'])(
		'has the same length on %s',
		(date) => {
			const signed = signAddress(key, ADDRESS, SEND, Date.parse(date));
			expect(signed).toHaveLength(sign().length);
			expect(check(signed, Date.parse(date))).toEqual(SEND);
		},
	);

	it('is never made for an empty ticket', () => {
		expect(() => sign(ADDRESS, { ...SEND, customTicket: '' })).toThrow(RangeError);
	});

	it('counts for thirty days, and no day longer', () => {
		expect(DAYS_VALID).toBe(30);
		const midnight = Date.parse('2026-11-22T00:00:00Z');
		const signed = signAddress(key, ADDRESS, SEND, midnight);
		expect(check(signed, midnight + 31 * DAY - 1)).toEqual(SEND);
		expect(check(signed, midnight + 31 * DAY)).toBeUndefined();
		expect(check(signAddress(key, ADDRESS, SEND, midnight + DAY - 1), midnight + 31 * DAY)).toEqual(
			undefined,
		);
		// A clock of another process may be behind.
		expect(check(signed, midnight - DAY)).toEqual(SEND);
	});

	it('is made and checked by the clock', () => {
		expect(checkAddress(key, signAddress(key, ADDRESS, SEND))).toEqual(SEND);
		const old = signAddress(key, ADDRESS, SEND, Date.now() - 32 * DAY);
		expect(checkAddress(key, old)).toBeUndefined();
	});

	it.each([
		['another host and beginning of the path', 'https://n8n.example/webhook', 'http://[::1]:1/x/y'],
		['no origin', 'https://n8n.example/webhook', '/webhook'],
		['no beginning of the path', 'https://n8n.example/webhook', ''],
		['the address for tests', '/webhook/', '/webhook-test/'],
		['a slash at the end of the path', 'delivery-status?', 'delivery-status/?'],
		['doubled slashes', '/a1b2/', '//a1b2//'],
		['characters of the path encoded', 'a1b2/delivery', 'a1%62%32/d%65livery'],
		['parameters before it', '?', '?a=1&custom_ticket=other&'],
		['characters encoded that need not be', /\.(?=[^.]*$)/, '%2E'],
		['parameters after it', /$/, '&status_code=100&a=%26signed_ticket%3D'],
		['parameters after a second question mark', /$/, '?sendTo=1&status=100'],
		['parameters before it and after a second question mark', /\?(.*)/, '?a=1&$1?status=100'],
		['a hash sign after it', /$/, '#?signed_ticket=x'],
	])('stays valid with %s', (_how, part, other) => {
		const changed = sign().replace(part, other);
		expect(changed).not.toBe(sign());
		expect(check(changed)).toEqual(SEND);
	});

	it('stays valid with every character encoded', () => {
		const encoded = sign().replace(/(?<==).*/, (it) =>
			it.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`),
		);
		expect(check(encoded)).toEqual(SEND);
	});

	it('stays valid where a step of the path cannot be decoded', () => {
		expect(check(sign('https://n8n.example/webhook/a%E0%/x'))).toEqual(SEND);
	});

	const other = Buffer.from('order-2').toString('base64url');

	it.each([
		['no value', /=.*/, '='],
		['no parameter', /\?.*/, ''],
		['the parameter after a hash sign', '?', '#?'],
		['another ticket', 'b3JkZXItMQ', other],
		['a ticket that decodes to the same', 'b3JkZXItMQ', 'b3JkZXItMR'],
		['no ticket', 'b3JkZXItMQ', ''],
		['another code', '.12345.', '.12346.'],
		['no code', '.12345.', '..'],
		['another last day', '.0g21.', '.0g22.'],
		['no last day', '.0g21.', '..'],
		['a last day of another length', '.0g21.', '.00g21.'],
		['a signature cut short', /.$/, ''],
		['a longer signature', /$/, 'A'],
		['another signature', '.5hr', '.5hs'],
		['a signature that decodes to the same', /KA$/, 'KB'],
		['a question mark after it', /$/, '?x'],
		['a second signature after a question mark', /\?(.*)/, '?$1?$1'],
		['a line break after it', /$/, '%0a'],
		['a NUL byte', /$/, '%00'],
		['an array of it', 'signed_ticket', 'signed_ticket[]'],
		['another case', 'signed_ticket', 'Signed_Ticket'],
		['the id of another trigger', '/a1b2/', '/a1b3/'],
		['the name of another webhook', 'delivery-status', 'other'],
		['a step more', 'delivery-status', 'delivery-status/x'],
		['no path', /\/webhook.*\?/, '?'],
	])('is invalid with %s', (_what, part, changed) => {
		const address = sign().replace(part, changed);
		expect(address).not.toBe(sign());
		expect(check(address)).toBeUndefined();
	});

	it('is invalid with the parameter twice, or with nothing', () => {
		expect(check(`${sign()}&${queryOf(sign())}`)).toBeUndefined();
		expect(check(`${sign()}&signed_ticket=`)).toBeUndefined();
		expect(check(ADDRESS)).toBeUndefined();
		expect(check('')).toBeUndefined();
	});

	it('is invalid with the signature of another credential', () => {
		expect(check(signAddress(otherKey, ADDRESS, SEND, NOW))).toBeUndefined();
	});

	it('is invalid with a genuine signature of an empty ticket', () => {
		const { createHmac } = jest.requireActual<typeof import('node:crypto')>('node:crypto');
		const mac = createHmac('sha256', key)
			.update('status address 2\na1b2/delivery-status\n.12345.0g21')
			.digest()
			.subarray(0, 16)
			.toString('base64url');
		expect(check(`${ADDRESS}?signed_ticket=.12345.0g21.${mac}`)).toBeUndefined();
	});
});

test('texts are compared whole, of any length', () => {
	expect(equal('a', 'a')).toBe(true);
	expect(equal('', '')).toBe(true);
	expect(equal('a', 'b')).toBe(false);
	expect(equal('a', 'aa')).toBe(false);
});

describe('the path that was signed', () => {
	it('counts without the origin, however short it is', () => {
		const signed = sign('https://n8n.example/one');
		expect(check(signed)).toEqual(SEND);
		expect(check(signed.replace('n8n.example', 'proxy.example:5678'))).toEqual(SEND);
		expect(check(signed.replace('https://n8n.example', ''))).toEqual(SEND);
		expect(check(signed.replace('/one', '/two'))).toBeUndefined();
	});

	it('keeps an address that stands within it', () => {
		const signed = sign('/one/https://a.example/two');
		expect(check(signed)).toEqual(SEND);
		expect(check(signed.replace('a.example', 'b.example'))).toBeUndefined();
	});

	it('is compared as it is where it cannot be decoded', () => {
		const signed = sign('https://n8n.example/%ZZ/two');
		expect(check(signed)).toEqual(SEND);
		expect(check(signed.replace('%ZZ', '%YY'))).toBeUndefined();
	});

	it('may be that of an execution that waits, whose address has a parameter already', () => {
		const signed = sign('https://n8n.example/webhook-waiting/7/delivery-status?signature=ab');
		expect(check(`${signed}?sendTo=1&status=100`)).toEqual(SEND);
	});

	it('is signed by the whole value of the parameter', () => {
		const signed = sign();
		expect(check(signed.replace('signed_ticket=', 'signed_ticket=!'))).toBeUndefined();
	});
});
