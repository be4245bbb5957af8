import {
	assertMembers,
	formRequest,
	NVP_PATH,
	PLAIN_SEND_PATH,
	soapPath,
} from '../../../../../nodes/SubscriptionMessaging/service/request/wireRequest';

const fields: Array<[string, string]> = [
	['message', 'a b+c&d=e%é'],
	['phone', '1,2'],
];
const FORM = 'message=a%20b%2Bc%26d%3De%25%C3%A9&phone=1%2C2';

it('is a form in UTF-8 where it is posted', () => {
	expect(formRequest('/httppost', fields, 'POST')).toEqual({
		method: 'POST',
		path: '/httppost',
		headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
		body: FORM,
	});
});

it('is a query without a body where GET is asked for', () => {
	expect(formRequest('/httppost', fields, 'GET')).toEqual({
		method: 'GET',
		path: `/httppost?${FORM}`,
		// Of a status that is asked for twice, the second answer must not be the first one again.
		headers: { 'Cache-Control': 'no-cache' },
	});
});

it('goes to the SOAP address of its binding, in the version of the interface', () => {
	expect(soapPath('message')).toBe('/webservices/message/2.0.0');
});

it('goes to an address of its own in each of the forms', () => {
	expect([NVP_PATH, PLAIN_SEND_PATH]).toEqual(['/httppost/nvp', '/httppost']);
});

it('has the members of an object or a list, and none of a value', () => {
	for (const members of [{ name: 'North' }, ['North']]) {
		expect(() => assertMembers(members)).not.toThrow();
	}
	for (const value of ['North', 5, true]) {
		expect(() => assertMembers(value)).toThrow(new TypeError('no object'));
	}
});
