import { recipientsAllowedOf } from '../../../../nodes/SubscriptionMessaging/transport/recipientsRule';

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

test.each(['18015551234\r18015555678', '18015551234;18015555678', '18015551234\n\n,18015555678'])(
	'%j is a list of two',
	(allowedRecipients) => {
		expect(recipientsAllowedOf({ recipientsAllowed: 'onlyThese', allowedRecipients })).toEqual({
			rule: 'onlyThese',
			addresses: new Set(['18015551234', '18015555678']),
		});
	},
);

test('of an entry that is no address, the beginning is shown', () => {
	const allowedRecipients = `${'x'.repeat(80)}yz`;
	expect(problem({ recipientsAllowed: 'onlyThese', allowedRecipients })).toContain(
		`holds "${'x'.repeat(80)}", which`,
	);
});

test.each([
	[{ redirectToPhone: '18015551234' }, { phone: '18015551234', email: undefined }],
	[{ redirectToPhone: 18015551234 }, { phone: '18015551234', email: undefined }],
	[
		{ redirectToEmail: 'me@example.com', redirectToPhone: ' ' },
		{ phone: undefined, email: 'me@example.com' },
	],
	[
		{ redirectToEmail: 'me@example.com', redirectToPhone: {} },
		{ phone: undefined, email: 'me@example.com' },
	],
])('%j redirects one kind of message, and has no address for the other', (fields, addresses) => {
	const allowed = recipientsAllowedOf({ recipientsAllowed: 'redirect', ...fields });
	expect(allowed).toEqual({ rule: 'redirect', ...addresses });
});

test.each([
	{ recipientsAllowed: 'onlyThese' },
	{ recipientsAllowed: 'onlyThese', allowedRecipients: '*' },
	{ recipientsAllowed: 'redirect' },
	{ recipientsAllowed: 'redirect', redirectToPhone: 'x' },
	{ recipientsAllowed: 'redirect', redirectToEmail: 'x' },
	{ recipientsAllowed: 'none' },
])('what is wrong with %j comes with how to mend it', (fields) => {
	expect(recipientsAllowedOf(fields)).toMatchObject({
		fix: expect.stringMatching(/\w\.$/) as string,
	});
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
