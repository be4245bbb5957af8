import {
	calledAddress,
	endOfPath,
	onlyValue,
	queryOf,
	withParameter,
} from '../../../../nodes/SubscriptionMessaging/statusAddress/address';

describe('a parameter', () => {
	it('has a value only where it occurs once', () => {
		expect(onlyValue('a=1&b=2', 'b')).toBe('2');
		expect(onlyValue('b=1&b=2', 'b')).toBeUndefined();
		expect(onlyValue('', 'b')).toBeUndefined();
	});

	it.each([
		['https://a.example/x?a=b%20c+d&', 'https://a.example/x?a=b%20c+d&e=f%20g'],
		['https://a.example/x?a=b', 'https://a.example/x?a=b&e=f%20g'],
		['https://a.example/x', 'https://a.example/x?e=f%20g'],
		['https://a.example/x?#a?b', 'https://a.example/x?e=f%20g#a?b'],
		['https://a.example/x#a\nb', 'https://a.example/x?e=f%20g#a\nb'],
	])('is added to %j without changing the rest', (address, added) => {
		expect(withParameter(address, 'e', 'f g')).toBe(added);
	});

	it('is looked for between the question mark and the hash sign', () => {
		expect(queryOf('/x?a=1?&b=2#c?d')).toBe('a=1?&b=2');
		expect(queryOf('/x?signed_ticket=a?b=c?&d=e?f=1')).toBe('signed_ticket=a&b=c?&d=e?f=1');
		expect(queryOf('/x?a=1&token=a?b=c')).toBe('a=1&token=a&b=c');
		expect(queryOf('/x?token=a?b')).toBe('token=a?b');
		expect(queryOf('/x?my_token=a?b=c')).toBe('my_token=a?b=c');
		expect(queryOf('/x#c?d')).toBe('');
		expect(queryOf('/x')).toBe('');
	});
});

describe('the end of a path', () => {
	it('is its last two steps, whatever stands before and behind them', () => {
		expect(endOfPath('https://n8n.example/below/webhook/a1b2/status/?a=1/2#b/c')).toBe(
			'a1b2/status',
		);
		expect(endOfPath('/webhook//a1b2/status')).toBe('a1b2/status');
		expect(endOfPath('https://n8n.example/one')).toBe('one');
		expect(endOfPath('https://n8n.example')).toBe('');
	});

	it('is one however a proxy encodes it, and stays as it is where that is no encoding', () => {
		expect(endOfPath('/a%2Db/delivery%20status')).toBe('a-b/delivery status');
		expect(endOfPath('/%ZZ/two')).toBe('%ZZ/two');
	});
});

test('the address that was called is the one before a router of n8n took its part of the path', () => {
	expect(calledAddress({ originalUrl: '/webhook/a?s=1', url: '/a?s=1' })).toBe('/webhook/a?s=1');
	expect(calledAddress({ url: '/webhook/a' })).toBe('/webhook/a');
});
