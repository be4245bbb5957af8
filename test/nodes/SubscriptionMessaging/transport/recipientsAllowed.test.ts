import { recipientsAllowedOf } from '../../../../nodes/SubscriptionMessaging/transport/recipientsAllowed';

const problem = (fields: object) => {
	const allowed = recipientsAllowedOf(fields);
	return 'problem' in allowed ? allowed.problem : undefined;
};

test('a credential that is older than the field reaches anyone', () => {
	expect(recipientsAllowedOf({})).toEqual({ rule: 'anyone' });
	expect(recipientsAllowedOf({ recipientsAllowed: 'anyone' })).toEqual({ rule: 'anyone' });
});

test.each([undefined, null, '', 'Anyone', 'ANYONE', ' anyone', true, 0, [], {}, ['anyone']])(
	'%p, which an expression may give, is no choice',
	(recipientsAllowed) => {
		expect(problem({ recipientsAllowed })).toMatch(/^'Recipients Allowed' in the credential must/);
	},
);

test('a list is read in every way in which people write it', () => {
	const written = '+1 (801) 555-1234, 44 7700 900123;\r\nAnn@Example.com\n 0018015555678 ';
	expect(
		recipientsAllowedOf({ recipientsAllowed: 'onlyThese', allowedRecipients: written }),
	).toEqual({
		rule: 'onlyThese',
		addresses: new Set(['18015551234', '447700900123', 'ann@example.com', '18015555678']),
	});
});

test('a list and a number that expressions give are read as well', () => {
	const allowedRecipients = ['18015551234', 18015555678];
	expect(recipientsAllowedOf({ recipientsAllowed: 'onlyThese', allowedRecipients })).toEqual({
		rule: 'onlyThese',
		addresses: new Set(['18015551234', '18015555678']),
	});
});

test.each([
	['', /is empty/],
	[undefined, /is empty/],
	[' ,;\n ', /is empty/],
	[{}, /is empty/],
	['18015551234, *', /holds "\*"/],
	['5551234', /holds "5551234"/],
	['@example.com', /holds "@example.com"/],
	['a@example.com b@example.com', /holds/],
])('the list %p is refused', (allowedRecipients, message) => {
	expect(problem({ recipientsAllowed: 'onlyThese', allowedRecipients })).toMatch(message);
});

test('an address to redirect to is brought into the form in which it is sent', () => {
	expect(
		recipientsAllowedOf({
			recipientsAllowed: 'redirect',
			redirectToPhone: '+1 801-555-1234',
			redirectToEmail: ' me@example.com ',
		}),
	).toEqual({ rule: 'redirect', phone: '18015551234', email: 'me@example.com' });
});

test.each([
	[{}, /redirect to are empty/],
	[{ redirectToPhone: ' ' }, /redirect to are empty/],
	[{ redirectToPhone: '18015551234, 18015555678' }, /one phone number/],
	[{ redirectToPhone: 'me@example.com' }, /one phone number/],
	[{ redirectToEmail: 'a@example.com, b@example.com' }, /one email address/],
	[{ redirectToPhone: '18015551234', redirectToEmail: 'nobody' }, /one email address/],
])('%p leads nowhere', (fields, message) => {
	expect(problem({ recipientsAllowed: 'redirect', ...fields })).toMatch(message);
});
