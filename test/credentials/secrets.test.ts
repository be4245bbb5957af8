import {
	companyKeywordOf,
	ignoresSslIssues,
	problemWithCredential,
	serviceAddress,
	withSecrets,
	type SecretlessRequest,
	type SubscriptionMessagingCredential,
	userOf,
} from '../../credentials/secrets';
import { encodeNvp } from '../../nodes/SubscriptionMessaging/service/request/nvp';
import { encodePlainSend } from '../../nodes/SubscriptionMessaging/service/request/plainSend';
import { encodeSoap } from '../../nodes/SubscriptionMessaging/service/request/soap';
import type { WireRequest } from '../../nodes/SubscriptionMessaging/service/request/wireRequest';

const credential: SubscriptionMessagingCredential = {
	baseUrl: 'https://messaging.example.com',
	username: 'acme',
	password: 's3cret-word',
	api_key: 'key-of-acme',
	code: '12345',
};
const awkward = {
	...credential,
	username: `a&b`,
	password: `<p>"w' &amp; $& $1 + %2B é 😀`,
	api_key: `]]>k=v;?#/ \\`,
};
const other = { ...credential, username: 'other', password: 'another-word', api_key: 'other-key' };

const unit = { code: '12345', keyword: 'NSTAFF' };
const address = (request: WireRequest, base = credential.baseUrl) => ({
	...request,
	url: base + request.path,
});
const send = (message: string) =>
	address(
		encodeSoap('sendMessage', unit, {
			message,
			recipientList: { recipients: [{ sendTo: '18015551234', type: 1 }] },
		}),
	);
const form = (method: 'POST' | 'GET') => address(encodeNvp('readDivision', unit, {}, method));

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Texts of the elements with this name, as an XML reader gives them. */
const texts = (xml: unknown, name: string) =>
	[...String(xml).matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text]) =>
		text?.replace(/&(\w+);/g, (_entity, entity: string) => ENTITIES[entity] ?? 'unknown entity'),
	);

describe('the secrets in a SOAP envelope', () => {
	test.each(Object.entries({ credential, awkward }))(
		'are in the authentication object once, and read as they were entered (%s)',
		(_name, secrets) => {
			const { body } = withSecrets(secrets, send('Hello'));
			expect(texts(body, 'username')).toEqual([secrets.username]);
			expect(texts(body, 'password')).toEqual([secrets.password]);
			expect(texts(body, 'api_key')).toEqual([secrets.api_key]);
		},
	);

	test('precede code and keyword, in the order of the document', () => {
		const { body } = withSecrets(credential, send('Hello'));
		const auth = /<auth [^>]*>(.*)<\/auth>/.exec(String(body))?.[1] ?? '';
		expect([...auth.matchAll(/<(\w+) xsi:type="xsd:\w+">/g)].map(([, name]) => name)).toEqual([
			'username',
			'password',
			'api_key',
			'code',
			'keyword',
		]);
	});

	test('leave everything else of the request as it was', () => {
		const request = send('Hello');
		const { body, ...rest } = withSecrets(credential, request);
		const { body: before, ...restBefore } = request;
		expect(rest).toEqual(restBefore);
		expect(String(body).replace(/<username.*<\/api_key>/, '')).toBe(before);
	});

	test('are the only members of a simple authentication object', () => {
		const request = address(encodeSoap('getCellularCarrier', unit, { phone_list: '18015551234' }));
		const { body } = withSecrets(credential, request);
		expect(body).toMatch(
			/<auth xsi:type="ns1:WSSimpleAuthentication"><username .*<\/api_key><\/auth><phone_list /,
		);
	});

	test.each(Object.entries({ credential, awkward }))(
		'stay the same when they are written a second time (%s)',
		(_name, secrets) => {
			const once = withSecrets(secrets, send('Hello'));
			expect(withSecrets(secrets, once)).toEqual(once);
		},
	);

	test('replace those of another credential', () => {
		const after = withSecrets(credential, withSecrets(awkward, withSecrets(other, send('Hello'))));
		expect(after).toEqual(withSecrets(credential, send('Hello')));
	});

	test('are not written into a message that looks like an authentication object', () => {
		const message = '<auth><password xsi:type="xsd:string">x</password></auth>';
		const { body } = withSecrets(credential, send(message));
		expect(texts(body, 'message')).toEqual([message]);
		expect(String(body).split(credential.password)).toHaveLength(2);
	});

	test('are written in time that grows with the request', () => {
		const held = (size: number) => {
			const body = `<a>${'<auth'.repeat(size)}<auth >${'<password x>'.repeat(size)}`;
			const start = performance.now();
			withSecrets(credential, { url: `${credential.baseUrl}/x`, body });
			return performance.now() - start;
		};
		// Work that grew with the square would take minutes.
		expect(held(200_000)).toBeLessThan(2_000);
	});

	test('are written into an envelope with blanks before it', () => {
		const { body, ...rest } = send('Hello');
		const moved = withSecrets(credential, { ...rest, body: `\n ${String(body)}` });
		expect(moved.body).toBe(`\n ${withSecrets(credential, send('Hello')).body}`);
	});

	test('are not sent without an authentication object to hold them', () => {
		const request = { url: `${credential.baseUrl}/webservices/task/2.0.0`, body: '<Envelope/>' };
		expect(() => withSecrets(credential, request)).toThrow('no authentication object');
	});
});

