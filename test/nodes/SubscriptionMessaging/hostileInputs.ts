import type { IDataObject } from 'n8n-workflow';

import { answering, executed, listed, posted, postedToPause, type Answering } from './wholePath';

/** What is made before the time is taken: to make an input takes longer than to read it. */
interface Prepared {
	bytes: number;
	work(): Promise<unknown>;
}

/** What a service may answer, or somebody post, and all that the package makes of it. */
export interface HostileInput {
	name: string;
	/** Repetitions that are many: so many were found to hold n8n, or are as many as are accepted. */
	size: number;
	prepare(size: number): Prepared | Promise<Prepared>;
	/** Items that come out at this size, where that can be told. */
	becomes?: number;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: Math.round(count) }, (_, index) => make(index));

const many = (count: number, part: (index: number) => string) => times(count, part).join('');

const envelope = (operation: string, response: string) =>
	Buffer.from(
		`<s:Envelope xmlns:s="s"><s:Body><${operation}Response><return><result>true</result>` +
			`<response>${response}</response></return></${operation}Response></s:Body></s:Envelope>`,
	);

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

type Reading = (input: Buffer) => Promise<unknown>;

/** Of bytes that are made with so many repetitions. */
const of =
	(make: (size: number) => Buffer, work: Reading): HostileInput['prepare'] =>
	(size) => {
		const input = make(size);
		return { bytes: input.length, work: async () => await work(input) };
	};

const run =
	(parameters: IDataObject): Reading =>
	async (answer) =>
		await executed(
			{ keyword: 'NSTAFF', simplify: true, returnAll: true, ...parameters },
			() => answer,
		);

const post: Reading = async (body) => await posted({ body });

const detail = (to: number) => `<item><sendTo>${to}</sendTo><status_code>100</status_code></item>`;

/** What the service lists under a ticket. */
const listedUnder = (count: number, row: (index: number) => string, list = 'transactionlist') =>
	envelope(
		'getCustomTransactionStatus',
		`<${list}>${many(count, (index) => `<item>${row(index)}</item>`)}</${list}>`,
	);

const strangers = (count: number) =>
	listedUnder(count, (index) => `<sendTo>${18_000_000_000 + index}</sendTo>`);

const statuses = (response: string) => envelope('getTransactionStatus', response);

const delivered = (count: number) =>
	statuses(
		`<transactionlist>${many(count, (index) => detail(18_000_000_000 + index))}</transactionlist>`,
	);

const nobody = listedUnder(0, String);

const confirming = (post: object): Reading => {
	const parameters = { confirm: true, keyword: 'NSTAFF' };
	return async (answer) => await posted({ body: json(post), parameters, answering: () => answer });
};

const report = (output: string): Reading =>
	run({
		resource: 'message',
		operation: 'getReport',
		reportBy: 'customTickets',
		custom_ticket: 'T',
		output,
		expected: '',
	});

/** Sends to two people, of which the service lists many others under the tickets with these positions. */
const sending =
	(parameters: IDataObject, among: readonly number[], mode?: string): Reading =>
	async (answer) => {
		let asked = 0;
		const service: Answering = (operation) => {
			if (operation !== 'getCustomTransactionStatus') return envelope(operation, '<name>n</name>');
			return among.includes(asked++) ? answer : nobody;
		};
		const send = { resource: 'message', operation: 'send', type: 1, message: 'Hi', preview: false };
		const all = {
			keyword: 'NSTAFF',
			simplify: true,
			sendTo: '18015551001',
			...send,
			...parameters,
		};
		return await executed(all, service, [{}, {}], mode);
	};

const byTicket = run({
	resource: 'message',
	operation: 'getStatus',
	lookUpBy: 'transactionTicket',
	transaction_ticket_id: 'T-1',
});

const subscribers = run({ resource: 'subscriber', operation: 'getMany', status: 'all' });

/** As long as a name or reference may be, and all of one length. */
const long = (index: number) => 'x'.repeat(9_990) + (100_000 + index);

const longNames = (name: (text: string) => string): HostileInput['prepare'] =>
	of(
		(size) =>
			envelope(
				'getAllSubscribers',
				many(size, (index) => name(long(index))),
			),
		subscribers,
	);

const DIVISION = '<item><name>North</name></item>';
const UNIT = '<item><name>North</name><keyword>k</keyword></item>';

