import type { NodeOperationError } from 'n8n-workflow';

import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { chosenPace, prepare } from '../../../../../nodes/SubscriptionMessaging/run/read/prepare';
import {
	customTicketOf,
	numbersOf,
	recipientsOf,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { fakeRun, fieldsOf, type FakeRunOptions } from '../fakeRun';

const SEND = { keyword: 'NSTAFF', sendTo: '18015550001', type: 1, message: 'Hello' };

interface Preparing extends FakeRunOptions {
	companyKeyword?: string;
	code?: string;
}

/** What the first item asks for. */
function preparing({ companyKeyword = 'ACME', code = '12345', ...run }: Preparing): PreparedItem {
	const { operation: chosen = 'message/send', parameters = {} } = run;
	const { context, session } = fakeRun({
		...run,
		parameters: { ...(chosen.startsWith('message/send') && SEND), ...parameters },
	});
	const { operation, fields } = fieldsOf(context, chosen);
	return prepare(context, operation, { ...session, companyKeyword, code }, 3, fields);
}

/** The name under which the editor shows a field of *Send*. */
const displayName = (name: string) =>
	fieldsOf(fakeRun({}).context, 'message/send').fields.displayName(name);

function refusalOf(asked: Parameters<typeof preparing>[0]): unknown {
	try {
		return preparing(asked);
	} catch (error) {
		return error;
	}
}

const sentTo = ({ requests }: PreparedItem) =>
	requests.map(({ call }) => recipientsOf(call).map(({ sendTo }) => sendTo));

/** What is undefined stands for what nobody chose. */
const plain = (item: PreparedItem) => JSON.parse(JSON.stringify(item)) as object;

test('what was entered becomes a call, with the safe settings where no option is chosen', () => {
	expect(preparing({})).toEqual({
		requests: [
			{
				call: {
					operation: 'sendMessage',
					code: '12345',
					keyword: 'NSTAFF',
					parameters: {
						message: 'Hello',
						recipientList: { recipients: [{ sendTo: '18015550001', type: 1 }] },
					},
				},
				settings: {
					account: 3,
					serviceAccount: expect.any(String) as string,
					transport: 'soap',
					timeLimit: undefined,
					onUnclear: 'stop',
					ifKnown: 'send',
					removesDuplicates: false,
				},
			},
		],
		audience: '18015550001',
		skipped: [],
		simplify: true,
		limit: Infinity,
		preview: false,
		maximums: {},
		checksPlaceholders: true,
		asksForUnit: undefined,
		severalBroadcasts: false,
	});
});

test('a custom ticket is trimmed at the field, so that what is signed and compared is one text', () => {
	const ticketIn = (custom_ticket: string) =>
		preparing({ parameters: { options: { custom_ticket } } }).requests.map(({ call }) =>
			customTicketOf(call),
		);
	expect(ticketIn(' order-1\t')).toEqual(['order-1']);
	expect(ticketIn('  ')).toEqual([undefined]);
});

/** How the calls of a run follow each other, with these options. */
const paceWith = (options: Record<string, unknown>) =>
	chosenPace(
		fieldsOf(fakeRun({ parameters: { ...SEND, options } }).context, 'message/send').fields,
	);

test('the pace is that of the options, and 100 recipients by ten requests at once without them', () => {
	expect(paceWith({})).toEqual({ batchSize: 100, inParallel: 10, pause: 0 });
	const chosen = { batchSize: 7, requestsInParallel: 2, pauseBetweenRequests: 9 };
	expect(paceWith(chosen)).toEqual({ batchSize: 7, inParallel: 2, pause: 9 });
});

test.each([
	['pauseBetweenRequests', -1],
	['batchSize', 0],
	['requestsInParallel', 0],
	['requestsInParallel', 1_001],
])('a pace with %s of %d is refused by the name of its field', (name, value) => {
	const refused = () => paceWith({ [name]: value });
	expect(refused).toThrow(`'${displayName(name)}'`);
	expect(refused).toThrow('[item 0]');
});

test('options change the settings and the code', () => {
	const options = {
		timeLimit: 5,
		onUnclearOutcome: 'resend',
		ifTicketKnown: 'skip',
		custom_ticket: 'order-1',
		removeDuplicates: true,
		code: ' 0054321 ',
		severalBroadcasts: true,
	};
	const { requests, severalBroadcasts } = preparing({ parameters: { options } });
	expect(requests[0]?.settings).toMatchObject({
		timeLimit: 5,
		onUnclear: 'resend',
		ifKnown: 'skip',
		removesDuplicates: true,
	});
	expect(requests[0]?.call.code).toBe('54321');
	expect(severalBroadcasts).toBe(true);
});

test.each<[string, object, string]>([
	['a time limit of hours', { options: { timeLimit: 3601 } }, 'timeLimit'],
	['another choice', { options: { onUnclearOutcome: 'always' } }, 'onUnclearOutcome'],
	['a code of an expression that gives none', { options: { code: undefined } }, 'code'],
	['a status URL that is no address', { options: { status_url: 'hello' } }, 'status_url'],
	['an empty code', { options: { code: ' ' } }, 'code'],
	['no keyword', { keyword: '' }, 'keyword'],
	['no message', { message: '' }, 'message'],
	['no recipient', { sendTo: '' }, 'recipients'],
	['an entry that is no address', { type: 4, sendTo: 'ann@example.com, nobody' }, 'sendTo'],
])('%s is refused by the name of its field', (_what, parameters, name) => {
	const refused = () => preparing({ parameters: { ...parameters } });
	expect(refused).toThrow(`'${displayName(name)}'`);
	expect(refused).toThrow('[item 0]');
});

describe('an entry of a list is refused', () => {
	test('by its value, with its number in the description', () => {
		const parameters = { type: 4, sendTo: 'ann@example.com, nobody' };
		expect(refusalOf({ parameters })).toMatchObject({
			message: `'${displayName('sendTo')}' is "nobody", which is not an email address [item 0]`,
			description: expect.stringMatching(/^It is entry 2 of the list\. Give an email address/),
		});
	});

	test('by whose it is, where something else of it is wrong', () => {
		const parameters = { type: 7, sendTo: '18015550001, 18015550002' };
		expect(refusalOf({ parameters })).toMatchObject({
			message: `'${displayName('type')}' of 18015550001 is 7, which is none of 1, 2, 3, 4, 5, 6 [item 0]`,
			description: expect.stringMatching(/^It is entry 1 of the list\./),
		});
	});
});

test('what is no entry of a list is refused without a number', () => {
	const error = refusalOf({ operation: 'subscriber/getMany', parameters: { keyword: '' } });
	expect(error).toMatchObject({ description: expect.not.stringContaining('entry') as string });
});

test.each([
	[{ keyword: 'STAFF@67890' }, '67890'],
	[{ keyword: 'STAFF@67890', options: { code: ' 67890 ' } }, '67890'],
	[{ keyword: 'STAFF', options: { code: '555' } }, '555'],
	[{ keyword: 'STAFF' }, '12345'],
])('a unit that is chosen as %j is addressed with the code %s', (parameters, code) => {
	expect(preparing({ parameters }).requests[0]?.call).toMatchObject({ keyword: 'STAFF', code });
});

test('a unit that was chosen with its code is refused under another one', () => {
	const parameters = { keyword: 'STAFF@67890', options: { code: '555' } };
	expect(() => preparing({ parameters })).toThrow(
		"'Group' is under the code 67890, not 555 [item 0]",
	);
});

test.each([
	[{ code: '777' }, '777'],
	[{}, '12345'],
])('a new division has a code of its own, whatever that of its parent is: %j', (options, code) => {
	const operation = 'division/create';
	const parameters = { keyword: 'NORTH@555', divisionName: 'New', options };
	const [request] = preparing({ operation, parameters }).requests;
	expect(request?.call).toMatchObject({ keyword: 'NORTH', code });
});

test('a ticket is taken where what was sent under it is to be skipped', () => {
	const options = { custom_ticket: 'T-1', ifTicketKnown: 'skip' };
	const [request] = preparing({ parameters: { options } }).requests;
	expect(request?.call.parameters).toMatchObject({ custom_ticket: 'T-1' });
	expect(request?.settings.ifKnown).toBe('skip');
});

describe('where what was sent is to be skipped', () => {
	const skip = { ifTicketKnown: 'skip' };
	const refusal = (options: object) => {
		try {
			return preparing({ parameters: { options } }).requests.length;
		} catch (error) {
			const { message, description } = error as NodeOperationError;
			return `${message}: ${description}`;
		}
	};

	test.each(['', ' '])('a ticket of %j is refused, which is a mere reference else', (ticket) => {
		expect(refusal({ ...skip, custom_ticket: ticket })).toBe(
			"'Custom Ticket' is empty, so nothing was sent [item 0]: Check the expression that fills it.",
		);
		expect(refusal({ custom_ticket: ticket })).toBe(1);
	});

	test('a ticket has to be added, unless a campaign key tells who has the message', () => {
		expect(refusal(skip)).toBe(
			"'Custom Ticket' is empty, so nothing was sent [item 0]: Add it under 'Options': by it, 'Skip' asks the service what was sent.",
		);
		expect(refusal({ ...skip, custom_ticket: 'order-1' })).toBe(1);
		expect(refusal({ ...skip, campaignKey: 'sale' })).toBe(1);
	});
});

describe('sends to a list', () => {
	test.each(['ACME', 'acme'])('are refused by the keyword of the company, %s', (keyword) => {
		expect(() => preparing({ parameters: { keyword } })).toThrow(
			`'${displayName('keyword')}' is a company or division, which can't send to a list`,
		);
	});

	test('are refused by it also where the list is one of numbers', () => {
		const operation = 'message/sendToNumbers';
		expect(() =>
			preparing({ operation, parameters: { keyword: 'ACME', phone: '18015550001' } }),
		).toThrow("which can't send to a list");
	});

	test('are not, where it is the keyword of a unit under another code', () => {
		const inList = { keyword: 'ACME@67890' };
		const byCode = { keyword: 'ACME', options: { code: '67890' } };
		for (const parameters of [inList, byCode]) {
			expect(preparing({ parameters }).requests).toHaveLength(1);
		}
	});

	test('are not, where the credential has no such keyword, or everyone is meant', () => {
		const keyword = 'ACME';
		expect(preparing({ companyKeyword: '', parameters: { keyword } }).requests).toHaveLength(1);
		const everyone = preparing({ operation: 'message/sendToGroup', parameters: { keyword } });
		expect(everyone.requests[0]?.call).toMatchObject({ everyone: true, keyword });
	});
});

describe('a send to a list', () => {
	test.each(['everyone', '', undefined, '={{ $json.none }}'])(
		'is refused where its recipients are %p',
		(recipients) => {
			expect(() => preparing({ parameters: { recipients: () => recipients } })).toThrow(
				`'${displayName('recipients')}' must be one of`,
			);
		},
	);
});

test('a send to a group has no list', () => {
	const { requests } = preparing({ operation: 'message/sendToGroup' });
	expect(requests).toMatchObject([
		{ call: { operation: 'sendMessage', everyone: true, keyword: 'NSTAFF' } },
	]);
	expect(requests[0]?.call.parameters).not.toHaveProperty('recipientList');
});

test('a send to a group is no campaign, because the service picks its recipients', () => {
	const options = { campaignKey: 'spring-sale' };
	const refused = () => preparing({ operation: 'message/sendToGroup', parameters: { options } });
	expect(refused).toThrow('needs a list of recipients');
});

describe('a tool of an agent', () => {
	const tool = { arguments: {} };

	test('has the keyword looked up that the model gave for a list', () => {
		expect(preparing({ tool, parameters: { keyword: () => 'NSTAFF' } }).asksForUnit).toBe(
			displayName('keyword'),
		);
		expect(preparing({ tool }).asksForUnit).toBeUndefined();
		expect(preparing({ parameters: { keyword: () => 'NSTAFF' } }).asksForUnit).toBeUndefined();
	});

	test('needs no look-up for a read', () => {
		const read = { operation: 'subscriber/getMany', tool, parameters: { keyword: () => 'NSTAFF' } };
		expect(preparing(read).asksForUnit).toBeUndefined();
	});

	test('likewise for a plain send', () => {
		const plain = {
			operation: 'message/sendToNumbers',
			tool,
			parameters: { keyword: () => 'NSTAFF', phone: '18015550001' },
		};
		expect(preparing(plain).asksForUnit).toBe('Group');
	});
});

describe('the recipient of an input item', () => {
	const parameters = { recipients: 'inputItems' };

	test('is marked as one that calls gather', () => {
		expect(preparing({ parameters }).requests[0]?.fromItems).toBe(true);
	});

	test('that an option leaves out asks for nothing, and says why', () => {
		const options = { impossibleNumbers: 'skip' };
		const item = preparing({ parameters: { ...parameters, sendTo: '1', options } });
		expect(item.requests).toEqual([]);
		expect(item.skipped).toMatchObject([{ sendTo: '1' }]);
	});

	test('is refused where it is empty', () => {
		expect(() => preparing({ parameters: { ...parameters, sendTo: '' } })).toThrow(
			`'${displayName('sendTo')}' is empty`,
		);
	});

	test('is not looked up for a tool where it asks for nothing', () => {
		const options = { impossibleNumbers: 'skip' };
		const more = { ...parameters, sendTo: '1', options, keyword: () => 'NSTAFF' };
		expect(preparing({ tool: { arguments: {} }, parameters: more }).asksForUnit).toBeUndefined();
	});

	test('of a list that is left out whole is refused', () => {
		const options = { impossibleNumbers: 'skip' };
		expect(() => preparing({ parameters: { sendTo: '1, 2', options } })).toThrow(
			'holds no recipient, so nothing was sent',
		);
	});

	test('in a list leaves the others', () => {
		const options = { impossibleNumbers: 'skip' };
		const item = preparing({ parameters: { sendTo: '1, 18015550001', options } });
		expect(sentTo(item)).toEqual([['18015550001']]);
		expect(item.skipped).toMatchObject([{ sendTo: '1' }]);
	});
});

test('the parts of a text that is split carry a ticket each', () => {
	const options = { ifTooLong: 'split', custom_ticket: 'order-1' };
	const { requests } = preparing({ parameters: { message: 'word '.repeat(80), options } });
	expect(requests.length).toBeGreaterThan(1);
	expect(requests.map(({ call }) => customTicketOf(call))).toEqual(
		requests.map((_request, index) => (index === 0 ? 'order-1' : `order-1~${index + 1}`)),
	);
	expect(requests.map(({ fitted }) => fitted?.part)).toEqual(
		requests.map((_r, index) => index + 1),
	);
	const own = preparing({
		parameters: { message: 'word '.repeat(80), options: { ifTooLong: 'split' } },
	});
	expect(own.requests.map(({ call }) => customTicketOf(call))).toEqual(
		own.requests.map(() => undefined),
	);
});

test.each([
	['phoneNumber/lookUpCarrier', 'phone_list'],
	['phoneNumber/lookUpCarrierId', 'phone_list'],
	['message/sendToNumbers', 'phone'],
])('%s asks for at most 100 numbers a call', (operation, name) => {
	const numbers = Array.from({ length: 101 }, (_number, index) => String(18015550000 + index));
	const { requests } = preparing({
		operation,
		parameters: { ...SEND, [name]: numbers.join(',') },
	});
	expect(requests.map(({ call }) => numbersOf(call).length)).toEqual([100, 1]);
});

describe('an evaluation of the workflow', () => {
	test('only previews a send', () => {
		expect(preparing({ mode: 'evaluation' })).toMatchObject({ preview: true, evaluation: true });
		expect(preparing({ parameters: { preview: true } })).toMatchObject({ preview: true });
		expect(preparing({ parameters: { preview: true } })).not.toHaveProperty('evaluation');
	});

	test('reads as ever', () => {
		const item = preparing({ operation: 'account/testService', mode: 'evaluation' });
		expect(item.preview).toBe(false);
		expect(item).not.toHaveProperty('evaluation');
		expect(item.checksPlaceholders).toBeFalsy();
	});
});

describe('rows', () => {
	const many = { operation: 'subscriber/getMany' };

	test('are at most so many, or all', () => {
		expect(preparing({ ...many, parameters: { keyword: 'NSTAFF', limit: 7 } }).limit).toBe(7);
		const all = { keyword: 'NSTAFF', limit: 7, returnAll: true };
		expect(preparing({ ...many, parameters: all }).limit).toBe(Infinity);
		const whole = { keyword: 'NSTAFF', limit: 7, simplify: false };
		expect(preparing({ ...many, parameters: whole })).toMatchObject({
			limit: Infinity,
			simplify: false,
		});
	});
});

describe('the transport', () => {
	const nvp = { options: { transport: 'nvp' } };

	test('is NVP where the service documents that', () => {
		const { requests } = preparing({ operation: 'message/sendToGroup', parameters: nvp });
		expect(requests[0]?.settings.transport).toBe('nvp');
	});

	test('cannot be NVP for a list of recipients', () => {
		expect(refusalOf({ parameters: nvp })).toMatchObject({
			message: `The interface documents no NVP form of '${displayName('recipientList')}' [item 0]`,
			description: "Choose SOAP as 'Transport', or remove the option.",
		});
	});

	test('cannot be NVP for an operation that has no such form', () => {
		const run = { operation: 'message/sendTemplate', parameters: { id: '7', ...nvp } };
		expect(refusalOf(run)).toMatchObject({
			message: "The interface documents no NVP form of the operation 'Send Template' [item 0]",
		});
	});
});

test('the company is meant where an operation that starts from it has no keyword', () => {
	const item = preparing({ operation: 'account/getOrganizationTree', parameters: { keyword: '' } });
	expect(item.requests[0]?.call.keyword).toBe('ACME');
});

test.each([
	[
		'the limits of a send',
		{},
		{ maxRecipients: 9, maxSegments: 3 },
		{ maximums: { recipients: 9, segments: 3 } },
	],
	['one limit', {}, { maxSegments: 1 }, { maximums: { segments: 1 } }],
	[
		'who of a list is left out',
		{},
		{ unsubscribedRecipients: 'skip' },
		{ subscribers: { unsubscribed: 'skip', onlySubscribers: false } },
	],
	[
		'the campaign of a list',
		{},
		{ campaignKey: 'spring-sale' },
		{ requests: [{ settings: { campaign: 'spring-sale' } }] },
	],
	[
		'that a report lists the recipients',
		{ operation: 'message/getReport', output: 'recipients' },
		{},
		{ byRecipient: true },
	],
	[
		'that a report counts them',
		{ operation: 'message/getReport', output: 'summary' },
		{},
		{ byRecipient: false },
	],
	[
		'that a group keeps its name',
		{ operation: 'group/update', updateFields: { ispublic: true } },
		{},
		{ requests: [{ keepsName: true }] },
	],
])(
	'an item holds %s',
	(_what, { operation, ...fields }: { operation?: string }, options, expected) => {
		const parameters = { keyword: 'NSTAFF', custom_ticket: 'order-1', ...fields, options };
		expect(plain(preparing({ operation, parameters }))).toMatchObject(expected);
	},
);

test.each(['division/update', 'group/update', 'template/update'])(
	'an update of nothing is refused by the name of its fields: %s',
	(operation) => {
		const parameters = { keyword: 'NSTAFF', id: '7', updateFields: {} };
		expect(refusalOf({ operation, parameters })).toMatchObject({
			message: "'Update Fields' holds nothing to change [item 0]",
		});
	},
);

test('a text that needs more SMS than a person allows is refused', () => {
	const options = { maxSegments: 1 };
	expect(() => preparing({ parameters: { message: `’${'a'.repeat(99)}`, options } })).toThrow(
		"The text needs 2 SMS, and 'Max Segments' is 1 [item 0]",
	);
});

test('what has no list leaves nobody out', () => {
	expect(preparing({ operation: 'account/testService' }).skipped).toEqual([]);
});

test('an empty keyword is said to be empty', () => {
	const run = { operation: 'subscriber/getMany', parameters: { keyword: '' } };
	expect(() => preparing(run)).toThrow("'Group' is empty [item 0]");
});

test('what is wrong with the text before a link names the field that holds it', () => {
	const line = 'x'.repeat(161);
	const refused = refusalOf({ operation: 'message/sendAndWait', parameters: { line } });
	expect(refused).toMatchObject({
		message: expect.stringContaining("'Text Before the Link'") as string,
	});
	const message = refusalOf({ parameters: { message: line } });
	expect(message).toMatchObject({ message: expect.stringContaining("'Message'") as string });
	const phone = refusalOf({
		operation: 'message/sendAndWait',
		parameters: { keyword: 'x'.repeat(41) },
	});
	expect(phone).toMatchObject({ message: expect.stringContaining("'Group'") as string });
});