describe('the secrets in a form', () => {
	test.each(Object.entries({ credential, awkward }))(
		'are read from the body of a POST as they were entered (%s)',
		(_name, secrets) => {
			const { url, body } = withSecrets(secrets, form('POST'));
			expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
				method_name: 'division.readDivision',
				keyword: 'NSTAFF',
				username: secrets.username,
				password: secrets.password,
				api_key: secrets.api_key,
			});
			expect(url).toBe('https://messaging.example.com/httppost/nvp');
		},
	);

	test.each(Object.entries({ credential, awkward }))(
		'are read from the address of a GET as they were entered (%s)',
		(_name, secrets) => {
			const { url, body } = withSecrets(secrets, form('GET'));
			expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
				method_name: 'division.readDivision',
				keyword: 'NSTAFF',
				username: secrets.username,
				password: secrets.password,
				api_key: secrets.api_key,
			});
			expect(body).toBeUndefined();
		},
	);

	test.each(['POST', 'GET'] as const)('leave a message as it was (%s)', (method) => {
		const message = 'a b+c&password=x é%20<auth> \r\n😀';
		const request = address(encodePlainSend(unit, { phone: '1,2', message }, method));
		const { url, body } = withSecrets(credential, request);
		const written = method === 'GET' ? new URL(url).searchParams : new URLSearchParams(body);
		expect(written.getAll('message')).toEqual([message]);
		expect(written.getAll('password')).toEqual([credential.password]);
	});

	test.each(['POST', 'GET'] as const)('have no plus sign for a space (%s)', (method) => {
		const secrets = { ...credential, password: 'two words' };
		const { url, body } = withSecrets(secrets, form(method));
		expect(method === 'GET' ? url : body).toContain('password=two%20words');
	});

	test.each(['POST', 'GET'] as const)(
		'stay the same when they are written a second time, and replace others (%s)',
		(method) => {
			const once = withSecrets(awkward, form(method));
			expect(withSecrets(awkward, once)).toEqual(once);
			expect(withSecrets(awkward, withSecrets(other, form(method)))).toEqual(once);
		},
	);
});

describe('the secrets go nowhere but to the service of the credential', () => {
	test.each([
		'https://evil.example/webservices/task/2.0.0',
		'http://messaging.example.com/webservices/task/2.0.0',
		'https://messaging.example.com:8443/webservices/task/2.0.0',
		'https://messaging.example.com.evil.example/webservices/task/2.0.0',
		'https://messaging.example.com@evil.example/webservices/task/2.0.0',
		'https://evil.example/https://messaging.example.com/',
		'https://evil.example#@messaging.example.com/',
		'//messaging.example.com/webservices/task/2.0.0',
	])('%s is refused', (url) => {
		expect(() => withSecrets(credential, { ...send('Hello'), url })).toThrow();
	});

	test.each([
		['without an address, as of the HTTP Request node', { uri: credential.baseUrl }],
		['with an address that is none', { url: 'messaging.example.com' }],
		['with an empty address', { url: '' }],
	])('a request %s is refused with words', (_how, request) => {
		const refused = () => withSecrets(credential, request as SecretlessRequest);
		expect(refused).toThrow('This credential works only in the Subscription Messaging nodes');
	});

	test('the refusal names both hosts and no secret', () => {
		const refused = () =>
			withSecrets(credential, { ...send('Hello'), url: 'https://evil.example' });
		expect(refused).toThrow(
			'The credential belongs to messaging.example.com and is not sent to evil.example',
		);
	});

	test('the same service is reached below a path and with its default port', () => {
		const secrets = { ...credential, baseUrl: 'https://Messaging.Example.com:443/sms' };
		expect(() => withSecrets(secrets, send('Hello'))).not.toThrow();
	});
});