/** One phone number, in as many ways as there are signs between its digits. */
const writtenInWay = (index: number) =>
	[...'18015551001']
		.map((digit, place) => digit + ['', ' ', '-', '.'][Math.floor(index / 4 ** place) % 4])
		.join('');

export const HOSTILE_INPUTS: readonly HostileInput[] = [
	{
		name: 'Items of a post',
		size: 40_000,
		prepare: of((size) => json(times(size, (to) => ({ to }))), post),
		becomes: 40_000,
	},
	{
		name: 'Twenty posts at once',
		size: 4_000,
		prepare: of(
			(size) => json(times(size, (to) => ({ to }))),
			async (body) => await Promise.all(times(20, async () => await post(body))),
		),
	},
	{
		name: 'A post that the service confirms',
		size: 40_000,
		prepare: of((size) => listedUnder(size, detail), confirming({ custom_ticket: 't' })),
	},
	{
		name: 'A post whose one recipient the service has many times',
		size: 40_000,
		prepare: of(
			(size) => listedUnder(size, () => '<sendTo>18015551001</sendTo>'),
			confirming({ custom_ticket: 't', to: '18015551001' }),
		),
	},
	{
		name: 'A post whose many statuses tell no recipient',
		size: 20_000,
		prepare: of(
			(size) => listedUnder(size, detail),
			confirming({ custom_ticket: 't', all: times(20_000, () => ({ status_code: 105 })) }),
		),
	},
	{
		name: 'A post whose one recipient is written in many ways',
		size: 20_000,
		prepare: of(
			(size) => listedUnder(size, () => '<sendTo>18015551001</sendTo>'),
			confirming({
				custom_ticket: 't',
				all: times(20_000, (index) => ({ to: writtenInWay(index), status_code: 105 })),
			}),
		),
	},
	{
		name: 'Recipients of a message that is waited for',
		size: 100_000,
		prepare: async (size) => await postedToPause(size, delivered(size)),
		becomes: 100_000,
	},
	{
		name: 'Rows of an answer',
		size: 100_000,
		prepare: of(
			(size) =>
				envelope('getAllSubscribers', `<subscribers>${DIVISION.repeat(size)}</subscribers>`),
			subscribers,
		),
		becomes: 100_000,
	},
	{
		name: 'Statuses under a ticket',
		size: 100_000,
		prepare: of(
			(size) => statuses(`<transactionlist>${many(size, detail)}</transactionlist>`),
			byTicket,
		),
		becomes: 100_000,
	},
	{
		name: 'Statuses in parts',
		size: 100_000,
		prepare: of(
			(size) => statuses(many(size, (to) => `<transactionlist>${detail(to)}</transactionlist>`)),
			byTicket,
		),
		becomes: 100_000,
	},
	{
		name: 'Units of an organization',
		size: 100_000,
		prepare: of(
			(size) =>
				envelope(
					'getOrganizationTree',
					`<name>a</name><divisions>${DIVISION.repeat(size)}</divisions>`,
				),
			run({ resource: 'account', operation: 'getOrganizationTree' }),
		),
		becomes: 100_001,
	},
	{
		name: 'Divisions below one that is read',
		size: 100_000,
		prepare: of(
			(size) => envelope('readDivision', `<divisions>${DIVISION.repeat(size)}</divisions>`),
			run({ resource: 'division', operation: 'get' }),
		),
		becomes: 1,
	},
	{
		name: 'Divisions that a message to everyone reaches',
		size: 100_000,
		prepare: of(
			(size) =>
				envelope(
					'getOrganizationTree',
					`<name>a</name><keyword>NSTAFF</keyword><divisions>${UNIT.repeat(size)}</divisions>`,
				),
			run({ resource: 'message', operation: 'sendToGroup', message: 'Hi', preview: true }),
		),
		becomes: 1,
	},
	{
		name: 'An answer about a short address',
		size: 100_000,
		prepare: of(
			(size) => envelope('createShortURL', '<x>https://example.com/</x>'.repeat(size)),
			run({ resource: 'shortUrl', operation: 'create', url: 'https://example.com/' }),
		),
		becomes: 1,
	},
	{
		name: 'A refusal full of escapes, which is searched for secrets',
		size: 4_000,
		prepare: of(
			(size) =>
				Buffer.from(
					`<s:Envelope xmlns:s="s"><s:Body><readDivisionResponse><return><result>false</result>` +
						`<error_code>${'%25\\u005c…'.repeat(size)}</error_code>` +
						`<message>${'%25\\ü…'.repeat(size)}</message>` +
						'</return></readDivisionResponse></s:Body></s:Envelope>',
				),
			run({ resource: 'division', operation: 'get' }),
		),
	},
	{
		name: 'Rows of a look-up',
		size: 10_000,
		prepare: of(
			(size) =>
				envelope(
					'getCellularCarrier',
					`<list>${many(size, (index) => `<item><phone>${8_015_550_000 + index}</phone></item>`)}</list>`,
				),
			run({
				resource: 'phoneNumber',
				operation: 'lookUpCarrier',
				phone_list: times(100, (index) => 18_015_551_000 + index).join(),
			}),
		),
	},
	{
		name: 'A unit whose name has many blanks, in a list in the editor',
		size: 400_000,
		prepare: of(
			(size) =>
				envelope('getOrganizationTree', `<name>a${' '.repeat(size)}b</name><keyword>a</keyword>`),
			async (answer) => await listed('searchUnits', () => answer, 'b'),
		),
	},
	{
		name: 'A list in the editor',
		size: 100_000,
		prepare: of(
			(size) =>
				envelope(
					'getOrganizationTree',
					`<name>a</name><keyword>a</keyword><divisions>${UNIT.repeat(size)}</divisions>`,
				),
			async (answer) => await listed('searchUnits', () => answer, 'South'),
		),
	},
	{
		name: 'Strangers under a ticket of a campaign that is run again',
		size: 100_000,
		// The first number, after what is asked to learn how the service answers, is read twice.
		prepare: of(
			strangers,
			sending({ recipients: 'commaSeparated', options: { campaignKey: 'K' } }, [5, 6]),
		),
	},
	{
		name: 'Strangers under a ticket of a run that is repeated',
		size: 100_000,
		prepare: of(strangers, sending({ recipients: 'inputItems' }, [3], 'retry')),
	},
	{
		name: 'Recipients of a report',
		size: 200_000,
		prepare: of(strangers, report('recipients')),
		becomes: 200_000,
	},
	{
		name: 'Totals of a report',
		size: 200_000,
		prepare: of(strangers, report('summary')),
		becomes: 1,
	},
	{
		name: 'Long addresses in a report',
		size: 1_000,
		prepare: of(
			(size) => listedUnder(size, (index) => `<sendTo>${'x'.repeat(7_010)}${long(index)}</sendTo>`),
			report('recipients'),
		),
		becomes: 1_000,
	},
	{
		name: 'Different statuses in a report',
		size: 100_000,
		prepare: of(
			(size) =>
				listedUnder(
					size,
					(index) => `<status_code>5</status_code><status_message>${index}</status_message>`,
				),
			report('summary'),
		),
	},
	{
		name: 'Long statuses in a report',
		size: 48,
		prepare: of((size) => {
			const text = 'y '.repeat(500_000);
			return listedUnder(
				size,
				(to) => `<sendTo>${to}</sendTo><status_message>${text}</status_message>`,
			);
		}, report('summary')),
	},
	{
		name: 'Long ids',
		size: 1_000,
		prepare: longNames((name) => `<x id="${name}">x</x>`),
	},
	{
		name: 'Long names of elements',
		size: 1_000,
		prepare: longNames((name) => `<${name}/>`),
	},
	{
		name: 'Long names of attributes',
		size: 1_000,
		prepare: longNames((name) => `<x ${name}=""/>`),
	},
	{
		name: 'Objects in the fields of a form',
		size: 5_000,
		prepare: of((size) => {
			const brackets = many(38, (index) => `[${index}]`);
			return Buffer.from(times(size, (index) => `a${index}${brackets}=`).join('&'));
		}, post),
	},
	{
		name: 'Names in an answer to a question',
		size: 400_000,
		prepare: async (size) =>
			await answering(Object.fromEntries(times(size, (index) => [`name ${index}`, 'x']))),
		becomes: 422,
	},
	{
		name: 'Values in an answer to a question',
		size: 4_000_000,
		prepare: async (size) => await answering({ f0: times(size, () => '') }),
		becomes: 422,
	},
	{
		name: 'A long text in an answer to a question',
		size: 16_000_000,
		prepare: async (size) => await answering({ f0: '\r\n&'.repeat(size / 3) }),
		becomes: 422,
	},
	{
		name: 'People who are asked a question',
		size: 100_000,
		prepare: async (size) => await answering({ f0: 'yes' }, size),
		becomes: 1,
	},
];
