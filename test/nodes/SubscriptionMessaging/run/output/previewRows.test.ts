import type { IDataObject } from 'n8n-workflow';

import type {
	PreparedItem,
	PreparedRequest,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import type { Skipped } from '../../../../../nodes/SubscriptionMessaging/actions/fields/skipped';
import { previewRows } from '../../../../../nodes/SubscriptionMessaging/run/output/previewRows';
import type { Call } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { broadcastCall, item, plainCall, request, sendCall, to, unit } from '../preparedItems';

const rowsOf = (
	call: Call,
	more: Partial<PreparedItem> = {},
	ofRequest: Partial<PreparedRequest> = {},
	repeated?: readonly Skipped[],
): IDataObject[] => previewRows(item(request(call, ofRequest), more), repeated);

const HELLO = {
	sent: false,
	preview: true,
	group: 'NSTAFF',
	text: 'Hello',
	characters: 5,
	limit: 160,
	too_long: false,
	encoding: 'GSM-7',
	segments: 1,
	missing: [],
};

const templateCall = (...numbers: string[]): Call =>
	filledCall({ name: 'name', value: 'Ann' }, ...numbers);
const filledCall = (field: object | undefined, ...numbers: string[]): Call => ({
	...unit,
	operation: 'sendTemplateMessage',
	parameters: {
		id: 1,
		recipientList: {
			recipients: numbers.map((sendTo) => ({
				sendTo,
				type: 1,
				customfields: field && [field],
			})),
		},
	} as never,
});

const localeCall = (locale: string, message: string): Call =>
	({
		...unit,
		operation: 'sendMessageSpecifyLocale',
		parameters: { message, recipientList: { recipients: [{ sendTo: '1', type: 1, locale }] } },
	}) as unknown as Call;

describe('a preview', () => {
	test('has a row for each recipient of a list, and says that nothing was sent', () => {
		expect(rowsOf(sendCall(to('1', '2')))).toEqual([
			{ ...HELLO, sendTo: '1' },
			{ ...HELLO, sendTo: '2' },
		]);
	});

	test('has one for each number of a plain send, and one for everyone', () => {
		const numbers = plainCall('18015550001,18015550002');
		expect(rowsOf(numbers)).toEqual([
			{ ...HELLO, sendTo: '18015550001' },
			{ ...HELLO, sendTo: '18015550002' },
		]);
		expect(rowsOf(broadcastCall())).toEqual([{ ...HELLO, everyone: true }]);
	});

	test('of a message to everyone tells how many people that is', () => {
		const reached = {
			people: 5,
			withoutText: 0,
			groups: [{ keyword: 'NSTAFF', name: 'Staff', people: 5 }],
			named: [],
			namedWithoutText: [],
		} as unknown as PreparedItem['reached'];
		expect(rowsOf(broadcastCall(), { reached })).toMatchObject([
			{ everyone: true, subscriber_count: 5, group_name: 'Staff' },
		]);
	});

	test('shows the text as each recipient gets it', () => {
		const named = (value: string) => ({
			sendTo: value,
			type: 1 as const,
			customfields: [{ name: 'name', value }],
		});
		const call = sendCall([named('Ann'), { ...named('Bob'), message: 'Dear {name}' }], 'Hi {name}');
		expect(rowsOf(call).map(({ text }) => text)).toEqual(['Hi Ann', 'Dear Bob']);
	});

	test('names placeholders that stay, and those whose format is a guess', () => {
		const recipient = { sendTo: '1', type: 1, customfields: [{ name: 'sum', value: '2' }] };
		const [row] = rowsOf(sendCall([recipient], 'Hi {name}, {sum:0.00}'));
		expect(row).toMatchObject({
			text: 'Hi {name}, 2.00',
			missing: ['name'],
			formatted: ['{sum:0.00}'],
		});
		expect(rowsOf(sendCall(to('1')))[0]).not.toHaveProperty('formatted');
	});

	test.each([
		[160, false, 1],
		[161, true, 2],
	])(
		'of %d characters says whether that is too long, and how many SMS it is',
		(length, is, sms) => {
			const text = 'x'.repeat(length);
			expect(rowsOf(sendCall(to('1'), text))).toMatchObject([
				{ characters: length, too_long: is, segments: sms },
			]);
		},
	);

	test('counts what remains of a question, for which an answer takes room', () => {
		const question = {} as PreparedRequest['question'];
		expect(rowsOf(sendCall(to('1')), {}, { question })).toMatchObject([{ remaining: 155 }]);
		expect(rowsOf(sendCall(to('1')))[0]).not.toHaveProperty('remaining');
		const long = rowsOf(sendCall(to('1'), 'x'.repeat(170)), {}, { question });
		expect(long).toMatchObject([{ remaining: -10 }]);
	});

	test('counts other languages by 70 only where the service is told the language', () => {
		expect(rowsOf(localeCall('de', 'Hallo'))).toMatchObject([{ limit: 70 }]);
		expect(rowsOf(localeCall('en-US', 'Hello'))).toMatchObject([{ limit: 160 }]);
		expect(rowsOf(localeCall('', 'Привет'))).toMatchObject([{ limit: 70 }]);
		expect(rowsOf(sendCall(to('1'), 'Привет'))).toMatchObject([{ limit: 160 }]);
	});

	test('of a text in parts numbers them', () => {
		const parts = ['a', 'b'].map((text, index) =>
			request(sendCall(to('1'), text), { fitted: { part: index + 1, parts: 2 } }),
		);
		expect(previewRows(item(parts), undefined)).toMatchObject([
			{ text: 'a', part: 1, parts: 2 },
			{ text: 'b', part: 2, parts: 2 },
		]);
	});
});

describe('a preview of a stored template', () => {
	test('shows its text, filled in', () => {
		expect(rowsOf(templateCall('1', '2'), { storedText: 'Hi {name}' })).toMatchObject([
			{ sendTo: '1', text: 'Hi Ann', missing: [] },
			{ sendTo: '2', text: 'Hi Ann', missing: [] },
		]);
	});

	test('that could not be read shows whom it goes to, with their values', () => {
		expect(rowsOf(templateCall('1'))).toEqual([
			{
				sent: false,
				preview: true,
				sendTo: '1',
				group: 'NSTAFF',
				text: null,
				customfields: [{ name: 'name', value: 'Ann' }],
			},
		]);
		const [row] = rowsOf(filledCall(undefined, '1'));
		expect(row).toMatchObject({ sendTo: '1', text: null });
		expect(row?.customfields).toBeUndefined();
	});
});

test.each([
	['a list', sendCall(to('9', '9'))],
	['numbers alone', plainCall('9,9')],
	['a template that could not be read', templateCall('9', '9')],
])('a preview of %s names for whom each redirected message was', (_which, call) => {
	const rows = rowsOf(call, {}, { redirectedFrom: ['1', '2'] });
	expect(rows.map(({ redirected_from }) => redirected_from)).toEqual(['1', '2']);
	expect(rowsOf(call)[0]).not.toHaveProperty('redirected_from');
});

test('an item that repeats another says so in place of sending', () => {
	const repeated = ['it is in item 0', 'it is in item 1'].map((reason) => ({ sendTo: '', reason }));
	expect(rowsOf(sendCall(to('1', '2')), {}, {}, repeated)).toMatchObject([
		{ sendTo: '1', skipped: 'it is in item 0' },
		{ sendTo: '2', skipped: 'it is in item 1' },
	]);
	expect(rowsOf(sendCall(to('1')))[0]).not.toHaveProperty('skipped');
});

test('who is left out because a campaign has reached them names the ticket, and no item', () => {
	const had = {
		sendTo: '2',
		reason: 'it has it',
		sent_before: true as const,
		custom_ticket: 'a-1',
	};
	const again = { sendTo: '3', reason: 'it is in item 0', repeats: 0 };
	expect(previewRows(item([], { skipped: [had, again] }), undefined)).toEqual([
		{
			...{ sent: false, preview: true, sendTo: '2', skipped: 'it has it' },
			...{ sent_before: true, custom_ticket: 'a-1' },
		},
		{ sent: false, preview: true, sendTo: '3', skipped: 'it is in item 0' },
	]);
});

test('who is left out follows, and says why', () => {
	const skipped = [{ sendTo: '2', reason: 'no consent' }];
	expect(rowsOf(sendCall(to('1')), { skipped })).toMatchObject([
		{ sendTo: '1' },
		{ sent: false, preview: true, sendTo: '2', skipped: 'no consent' },
	]);
	expect(previewRows(item([], { skipped }), undefined)).toEqual([
		{ sent: false, preview: true, sendTo: '2', skipped: 'no consent' },
	]);
});

test('every row says what the credential and the evaluation make of it', () => {
	const skipped = [{ sendTo: '2', reason: 'no consent' }];
	const rows = rowsOf(sendCall(to('1')), {
		skipped,
		recipientsAllowed: 'onlyThese',
		evaluation: true,
	});
	expect(rows).toMatchObject([
		{ recipients_allowed: 'only_these', evaluation: true },
		{ recipients_allowed: 'only_these', evaluation: true },
	]);
	const [plain] = rowsOf(sendCall(to('1')));
	expect(plain).not.toHaveProperty('recipients_allowed');
	expect(plain).not.toHaveProperty('evaluation');
});

test('what to look at is said of each message, and so are the letters that were replaced', () => {
	const smart = { segmentsBefore: 3, replaced: ['’'] } as unknown as PreparedRequest['smart'];
	const skipped = [{ sendTo: '2', reason: 'no consent' }];
	const [row, left] = rowsOf(sendCall(to('1')), { warnings: ['Long'], skipped }, { smart });
	expect(row).toMatchObject({ warnings: ['Long'], segments_before: 3, replaced: ['’'] });
	expect(left).not.toHaveProperty('warnings');
	expect(rowsOf(sendCall(to('1')))[0]).not.toHaveProperty('warnings');
});