describe('a credential that cannot be used', () => {
	const labels = { username: 'Username', password: 'Password', api_key: 'API Key' };
	const problem = (change: Record<string, unknown>) =>
		problemWithCredential({ ...credential, ...change })?.problem;

	test('says of each field how to mend it', () => {
		const changes = [
			{ password: '' },
			{ password: 5 },
			{ password: 'a'.repeat(41) },
			{ password: 'a\n' },
			{ code: 'x' },
			{ keyword: 'a'.repeat(41) },
			{ baseUrl: 'x' },
			{ baseUrl: 'https://m.example?a' },
			{ deliveryReportAddress: 'x' },
			{ nvpMethod: 'get' },
			{ ignoreSslIssues: 1 },
		] as Array<Record<string, unknown>>;
		for (const change of changes) {
			const { problem, fix } = problemWithCredential({ ...credential, ...change })!;
			expect(problem.length).toBeLessThanOrEqual(80);
			expect(fix).toMatch(
				/^(Enter|Check|Copy|Delete|Remove|Something else was pasted\. Copy) .+\.$/,
			);
		}
	});

	test('names all fields that are empty at once', () => {
		expect(problem({ username: '', api_key: undefined, code: '', baseUrl: '' })).toBe(
			"'Base URL', 'Username', 'API Key' and 'Code' in the credential are empty",
		);
		expect(problem({ password: '', code: 'x' })).toBe("'Password' in the credential is empty");
	});

	describe.each(Object.entries(labels))('%s', (name, label) => {
		test.each(['', undefined, null])('is refused as %j', (value) => {
			expect(problem({ [name]: value })).toBe(`'${label}' in the credential is empty`);
		});

		test('may have 40 characters, an emoji being one, and no more', () => {
			expect(problem({ [name]: 'a'.repeat(40) })).toBeUndefined();
			expect(problem({ [name]: '😀'.repeat(40) })).toBeUndefined();
			expect(problem({ [name]: 'a'.repeat(41) })).toBe(
				`'${label}' in the credential is longer than 40 characters`,
			);
		});

		test.each([
			'\n',
			'\r',
			'\t',
			'\u0000',
			'\u001b',
			'\u007f',
			'\u0085',
			'\ufffe',
			'\uffff',
			'\ud83d',
		])('may not hold %j, and the message does not repeat the value', (character) => {
			const found = problem({ [name]: `hunter2${character}` });
			expect(found).toContain(`'${label}' in the credential contains`);
			expect(found).not.toContain('hunter2');
		});

		test('may hold any other character, and spaces at its ends', () => {
			expect(problem({ [name]: ` <&>"'é中😀 ` })).toBeUndefined();
		});

		test('is not written into a request when it is refused', () => {
			const secrets = { ...credential, [name]: `hunter2\n` };
			const refused = () => withSecrets(secrets, send('Hello'));
			expect(refused).toThrow(`'${label}' in the credential`);
			expect(refused).not.toThrow('hunter2');
		});
	});

	test.each(['12a45', '-1', '1.5', ' 12345', '12345\n', '１２', 1e21, {}])(
		'a code of %j is refused, because it is not digits',
		(code) => {
			expect(problem({ code })).toBe("'Code' in the credential must be digits");
		},
	);

	test.each(['12345', '18015551234', '99999999999999999999', 12345])(
		'a code of %j is accepted',
		(code) => {
			expect(problem({ code })).toBeUndefined();
		},
	);

	test.each(['', undefined, null])('a base URL of %j is empty', (baseUrl) => {
		expect(problem({ baseUrl })).toBe("'Base URL' in the credential is empty");
	});

	test.each([
		5,
		'messaging.example.com',
		'//messaging.example.com',
		'ftp://messaging.example.com',
		'see https://messaging.example.com',
		'ftp://messaging.example.com/https://',
		'javascript:alert(1)',
		'file:///etc/passwd',
		'https://',
		'https://messaging example.com',
	])('a base URL of %j is refused', (baseUrl) => {
		expect(problem({ baseUrl })).toContain("'Base URL' in the credential is not an http");
	});

	test.each([
		'https://user@messaging.example.com',
		'https://user:hunter2@messaging.example.com',
		'https://:hunter2@messaging.example.com',
		'https://messaging.example.com@evil.example',
		'https://messaging.example.com?next=https://evil.example',
		'https://messaging.example.com/#/login',
	])('a base URL of %j is refused, because it holds more than an address', (baseUrl) => {
		const found = problem({ baseUrl });
		expect(found).toContain("'Base URL' in the credential must hold only the address");
		expect(found).not.toContain('hunter2');
	});

	test.each([
		'https://messaging.example.com',
		'https://messaging.example.com/',
		'http://127.0.0.1:8025',
		'http://[::1]:8025/sms',
	])('a base URL of %j is accepted', (baseUrl) => {
		expect(problem({ baseUrl })).toBeUndefined();
	});
});

