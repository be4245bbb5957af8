import type { IDataObject } from 'n8n-workflow';

import { sendLocalizedMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendLocalized.operation';
import { sendMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/send.operation';
import { sendTemplateMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendTemplate.operation';
import { sendToGroup } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendToGroup.operation';
import { sendToNumbers } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendToNumbers.operation';
import type { Operation } from '../../../../../nodes/SubscriptionMessaging/actions/operation/operation';
import {
	recipientsOf,
	textOf,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { segmentsOf } from '../../../../../nodes/SubscriptionMessaging/service/text/messageText';
import { requestsOf } from '../entered';

const SMART = { smartEncoding: true };
/** 100 signs, of which one is not plain: 2 SMS, and 1 without it. */
const TYPOGRAPHIC = `It’s ${'a'.repeat(95)}`;
const PLAIN = TYPOGRAPHIC.replace('’', "'");

const made = (operation: Operation, parameters: IDataObject, options: IDataObject = SMART) =>
	requestsOf(operation, {
		keyword: 'NSTAFF',
		sendTo: '18015551001',
		type: 1,
		...parameters,
		options,
	});
const textsOf = (requests: ReturnType<typeof made>) => requests.map((request) => textOf(request));

test('without the option a text stays, and nothing is told', () => {
	const [request] = made(sendMessage, { message: TYPOGRAPHIC }, {});
	expect([textOf(request!), request?.smart]).toEqual([TYPOGRAPHIC, undefined]);
});

test.each([
	['Send', sendMessage, { message: TYPOGRAPHIC }],
	['Send to Group', sendToGroup, { message: TYPOGRAPHIC }],
	['Send Localized', sendLocalizedMessage, { message: TYPOGRAPHIC, locale: 'en_US', country: '' }],
	['Send Template', sendTemplateMessage, { templateSource: 'text', text: TYPOGRAPHIC }],
	['Send to Numbers', sendToNumbers, { message: TYPOGRAPHIC, phone: '18015551001' }],
] as Array<[string, Operation, IDataObject]>)(
	'%s replaces what saves SMS',
	(_name, operation, fields) => {
		const [request, ...more] = made(operation, fields);
		expect(more).toEqual([]);
		expect(textOf(request!)).toBe(PLAIN);
		expect(request?.smart).toEqual({ replaced: ["’ → '"], segmentsBefore: 2 });
	},
);

test('a text that costs the same stays as it was written', () => {
	const [request] = made(sendMessage, { message: 'It’s ready' });
	expect(textOf(request!)).toBe('It’s ready');
	expect(request?.smart).toEqual({ replaced: [], segmentsBefore: 1 });
});

test.each([3, 4])('type %d is no SMS, so its text stays', (type) => {
	const sendTo = type === 4 ? 'ann@example.com' : '18015551001';
	const [request] = made(sendMessage, { message: TYPOGRAPHIC, sendTo, type });
	expect(textOf(request!)).toBe(TYPOGRAPHIC);
	expect(request?.smart).toEqual({ replaced: [], segmentsBefore: 0 });
});

test.each([
	['split', 2],
	['shorten', 1],
])(
	'a text that is too long is replaced before %s, and costs the SMS of %d plain parts',
	(ifTooLong, parts) => {
		const message = `“Hi” – it’s on… ${'word '.repeat(52)}`.trim();
		const requests = made(sendMessage, { message }, { ...SMART, ifTooLong });
		const texts = textsOf(requests);
		expect(texts).toHaveLength(parts);
		expect(texts[0]).toMatch(/^"Hi" - it's on\.\.\. word/);
		expect(texts.map((text) => segmentsOf(text!).segments)).toEqual(Array(parts).fill(1));
		// With the signs, the parts are of 3 SMS and of 1, as the second one has none of them.
		expect(requests.map(({ smart }) => smart?.segmentsBefore)).toEqual(parts === 2 ? [4, 4] : [3]);
	},
);

test('a text in parts stays as it is where it costs the same, or would be one part more', () => {
	const ç = `${'word '.repeat(55)}ç – “x”`;
	const full = `${'a'.repeat(319)}…`;
	for (const message of [`${'我'.repeat(75)} – “x”`, full]) {
		const requests = made(sendMessage, { message }, { ...SMART, ifTooLong: 'split' });
		expect(textsOf(requests).join('')).toContain(message.slice(-1));
		expect(requests[0]?.smart?.replaced).toEqual([]);
	}
	const requests = made(sendMessage, { message: ç }, { ...SMART, ifTooLong: 'split' });
	expect(textsOf(requests).join(' ')).toBe(ç);
});

test('a long text with placeholders is plain in each of its parts, whoever gets it', () => {
	const message = `Hi {name} – it’s on… ${'word '.repeat(50)}`.trim();
	const requests = made(
		sendMessage,
		{ message },
		{ ...SMART, ifTooLong: 'split', unfilledPlaceholders: 'send' },
	);
	expect(textsOf(requests)[0]).toMatch(/^Hi \{name\} - it's on\.\.\. word/);
	expect(requests).toHaveLength(2);
});

test('a stored template is not changed', () => {
	const [request] = made(sendTemplateMessage, { templateSource: 'stored', id: '7' });
	expect(request?.smart).toBeUndefined();
});

const withName = (value: string, message = `Hi {name}, ${'a'.repeat(80)}`) =>
	made(sendMessage, {
		message,
		recipients: 'defineBelow',
		recipientList: {
			recipients: [
				{ sendTo: '18015551001', type: 1, customfields: { field: [{ name: 'name', value }] } },
			],
		},
	})[0]!;
const valueIn = (request: ReturnType<typeof withName>) =>
	recipientsOf(request)[0]?.customfields?.[0]?.value;

test('values of placeholders are replaced where the text of the recipient is cheaper then', () => {
	const request = withName('O’Neil');
	expect(valueIn(request)).toBe("O'Neil");
	expect(request.smart).toEqual({ replaced: ["’ → '"], segmentsBefore: 2 });
	expect(valueIn(withName('O’Neil', 'Hi {name}'))).toBe('O’Neil');
	expect(valueIn(withName('François’'))).toBe('François’');
});

test('a text with placeholders is the same for every recipient, whatever their names are', () => {
	const text = 'Hi {name} – ready';
	expect(['Ann', '小明', 'O’Neil'].map((name) => textOf(withName(name, text)))).toEqual(
		Array(3).fill('Hi {name} - ready'),
	);
	expect(textOf(withName('Ann', 'Hi {name} – 好'))).toBe('Hi {name} – 好');
});

test('a text that goes to an email address as well stays as it was written', () => {
	const withEmail = (message: string) =>
		made(sendLocalizedMessage, {
			message: TYPOGRAPHIC,
			recipients: 'defineBelow',
			recipientList: {
				recipients: [
					{ sendTo: '18015551001', type: 1 },
					{ sendTo: 'ann@example.com', type: 4, message },
				],
			},
		})[0]!;
	expect(textOf(withEmail(''))).toBe(TYPOGRAPHIC);
	expect(textOf(withEmail('To you'))).toBe(PLAIN);
});

test('of a localized send each message is judged by itself', () => {
	const recipients = [
		{ sendTo: '18015551001', type: 1, message: TYPOGRAPHIC, locale: 'en_US' },
		{ sendTo: '18015551002', type: 1, message: 'It’s ready', locale: 'en_US' },
		{ sendTo: '18015551003', type: 4, message: TYPOGRAPHIC, locale: 'en_US' },
	];
	const [request] = made(sendLocalizedMessage, {
		message: 'Hello',
		recipients: 'defineBelow',
		recipientList: { recipients },
	});
	expect(recipientsOf(request!).map(({ message }) => message)).toEqual([
		PLAIN,
		'It’s ready',
		TYPOGRAPHIC,
	]);
});
