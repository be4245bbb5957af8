import { unsendableCharacter } from '../../../../../nodes/SubscriptionMessaging/service/text/codePoint';
import type {
	CallName,
	EnteredCall,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import type { OperationName } from '../../../../../nodes/SubscriptionMessaging/service/contract/contract';
import { charactersIn } from '../../../../../nodes/SubscriptionMessaging/service/text/messageText';
import {
	validate,
	validated,
} from '../../../../../nodes/SubscriptionMessaging/service/request/validation';

/** Anything that an expression can give. */
type Values = object;
type Unit = Partial<Pick<EnteredCall, 'code' | 'keyword' | 'everyone'>>;
type CallArguments = [operation: CallName, values?: Values, more?: Unit];

const call = (operation: CallName, parameters: Values = {}, more: Unit = {}) =>
	({ operation, code: '12345', keyword: 'NSTAFF', parameters, ...more }) as EnteredCall;

/** What is wrong with a call, as "path: problem". */
const problems = (...of: CallArguments): string[] =>
	[...validate(call(...of))].map(({ path, problem }) => `${path.join('.')}: ${problem}`);

const recipient = { sendTo: '18015551234', type: 1 };
const to = (...recipients: unknown[]) => ({ recipientList: { recipients } });
const text = (length: number) => 'a'.repeat(length);
const emoji = (length: number) => '😀'.repeat(length);

describe('a complete call is allowed', () => {
	const template = { template: { id: 'order-ready' } };
	const complete: Array<[CallName, Values]> = [
		['authenticationTest', {}],
		['test', {}],
		['getCellularCarrier', { phone_list: '18015551234', show_carrier_id: true }],
		['getCellularCarrierId', { phone_list: '18015551234,18015555678' }],
		['getOrganizationTree', {}],
		['createShortURL', { url: 'https://example.com', params: [{ name: 'a', value: 'b' }] }],
		['updateShortURL', { url: 'https://example.com', short_url: 'https://s.example/a' }],
		['createDivision', { division: { name: 'North', address: { city: 'Orem', zip: 84057 } } }],
		['readDivision', {}],
		['updateDivision', { division: { email: 'north@example.com' } }],
		['deleteDivision', {}],
		['restoreDivision', {}],
		['createSubscriptionnode', { group: { name: 'Staff', ispublic: 1, stackOrder: 2 } }],
		['readSubscriptionnode', {}],
		['updateSubscriptionnode', { group: { name: 'Staff' } }],
		['deleteSubscriptionnode', {}],
		['restoreSubscriptionnode', {}],
		['getActiveSubscribers', {}],
		['getAllSubscribers', {}],
		['getDivisionGroups', {}],
		['sendMessage', { message: 'Hello', ...to(recipient), custom_ticket: 'order-1' }],
		['sendMessageSpecifyLocale', { message: 'Hola', ...to({ ...recipient, locale: 'es' }) }],
		['sendTemplateMessage', { ...template, ...to(recipient) }],
		['getTransactionStatus', { transaction_ticket_id: '34335276', sentTo: '18015551234' }],
		['getCustomTransactionStatus', { custom_ticket: 'order-1' }],
		['createTemplate', { template: { id: 'order-ready', text: 'Hi {name}' } }],
		['readTemplate', template],
		['updateTemplate', { template: { id: 'order-ready', title: '' } }],
		['deleteTemplate', template],
		['restoreTemplate', template],
		['getTemplates', {}],
		['plainSend', { phone: '18015551234', message: 'Hello' }],
	];

	test.each(complete)('of %s', (operation, parameters) => {
		expect(problems(operation, parameters)).toEqual([]);
	});
});

test('a ticket to send under holds nothing that nobody sees, and one that is asked about may', () => {
	const custom_ticket = 'order-1\u200b';
	expect(problems('sendMessage', { message: 'Hi', ...to(recipient), custom_ticket })).toEqual([
		'custom_ticket: holds an invisible character (U+200B)',
	]);
	expect(problems('getCustomTransactionStatus', { custom_ticket })).toEqual([]);
});

test('a call is what may be sent, or what is wrong with it', () => {
	const good = call('readDivision');
	const withMore = { ...good, fromItems: true };
	expect(validated(withMore)).toEqual({ call: good });
	expect(validated(call('readDivision', {}, { code: 'x' }))).toEqual({
		violation: expect.objectContaining({ path: ['code'] }),
	});
});

describe('a required value that is missing is named', () => {
	const missing: Array<[CallName, Values, string[]]> = [
		['getCellularCarrier', {}, ['phone_list: is empty']],
		['getCellularCarrierId', { phone_list: '' }, ['phone_list: is empty']],
		['createShortURL', {}, ['url: is empty']],
		['updateShortURL', { url: null }, ['url: is empty', 'short_url: is empty']],
		['createDivision', { division: { email: 'a@example.com' } }, ['division.name: is empty']],
		['createDivision', {}, ['division: is empty', 'division.name: is empty']],
		['createDivision', { division: null }, ['division: is empty', 'division.name: is empty']],
		['createShortURL', { url: ' \n' }, ['url: is empty']],
		['updateTemplate', { template: { id: '\u200B', text: 'Hi' } }, ['template.id: is empty']],
		['createShortURL', { url: '\u2060\u00AD \n' }, ['url: is empty']],
		['createDivision', { division: { name: '\u3164\uFE0F' } }, ['division.name: is empty']],
		['plainSend', { phone: ' , ,', message: 'Hello' }, ['phone: is empty']],
		['createSubscriptionnode', { group: { name: '' } }, ['group.name: is empty']],
		['updateSubscriptionnode', { group: { ispublic: 0 } }, ['group.name: is empty']],
		['sendMessage', to(recipient), ['message: is empty']],
		['sendMessage', { message: '\u200B', ...to(recipient) }, ['message: is empty']],
		['sendMessageSpecifyLocale', { message: null, ...to(recipient) }, ['message: is empty']],
		['getTransactionStatus', { sentTo: '18015551234' }, ['transaction_ticket_id: is empty']],
		['getCustomTransactionStatus', { custom_ticket: '' }, ['custom_ticket: is empty']],
		['createTemplate', { template: { text: 'Hi' } }, ['template.id: is empty']],
		['readTemplate', { template: {} }, ['template.id: is empty']],
		['updateTemplate', { template: { text: 'Hi' } }, ['template.id: is empty']],
		['deleteTemplate', { template: { id: null } }, ['template.id: is empty']],
		['restoreTemplate', { template: { id: undefined } }, ['template.id: is empty']],
		['plainSend', { message: 'Hello' }, ['phone: is empty']],
		['plainSend', { phone: '18015551234', message: '' }, ['message: is empty']],
	];

	test.each(missing)('in %s with %j', (operation, parameters, expected) => {
		expect(problems(operation, parameters)).toEqual(expected);
	});
});

describe('an address', () => {
	const address = 'https://example.com/offer?a=1&b=2';

	test.each([address, 'http://localhost:3000', 'tel:+18015551001'])(
		'of %s is one that a short URL can lead to',
		(url) => expect(problems('createShortURL', { url })).toEqual([]),
	);

	test.each([
		...['offer', 'example.com/offer', 'example.com:8080/offer'],
		...['https://', 'https://a b', 'https://a.example, x'],
	])('of %j is refused', (url) =>
		expect(problems('createShortURL', { url })).toEqual(['url: is not a web address']),
	);

	test('of an update is held against the same', () => {
		expect(problems('updateShortURL', { url: 'offer', short_url: 'aB3x' })).toEqual([
			'url: is not a web address',
		]);
	});

	test.each(['https://short.example/abc', 'short.example/abc', 'aB3x', '/aB3x'])(
		'%s may be short, because the form is not shown',
		(short_url) => expect(problems('updateShortURL', { url: address, short_url })).toEqual([]),
	);
});

describe('the unit', () => {
	test.each(['', '12a45', '-12345', '1.5', '1e5', ' 12345', '12345\n', '１２３', '+12345'])(
		'a code of %j is refused because it is not digits alone',
		(code) => {
			expect(problems('readDivision', {}, { code })).toEqual([
				'code: must be a short code or long code in digits',
			]);
		},
	);

	test('a long code beyond 32 and beyond 64 bits is allowed', () => {
		expect(problems('readDivision', {}, { code: '18015551234' })).toEqual([]);
		expect(problems('readDivision', {}, { code: '99999999999999999999' })).toEqual([]);
	});

	test('a keyword of 40 characters is allowed and one of 41 is not', () => {
		expect(problems('readDivision', {}, { keyword: text(40) })).toEqual([]);
		expect(problems('readDivision', {}, { keyword: text(41) })).toEqual([
			'keyword: has 41 characters, but the service takes at most 40',
		]);
	});

	test.each(['N\u200bSTAFF', 'ＮSTAFF', 'N\nS'])(
		'a keyword of %j is refused, because it looks like another one',
		(keyword) => {
			expect(problems('readDivision', {}, { keyword })).toEqual([
				expect.stringMatching(/^keyword: (is|holds) /),
			]);
		},
	);

	test.each(['NSTAFF', 'n-staff_1', 'ÄRZTE', '通知', 'رمز', 'MY TEAM', 'A, B', 'N|S'])(
		'a keyword of %j is allowed',
		(keyword) => {
			expect(problems('readDivision', {}, { keyword })).toEqual([]);
		},
	);

	test.each<OperationName>(['authenticationTest', 'test', 'getOrganizationTree'])(
		'%s does without a keyword, because none is known when a credential is new',
		(operation) => {
			expect(problems(operation, {}, { keyword: '' })).toEqual([]);
			expect(problems(operation, {}, { keyword: text(41) })).toHaveLength(1);
		},
	);

	test('every other operation on a unit asks for the keyword', () => {
		expect(problems('deleteDivision', {}, { keyword: '' })).toEqual(['keyword: is empty']);
		expect(
			problems('plainSend', { phone: '18015551234', message: 'Hello' }, { keyword: '' }),
		).toEqual(['keyword: is empty']);
	});

	test('a carrier look-up needs neither code nor keyword', () => {
		const unit = { code: '', keyword: '' };
		expect(problems('getCellularCarrier', { phone_list: '18015551234' }, unit)).toEqual([]);
	});
});

describe('the length of a message', () => {
	const sends: Array<[string, (message: string) => CallArguments, string]> = [
		['sendMessage', (message) => ['sendMessage', { message, ...to(recipient) }], 'message'],
		[
			'sendMessageSpecifyLocale',
			(message) => ['sendMessageSpecifyLocale', { message, ...to(recipient) }],
			'message',
		],
		[
			'sendTemplateMessage',
			(message) => ['sendTemplateMessage', { template: { text: message }, ...to(recipient) }],
			'template.text',
		],
		['the plain send', (message) => ['plainSend', { phone: '18015551234', message }], 'message'],
	];

	test.each(sends)('%s takes 160 characters and refuses 161', (_name, send, path) => {
		expect(problems(...send(text(160)))).toEqual([]);
		expect(problems(...send(text(161)))).toEqual([
			`${path}: has 161 characters, but the service takes at most 160`,
		]);
	});

	test.each(sends)('%s counts an emoji as one character', (_name, send, path) => {
		expect(problems(...send(text(100) + emoji(60)))).toEqual([]);
		expect(problems(...send(text(100) + emoji(61)))).toEqual([
			`${path}: has 161 characters, but the service takes at most 160`,
		]);
	});

	test('a message that is too long says by how much to shorten it', () => {
		const [violation] = validate(call('sendMessage', { message: text(175), ...to(recipient) }));
		expect(violation).toMatchObject({ code: 'tooLong', by: 15 });
	});

	test('a stored template has no limit on its way into the store', () => {
		expect(problems('createTemplate', { template: { id: 'long', text: text(500) } })).toEqual([]);
	});
});

describe('the length of a localized message', () => {
	const localized = (message: string, ...recipients: unknown[]) =>
		problems('sendMessageSpecifyLocale', { message, ...to(...recipients) });
	const inLocale = (locale: unknown, more = {}) => ({ ...recipient, locale, ...more });

	test.each(['en', 'EN', 'en_US', 'en-GB', 'en_us', '', null, undefined])(
		'the locale %j has 160 characters, as English',
		(locale) => {
			expect(localized(text(160), inLocale(locale))).toEqual([]);
			expect(localized('Hi', inLocale(locale, { message: text(160) }))).toEqual([]);
			expect(localized('Hi', inLocale(locale, { message: text(161) }))).toEqual([
				'recipientList.recipients.0.message: has 161 characters, but the service takes at most 160',
			]);
		},
	);

	test.each(['es', 'es_MX', 'eng', 'english', 'fr-en', 'zh_CN', 'e'])(
		'the locale %j has 70 characters, as another language',
		(locale) => {
			expect(localized(text(70), inLocale(locale))).toEqual([]);
			expect(localized(text(71), inLocale(locale))).toEqual([
				expect.stringMatching(
					/^message: has 71 characters, .* at most 70 are allowed for the locale/,
				),
			]);
		},
	);

	test('a text of a recipient that is blank would replace that of all', () => {
		expect(localized('Hi', inLocale('de', { message: ' \n ' }))).toEqual([
			'recipientList.recipients.0.message: is empty',
		]);
	});

	test('a text in other letters has 70 characters where no locale is given', () => {
		expect(localized('你'.repeat(70), recipient)).toEqual([]);
		expect(localized('你'.repeat(80), recipient)).toEqual([
			'message: has 80 characters, and at most 70 are allowed if not in English',
		]);
		expect(localized('你'.repeat(80), inLocale('en_US'))).toEqual([]);
		expect(localized('Hi', inLocale('', { message: 'ж'.repeat(71) }))).toEqual([
			expect.stringMatching(/^recipientList\.recipients\.0\.message: has 71 .* if not in English$/),
		]);
		expect(problems('sendMessage', { message: '你'.repeat(80), ...to(recipient) })).toEqual([]);
	});

	test('nothing more is said of a message or a recipient that is none', () => {
		expect(problems('sendMessageSpecifyLocale', { message: 5, ...to(inLocale('es')) })).toEqual([
			'message: must be text, but the number 5 was given',
		]);
		expect(problems('sendMessageSpecifyLocale', { message: 'Hi', ...to(null) })).toEqual([
			expect.stringMatching(/^recipientList\.recipients\.0: must be an object/),
		]);
		expect(
			problems('sendMessageSpecifyLocale', { message: '你'.repeat(80) }, { everyone: true }),
		).toEqual(['recipientList: is empty']);
	});

	test('an emoji counts as two in another language', () => {
		expect(localized(emoji(35), inLocale('es'))).toEqual([]);
		expect(localized(`${emoji(35)}a`, inLocale('es'))).toEqual([
			expect.stringMatching(/^message: has 71 characters/),
		]);
	});

	test('a recipient with a message of its own is not held against the base message', () => {
		expect(localized(text(160), inLocale('es', { message: 'Hola' }))).toEqual([]);
	});

	test.each(['', null, undefined])(
		'a recipient whose own message is %j receives the base message and its limit',
		(message) => {
			expect(localized(text(71), inLocale('es', { message }))).toEqual([
				expect.stringMatching(/^message: has 71 characters/),
			]);
		},
	);

	test('the base message is held against each language, and each own message at its place', () => {
		const own = { message: text(80) };
		expect(
			localized(text(71), inLocale('es'), inLocale('fr'), inLocale('es', own), inLocale('en')),
		).toEqual([
			expect.stringMatching(/^message: has 71 characters.* locale es$/),
			expect.stringMatching(/^message: has 71 characters.* locale fr$/),
			expect.stringMatching(/^recipientList\.recipients\.2\.message: has 80 characters/),
		]);
	});

	test('the limit of another language is not applied to an English neighbour', () => {
		const spanish = inLocale('es', { message: text(70) });
		expect(localized(text(160), spanish, inLocale('en'))).toEqual([]);
	});
});

describe('the other limits', () => {
	test.each([
		['custom_ticket', 50, ''],
		['status_url', 500, 'https://'],
	])('%s takes %i characters and refuses one more', (name, limit, start) => {
		const send = (length: number) =>
			problems('sendMessage', {
				message: 'Hi',
				...to(recipient),
				[name]: start + text(length - start.length),
			});
		expect(send(limit)).toEqual([]);
		expect(send(limit + 1)).toEqual([
			`${name}: has ${limit + 1} characters, but the service takes at most ${limit}`,
		]);
	});

	test.each<[CallName, Values]>([
		['sendMessage', { message: 'Hi' }],
		['sendMessageSpecifyLocale', { message: 'Hi' }],
		['sendTemplateMessage', { template: { id: '7' } }],
	])('of %s the status_url is a web address', (operation, values) => {
		const send = (status_url: string) =>
			problems(operation, { ...values, ...to(recipient), status_url });
		for (const text of [
			'hello',
			'localhost:5678/x',
			'n8n.example.com:5678/x',
			'mailto:a@b.example',
			'x:http://a.example',
		]) {
			expect(send(text)).toEqual(['status_url: is not a web address']);
		}
		expect(send(' HTTP://n8n.example.com/webhook/a')).toEqual([]);
		expect(send('https://n8n.example.com/webhook/a')).toEqual([]);
	});

	test('the ticket of a look-up has the limit of the ticket of a send', () => {
		expect(problems('getCustomTransactionStatus', { custom_ticket: text(51) })).toEqual([
			'custom_ticket: has 51 characters, but the service takes at most 50',
		]);
	});

	test.each([
		['getCellularCarrier', 'phone_list'],
		['getCellularCarrierId', 'phone_list'],
		['plainSend', 'phone'],
	] as const)('%s takes 100 phone numbers and refuses 101', (operation, name) => {
		const numbers = (count: number) => Array(count).fill('18015551234').join(',');
		const ask = (count: number) =>
			problems(operation, { [name]: numbers(count), ...(name === 'phone' && { message: 'Hi' }) });
		expect(ask(100)).toEqual([]);
		expect(ask(101)).toEqual([expect.stringMatching(new RegExp(`^${name}: holds 101 phone`))]);
	});

	test.each(['1801555 1001', '18015551001;18015551002', '18015551001|2', 'a@example.com', 'me'])(
		'a plain send takes digits only, so not %j',
		(number) => {
			expect(problems('plainSend', { phone: `18015551234,${number}`, message: 'Hi' })).toEqual([
				expect.stringMatching(/^phone\.1: is .*"/),
			]);
		},
	);

	test('a list of recipients has no limit, because none is shown', () => {
		const many = Array(1000).fill(recipient);
		expect(problems('sendMessage', { message: 'Hi', ...to(...many) })).toEqual([]);
	});
});

describe('a recipient', () => {
	const send = (member: unknown) =>
		problems('sendMessage', { message: 'Hi', ...to(recipient, member) });
	const second = 'recipientList.recipients.1';

	test.each([
		[1, '18015551001'],
		[2, '18015551001'],
		[2, 'a@example.com'],
		[3, '18015551001'],
		[4, 'a@example.com'],
		[5, 'a'],
		[6, 'a'],
		['1', '18015551001'],
		['6', 'a'],
	])('may have the type %j with the address %p', (type, sendTo) => {
		expect(send({ sendTo, type })).toEqual([]);
	});

	test.each([1, 2, 3, 4, 5, 6, '1', '4'])('of type %j may name one person only', (type) => {
		for (const separator of [', ', ';', '|', ' ', '\n']) {
			expect(send({ sendTo: `18015551001${separator}18015551002`, type })).toEqual([
				expect.stringMatching(`^${second}.sendTo: is "18015551001`),
			]);
			expect(send({ sendTo: `a@example.com${separator}b@example.com`, type })).toEqual([
				expect.stringMatching(`^${second}.sendTo: is "a@example.com`),
			]);
		}
	});

	test('is checked in a localized and in a template send as well', () => {
		const two = to({ sendTo: '18015551001,18015551002', type: 1 });
		expect(problems('sendMessageSpecifyLocale', { message: 'Hi', ...two })).toHaveLength(1);
		expect(problems('sendTemplateMessage', { template: { id: 'a' }, ...two })).toHaveLength(1);
	});

	test.each(['01', '1.0', '+1', '001', ' 1', '１'])('may not have the type %j', (type) => {
		expect(send({ sendTo: 'a', type })).toHaveLength(1);
	});

	test.each([0, 7, -1, '7', 11, '01'])('may not have the type %j', (type) => {
		expect(send({ sendTo: 'a', type })).toEqual([
			`${second}.type: is ${type}, which is none of 1, 2, 3, 4, 5, 6`,
		]);
	});

	test.each([1.5, 'SMS', '1.0', true, NaN, Infinity, {}, [], [1], '0x1', 1e21])(
		'may not have the type %p, which is no whole number',
		(type) => {
			expect(send({ sendTo: 'a', type })).toEqual([
				expect.stringMatching(/^recipientList\.recipients\.1\.type: must be a whole number/),
			]);
		},
	);

	test.each([0, 383, '383', 9999, '0001'])('may have the carrier %j', (carrier) => {
		expect(send({ ...recipient, carrier })).toEqual([]);
	});

	test.each([12345, '12345', '00001', -1])('may not have the carrier %j', (carrier) => {
		expect(send({ ...recipient, carrier })).toEqual([
			`${second}.carrier: is ${carrier}, but the service takes at most 4 digits`,
		]);
	});

	test.each([
		[1, 'ann@example.com', 'its type takes phone numbers only'],
		['1', 'ann@example.com', 'its type takes phone numbers only'],
		[4, '18015551001', 'which is not an email address'],
		['4', '18015551001', 'which is not an email address'],
	])('of type %j may not have the address %s', (type, sendTo, problem) => {
		expect(send({ sendTo, type })).toEqual([expect.stringContaining(problem)]);
	});

	test.each([
		[5, 'must be text, but the number 5 was given'],
		[' ', 'is empty'],
		['18015551001\u0000', "contains a character that can't be sent (U+0000)"],
	])('with the address %j is refused once', (sendTo, problem) => {
		expect(send({ sendTo, type: 1 })).toEqual([`${second}.sendTo: ${problem}`]);
	});

	test('without an address or a type is refused at its place', () => {
		expect(send({ sendTo: '', type: null })).toEqual([
			`${second}.sendTo: is empty`,
			`${second}.type: is empty`,
		]);
	});

	test.each([null, undefined, '18015551234', 18015551234, [recipient]])(
		'may not be %j',
		(member) => {
			expect(send(member)).toEqual([expect.stringMatching(`^${second}: must be an object`)]);
		},
	);

	test('with custom fields that are no list, or hold no texts, is refused at their place', () => {
		expect(send({ ...recipient, customfields: { name: 'a' } })).toEqual([
			`${second}.customfields: must be a list, but an object was given`,
		]);
		expect(send({ ...recipient, customfields: [{ name: '', value: 'Ann' }] })).toEqual([
			`${second}.customfields.0.name: is empty`,
		]);
		expect(send({ ...recipient, customfields: [{ name: 'a', value: 5 }] })).toEqual([
			`${second}.customfields.0.value: must be text, but the number 5 was given`,
		]);
	});
});

describe('a send never becomes a broadcast by accident', () => {
	const base = {
		sendMessage: { message: 'Hi' },
		sendMessageSpecifyLocale: { message: 'Hi' },
		sendTemplateMessage: { template: { id: 'order-ready' } },
	};
	const emptyLists: Array<[string, Values]> = [
		['is missing', {}],
		['is undefined', { recipientList: undefined }],
		['is null', { recipientList: null }],
		['is an empty text', { recipientList: '' }],
		['is false', { recipientList: false }],
		['is an empty object', { recipientList: {} }],
		['holds no recipients', { recipientList: { recipients: [] } }],
		['holds null for recipients', { recipientList: { recipients: null } }],
		['holds a text for recipients', { recipientList: { recipients: '18015551234' } }],
		['holds an object for recipients', { recipientList: { recipients: { 0: recipient } } }],
		['is a bare list of recipients', { recipientList: [recipient] }],
		['has its recipients under another name', { recipientList: { recipient: [recipient] } }],
	];

	describe.each(Object.entries(base))('%s', (operation, parameters) => {
		test.each(emptyLists)('is refused when the list %s', (_how, list) => {
			expect(problems(operation as OperationName, { ...parameters, ...list })).toContainEqual(
				expect.stringMatching(/^recipientList\.recipients: holds no recipient/),
			);
		});

		test('is refused when everyone and a list are asked for together', () => {
			for (const list of [to(recipient), to(), { recipientList: {} }]) {
				expect(
					problems(operation as OperationName, { ...parameters, ...list }, { everyone: true }),
				).toContainEqual(expect.stringMatching(/^recipientList: must be left out/));
			}
		});
	});

	test('only sendMessage reaches everyone, and only when it is asked to', () => {
		const everyone = { everyone: true };
		expect(problems('sendMessage', base.sendMessage, everyone)).toEqual([]);
		expect(problems('sendMessage', base.sendMessage, { everyone: false })).toHaveLength(1);
		expect(problems('sendMessageSpecifyLocale', base.sendMessageSpecifyLocale, everyone)).toEqual([
			'recipientList: is empty',
		]);
		expect(problems('sendTemplateMessage', base.sendTemplateMessage, everyone)).toEqual([
			'recipientList: is empty',
		]);
	});

	test('a plain send without numbers is refused even when everyone is asked for', () => {
		for (const phone of ['', null, undefined]) {
			expect(problems('plainSend', { phone, message: 'Hi' }, { everyone: true })).toEqual([
				'phone: is empty',
			]);
		}
	});
});

describe('a template to be sent', () => {
	const send = (template: unknown) =>
		problems('sendTemplateMessage', { template, ...to(recipient) });

	test('may be a stored one by its id alone, or a text without an id', () => {
		expect(send({ id: 'order-ready' })).toEqual([]);
		expect(send({ id: 'order-ready', text: '' })).toEqual([]);
		expect(send({ text: 'Hi {name}' })).toEqual([]);
	});

	test.each<[object, string]>([
		[{}, 'id'],
		[{ id: null }, 'id'],
		[{ id: ' ' }, 'id'],
		[{ title: 'Order ready' }, 'id'],
		[{ id: '', text: '' }, 'text'],
		[{ id: 'order-ready', text: ' \n ' }, 'text'],
	])('is refused as %j, without a text that is stored or entered', (template, missing) => {
		expect(send(template)).toEqual([`template.${missing}: is empty`]);
	});

	test.each(['order-ready', 5, [{ id: 'order-ready' }]])('may not be %j', (template) => {
		expect(send(template)).toContainEqual(expect.stringMatching(/^template: must be an object/));
	});
});

describe('the update of a division', () => {
	const update = (division: unknown) => problems('updateDivision', { division });

	test.each([{}, { name: undefined, address: undefined }])(
		'is refused as %j, because it holds nothing to change',
		(division) => {
			expect(update(division)).toEqual(['division: holds nothing to change']);
		},
	);

	test.each<[CallName, Values, string]>([
		['updateDivision', { division: { email: null } }, 'division'],
		['updateSubscriptionnode', { group: {} }, 'group'],
		['updateTemplate', { template: { id: 'order-ready', title: null } }, 'template'],
	])('like any other, is refused where nothing is to change: %s %j', (operation, values, name) => {
		expect(problems(operation, values)).toContain(`${name}: holds nothing to change`);
	});

	test('clears a member with an empty text, which is a change', () => {
		expect(update({ email: '' })).toEqual([]);
	});

	test.each<[CallName, Values, string]>([
		['updateDivision', { division: { name: '' } }, 'division.name'],
		['updateDivision', { division: { name: ' ', email: 'a@example.com' } }, 'division.name'],
		['updateSubscriptionnode', { group: { name: ' ', stackOrder: 1 } }, 'group.name'],
		['createDivision', { division: { name: ' ' } }, 'division.name'],
		['createSubscriptionnode', { group: { name: '\t' } }, 'group.name'],
		['updateTemplate', { template: { id: 'order-ready', text: ' ' } }, 'template.text'],
	])('is refused where it would take away a name or a text: %s %j', (operation, values, path) => {
		expect(problems(operation, values)).toEqual([`${path}: is empty`]);
	});

	test('keeps the name when only the address changes', () => {
		expect(update({ address: { city: 'Orem' } })).toEqual([]);
	});
});

test('what the interface does not show the type of may be anything', () => {
	const group = { name: 'Staff', keywords: [{ word: 'A', fields: { a: '1' } }] };
	expect(problems('updateSubscriptionnode', { group })).toEqual([]);
});

test('a list of numbers may end with a comma', () => {
	expect(problems('plainSend', { phone: '18015551234, ', message: 'Hi' })).toEqual([]);
});

describe('a value of the wrong type is refused by what it should be', () => {
	const wrong: Array<[string, CallArguments, string]> = [
		[
			'a number for a message',
			['sendMessage', { message: 5, ...to(recipient) }],
			'message: must be text, but the number 5 was given',
		],
		[
			'a list for a message',
			['sendMessage', { message: ['Hi'], ...to(recipient) }],
			'message: must be text, but a list was given',
		],
		[
			'an object for a ticket',
			['getTransactionStatus', { transaction_ticket_id: {} }],
			'transaction_ticket_id: must be text, but an object was given',
		],
		[
			'a text for a boolean',
			['getCellularCarrier', { phone_list: '1', show_carrier_id: 'yes' }],
			'show_carrier_id: must be true or false, but the text "yes" was given',
		],
		[
			'a text for a list',
			['createShortURL', { url: 'https://example.com', params: 'a=b' }],
			'params: must be a list, but the text "a=b" was given',
		],
		[
			'a list for an object',
			['updateDivision', { division: [{ name: 'North' }] }],
			'division: must be an object, but a list was given',
		],
		[
			'letters for a zip code',
			['createDivision', { division: { name: 'North', address: { zip: '84057-1' } } }],
			'division.address.zip: must be a whole number, but the text "84057-1" was given',
		],
		[
			'a text for an address',
			['createDivision', { division: { name: 'North', address: 'Orem' } }],
			'division.address: must be an object, but the text "Orem" was given',
		],
		[
			'a fraction for a stack order',
			['createSubscriptionnode', { group: { name: 'Staff', stackOrder: 1.5 } }],
			'group.stackOrder: must be a whole number, but the number 1.5 was given',
		],
	];

	test.each(wrong)('%s', (_what, of, expected) => {
		expect(problems(...of)).toEqual([expected]);
	});

	test('a long text is cut in the message', () => {
		const [problem = ''] = problems('createShortURL', { url: 'a', params: text(1000) });
		expect(problem.length).toBeLessThan(120);
	});
});

describe('a character that XML cannot carry is refused before anything is sent', () => {
	const send = (message: string) => problems('sendMessage', { message, ...to(recipient) });

	test.each([
		['a null character', 'a\u0000b', 'U+0000', 2],
		['a backspace', '\b', 'U+0008', 1],
		['a vertical tab', 'ab\u000b', 'U+000B', 3],
		['an escape', '\u001b[0m', 'U+001B', 1],
		['a lone high surrogate', 'a\ud83d', 'U+D83D', 2],
		['a lone low surrogate', '\ude00a', 'U+DE00', 1],
		['surrogates in the wrong order', '\ude00\ud83d', 'U+DE00', 1],
		['U+FFFE', 'a\ufffe', 'U+FFFE', 2],
		['U+FFFF', '\uffff', 'U+FFFF', 1],
	])('%s', (_name, message, character, position) => {
		expect([...validate(call('sendMessage', { message, ...to(recipient) }))]).toEqual([
			{
				path: ['message'],
				problem: `contains a character that can't be sent (${character})`,
				code: 'unsendable',
				position,
			},
		]);
	});

	test.each(['a\tb', 'a\nb', 'a\r\nb', 'é ü ñ 中文', '😀', '\ufffd', '\u{10ffff}', '<&>"\''])(
		'%j is carried',
		(message) => {
			expect(send(message)).toEqual([]);
			expect(unsendableCharacter(message)).toBeUndefined();
		},
	);

	test.each<[string, CallArguments, string]>([
		['a keyword', ['readDivision', {}, { keyword: 'N\u0000' }], 'keyword'],
		['a ticket', ['getTransactionStatus', { transaction_ticket_id: '\u0001' }], 'transaction_'],
		['an address', ['updateDivision', { division: { address: { city: '\u0002' } } }], 'division.'],
		[
			'a custom field',
			[
				'sendTemplateMessage',
				{
					template: { id: 'a' },
					...to({ ...recipient, customfields: [{ name: 'name', value: '\u0003' }] }),
				},
			],
			'recipientList.recipients.0.customfields.0.value',
		],
		['a phone list', ['plainSend', { phone: '1\u0004', message: 'Hi' }], 'phone'],
	])('in %s as well', (_where, of, path) => {
		expect(problems(...of)[0]).toEqual(expect.stringMatching(`^${path}.*can't be sent`));
	});
});

describe('what is wrong says of which kind it is, by which a way to mend it is worded', () => {
	const hola = (length: number) => ({
		message: text(length),
		...to({ ...recipient, locale: 'es' }),
	});
	const kinds: Array<[CallArguments, object]> = [
		[['readDivision', {}, { code: 'x' }], { code: 'codeNotDigits' }],
		[['deleteDivision', {}, { keyword: '' }], { code: 'empty' }],
		[['updateDivision', { division: {} }], { code: 'unchanged' }],
		[['createShortURL', { url: 'offer' }], { code: 'noWebAddress' }],
		[
			['getCellularCarrier', { phone_list: Array(101).fill('18015551234').join(',') }],
			{ code: 'tooManyNumbers', most: 100 },
		],
		[['sendMessage', { message: 5, ...to(recipient) }], { code: 'wrongType' }],
		[['sendMessage', { message: 'Hi', ...to({ ...recipient, type: 7 }) }], { code: 'notOneOf' }],
		[
			['sendMessage', { message: 'Hi', ...to({ ...recipient, carrier: 12345 }) }],
			{ code: 'notShortCarrierId' },
		],
		[
			['sendMessage', { message: 'Hi', ...to(recipient) }, { everyone: true }],
			{ code: 'everyoneWithList' },
		],
		[['sendMessage', { message: 'Hi', ...to() }], { code: 'noRecipient' }],
		[['sendMessageSpecifyLocale', hola(75)], { code: 'tooLongForLocale', by: 5 }],
	];

	test.each(kinds)('%j is %j', (of, kind) => {
		expect([...validate(call(...of))]).toEqual([expect.objectContaining(kind)]);
	});
});

test('all that is wrong with a call is reported together', () => {
	expect(
		problems(
			'sendMessage',
			{ message: text(161), ...to({ sendTo: '', type: 9 }), custom_ticket: text(51) },
			{ code: 'x', keyword: '' },
		),
	).toHaveLength(6);
});

test('characters are code points', () => {
	expect(charactersIn('a😀é')).toBe(3);
	expect(charactersIn('')).toBe(0);
});