describe('the Company Keyword', () => {
	test.each([undefined, null])('is empty as %j', (keyword) => {
		expect(companyKeywordOf({ ...credential, keyword: keyword as undefined })).toBe('');
	});

	const problem = (keyword: unknown) =>
		problemWithCredential({ ...credential, keyword: keyword as string })?.problem;

	test.each([
		undefined,
		null,
		'',
		' ',
		'ACME',
		4711,
		'a'.repeat(40),
		'😀'.repeat(40),
		` ${'a'.repeat(40)}\n`,
	])('is taken as %j', (keyword) => {
		expect(problem(keyword)).toBeUndefined();
	});

	test.each(['a'.repeat(41), 'AC\nME', 'AC\u0000ME'])('is refused as %j', (keyword) => {
		expect(problem(keyword)).toMatch(/^'Company Keyword' in the credential/);
	});
});

describe('the choices that an expression may fill', () => {
	const problem = (change: Record<string, unknown>) =>
		problemWithCredential({ ...credential, ...change })?.problem;

	test.each([undefined, null, 'POST', 'GET'])('NVP Method is taken as %j', (nvpMethod) => {
		expect(problem({ nvpMethod })).toBeUndefined();
	});

	test.each(['', 'get', 'PUT', ' GET', ['GET'], 1])('NVP Method is refused as %j', (nvpMethod) => {
		expect(problem({ nvpMethod })).toBe("'NVP Method' in the credential must be POST or GET");
	});

	test.each([
		[undefined, false],
		[null, false],
		[false, false],
		['false', false],
		[true, true],
		['true', true],
	])('Ignore SSL Issues as %j means %j', (entered, ignores) => {
		const ignoreSslIssues = entered as boolean;
		expect(problem({ ignoreSslIssues })).toBeUndefined();
		expect(ignoresSslIssues({ ...credential, ignoreSslIssues })).toBe(ignores);
	});

	test.each(['', 'yes', 'True', 0, 1, [true], {}])(
		'Ignore SSL Issues is refused as %j',
		(entered) => {
			expect(problem({ ignoreSslIssues: entered })).toBe(
				"'Ignore SSL Issues (Insecure)' in the credential must be true or false",
			);
		},
	);
});

describe('the Delivery Report Address', () => {
	const problem = (deliveryReportAddress: unknown) =>
		problemWithCredential({
			...credential,
			deliveryReportAddress: deliveryReportAddress as string,
		})?.problem;

	test.each([
		undefined,
		null,
		'',
		'  ',
		'https://n8n.example.com/webhook/1/delivery-status',
		'http://127.0.0.1:5678/webhook/1/delivery-status',
		'HTTPS://n8n.example.com/webhook',
		' https://n8n.example.com/webhook\n',
		'\u00a0https://n8n.example.com/webhook',
	])('is taken as %j', (address) => {
		expect(problem(address)).toBeUndefined();
	});

	test.each([
		'n8n.example.com/webhook',
		'ftp://n8n.example.com/webhook',
		'see https://n8n.example.com/webhook',
		'ftp://n8n.example.com/https://',
		'https://',
		'https://n8n example.com',
	])('is refused as %j', (address) => {
		expect(problem(address)).toMatch(/^'Delivery Report Address' in the credential/);
	});
});

test.each([
	'https://m.example/?',
	'https://m.example/#',
	'https:m.example',
	'm.example',
	'ftp://m.example',
])('refuses %s as the address of a service', (baseUrl) => {
	expect(
		problemWithCredential({ baseUrl, username: 'u', password: 'p', api_key: 'k', code: '1' }),
	).toMatchObject({ problem: expect.stringMatching(/^'Base URL'/) as string });
});

test('takes an address with blanks around it and a slash at its end', () => {
	const credential = {
		baseUrl: ' https://m.example/api/ \n',
		username: 'u',
		password: 'p',
		api_key: 'k',
		code: '1',
	};
	expect(problemWithCredential(credential)).toBeUndefined();
	expect(serviceAddress(credential)).toBe('https://m.example/api');
});

test('knows a user by the name, without blanks around it, in any letters', () => {
	const user = (username: string) =>
		userOf({ baseUrl: 'https://m.example', username, password: 'p', api_key: 'k', code: '1' });
	expect(user(' Acme\n')).toBe(user('ACME'));
	expect(user('acme')).not.toBe(user('acme2'));
});
