import { statusAddressKey } from '../../../../credentials/statusAddressKey';
import {
	checkAddress,
	onlyValue,
	signAddress,
	withParameter,
} from '../../../../nodes/SubscriptionMessaging/trigger/signedAddress';

const SECRETS = { username: 'apiuser', password: 'sandbox-password', api_key: 'sandbox-key' };
const key = statusAddressKey(SECRETS);
const ADDRESS = 'https://n8n.example/webhook/a';

const queryOf = (address: string) => new URL(address).search.slice(1);
const check = (address: string) => checkAddress(key, queryOf(address));

describe('the key of status addresses', () => {
	it('is the one that was computed by another program', () => {
		expect(key.toString('hex')).toBe(
			'306d0e24cd589210158df2991c78385f2b0597498191fa8edcc756e986ed5e26',
		);
	});

	it.each(['username', 'password', 'api_key'])('depends on the %s', (name) => {
		expect(statusAddressKey({ ...SECRETS, [name]: 'another' })).not.toEqual(key);
	});

	it('does not take secrets that only join to the same text for the same', () => {
		const shifted = { ...SECRETS, username: 'apiusers', password: 'andbox-password' };
		expect(statusAddressKey(shifted)).not.toEqual(key);
	});
});

describe('a signed address', () => {
	// The signatures were computed by another program.
	it.each([
		[
			'order-1',
			ADDRESS,
			`${ADDRESS}?signed_ticket=b3JkZXItMQ.F6g_5R5-LTBftuXOVyrHsMIL3XtBoR1PAYTbSKroneY`,
		],
		[
			'',
			`${ADDRESS}?x=1#top`,
			`${ADDRESS}?x=1&signed_ticket=.gita9O5cPY8yKI2Si6M3awU9cq83HZYyaqgDIctfh3Y#top`,
		],
		[
			'Grüße + 50 %',
			`${ADDRESS}?`,
			`${ADDRESS}?signed_ticket=R3LDvMOfZSArIDUwICU.jQkNfX9ZFMiJW4WTv-JeP1BPszS_kC72OxgKWejvBgs`,
		],
	])('of the ticket "%s" is that of the vector, and is found valid', (ticket, address, signed) => {
		expect(signAddress(key, address, ticket)).toBe(signed);
		expect(check(signed)).toEqual({ customTicket: ticket });
	});

	const signed = signAddress(key, ADDRESS, 'order-1');

	it.each([
		['another host and path', signed.replace('n8n.example/webhook', 'proxy.example/x')],
		['parameters before it', signed.replace('?', '?a=1&custom_ticket=other&')],
		['parameters after it', `${signed}&status_code=100&a=%26signed_ticket%3D`],
		['characters encoded that need not be', signed.replace('.', '%2E').replace('_', '%5f')],
		[
			'every character encoded',
			signed.replace(/(?<==).*/, (it) =>
				it.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`),
			),
		],
	])('stays valid with %s', (_how, address) => {
		expect(check(address)).toEqual({ customTicket: 'order-1' });
	});

	const other = Buffer.from('order-2').toString('base64url');

	it.each([
		['nothing', ADDRESS],
		['no value', `${ADDRESS}?signed_ticket=`],
		['another ticket', signed.replace('b3JkZXItMQ', other)],
		['a ticket that decodes to the same', signed.replace('b3JkZXItMQ', 'b3JkZXItMR')],
		['no ticket', signed.replace('b3JkZXItMQ', '')],
		['a signature cut short', signed.slice(0, -1)],
		['another signature', signed.replace('.F6g', '.F6h')],
		[
			'the signature of another credential',
			signAddress(statusAddressKey({ ...SECRETS, password: 'p' }), ADDRESS, 'order-1'),
		],
		['the parameter twice', `${signed}&${queryOf(signed)}`],
		['an array of it', signed.replace('signed_ticket', 'signed_ticket[]')],
		['another case', signed.replace('signed_ticket', 'Signed_Ticket')],
		['a NUL byte', `${signed}%00`],
	])('is invalid with %s', (_what, address) => {
		expect(check(address)).toBeUndefined();
	});
});

describe('a parameter', () => {
	it('has a value only where it occurs once', () => {
		expect(onlyValue('a=1&b=2', 'b')).toBe('2');
		expect(onlyValue('b=1&b=2', 'b')).toBeUndefined();
		expect(onlyValue('', 'b')).toBeUndefined();
	});

	it('is added without changing the rest of the address', () => {
		expect(withParameter('https://a.example/x?a=b%20c+d&', 'e', 'f g')).toBe(
			'https://a.example/x?a=b%20c+d&e=f%20g',
		);
	});
});
