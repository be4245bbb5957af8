import { executed, listed, posted } from '../../../test/nodes/SubscriptionMessaging/wholePath';
import type { Shape } from './shape';

const many = (count: number, part: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => part(index)).join('');

const envelope = (operation: string, response: string) =>
	Buffer.from(
		`<s:Envelope xmlns:s="s"><s:Body><${operation}Response><return><result>true</result>` +
			`<response>${response}</response></return></${operation}Response></s:Body></s:Envelope>`,
	);

const run = (parameters: Parameters<typeof executed>[0]) => async (answer: Uint8Array) => {
	const keyword = 'NSTAFF';
	await executed({ keyword, simplify: true, returnAll: true, ...parameters }, () => answer);
};

const detail = (to: number) => `<item><sendTo>${to}</sendTo><status_code>100</status_code></item>`;

/** The whole way of a post or an answer, to the items that n8n goes on with. */
export const MADE: readonly Shape[] = [
	{
		name: 'Items of a post',
		size: 5_000,
		make: (size) => Buffer.from(`[${many(size, (to) => `${to === 0 ? '' : ','}{"to":${to}}`)}]`),
		read: async (body) => {
			await posted({ body });
		},
	},
	{
		name: 'Twenty posts at once',
		size: 500,
		make: (size) => Buffer.from(`[${many(size, (to) => `${to === 0 ? '' : ','}{"to":${to}}`)}]`),
		read: async (body) => {
			await Promise.all(Array.from({ length: 20 }, async () => await posted({ body })));
		},
	},
	{
		name: 'A post that the service confirms',
		size: 5_000,
		make: (size) =>
			envelope(
				'getCustomTransactionStatus',
				`<transactionlist>${many(size, detail)}</transactionlist>`,
			),
		read: async (answer) => {
			const body = Buffer.from('{"custom_ticket":"t"}');
			const parameters = { confirm: true, keyword: 'NSTAFF' };
			await posted({ body, parameters, answering: () => answer });
		},
	},
	{
		name: 'A post whose one recipient the service has many times',
		size: 5_000,
		make: (size) =>
			envelope(
				'getCustomTransactionStatus',
				`<transactionlist>${detail(18_015_551_001).repeat(size)}</transactionlist>`,
			),
		read: async (answer) => {
			const body = Buffer.from('{"custom_ticket":"t","to":"18015551001"}');
			const parameters = { confirm: true, keyword: 'NSTAFF' };
			await posted({ body, parameters, answering: () => answer });
		},
	},
	{
		name: 'Rows of an answer',
		size: 12_500,
		make: (size) =>
			envelope(
				'getAllSubscribers',
				`<subscribers>${'<item><name>North</name></item>'.repeat(size)}</subscribers>`,
			),
		read: run({ resource: 'subscriber', operation: 'getMany', status: 'all' }),
	},
	{
		name: 'Statuses under a ticket',
		size: 12_500,
		make: (size) =>
			envelope('getTransactionStatus', `<transactionlist>${many(size, detail)}</transactionlist>`),
		read: run({
			resource: 'message',
			operation: 'getStatus',
			lookUpBy: 'transactionTicket',
			transaction_ticket_id: 'T-1',
		}),
	},
	{
		name: 'Units of an organization',
		size: 12_500,
		make: (size) =>
			envelope(
				'getOrganizationTree',
				`<name>a</name><divisions>${'<item><name>North</name></item>'.repeat(size)}</divisions>`,
			),
		read: run({ resource: 'account', operation: 'getOrganizationTree' }),
	},
	{
		name: 'Divisions below one that is read',
		size: 12_500,
		make: (size) =>
			envelope(
				'readDivision',
				`<divisions>${'<item><name>North</name></item>'.repeat(size)}</divisions>`,
			),
		read: run({ resource: 'division', operation: 'get' }),
	},
	{
		name: 'An answer about a short address',
		size: 12_500,
		make: (size) => envelope('createShortURL', '<x>https://example.com/</x>'.repeat(size)),
		read: run({ resource: 'shortUrl', operation: 'create', url: 'https://example.com/' }),
	},
	{
		name: 'A refusal full of escapes, which is searched for secrets',
		size: 500,
		make: (size) =>
			Buffer.from(
				`<s:Envelope xmlns:s="s"><s:Body><readDivisionResponse><return><result>false</result>` +
					`<error_code>${'%25\\u005c…'.repeat(size)}</error_code>` +
					`<message>${'%25\\ü…'.repeat(size)}</message>` +
					'</return></readDivisionResponse></s:Body></s:Envelope>',
			),
		read: run({ resource: 'division', operation: 'get' }),
	},
	{
		name: 'Rows of a look-up',
		size: 2_000,
		make: (size) =>
			envelope(
				'getCellularCarrier',
				`<list>${many(size, (index) => `<item><phone>${8_015_550_000 + index}</phone></item>`)}</list>`,
			),
		read: run({
			resource: 'phoneNumber',
			operation: 'lookUpCarrier',
			phone_list: Array.from({ length: 100 }, (_, index) => 18_015_551_000 + index).join(),
		}),
	},
	{
		name: 'A unit whose name has many blanks, in a list in the editor',
		size: 50_000,
		make: (size) =>
			envelope('getOrganizationTree', `<name>a${' '.repeat(size)}b</name><keyword>a</keyword>`),
		read: async (answer) => {
			await listed('searchUnits', () => answer, 'South');
		},
	},
	{
		name: 'A list in the editor',
		size: 12_500,
		make: (size) =>
			envelope(
				'getOrganizationTree',
				`<name>a</name><keyword>a</keyword><divisions>${'<item><name>North</name><keyword>k</keyword></item>'.repeat(size)}</divisions>`,
			),
		read: async (answer) => {
			await listed('searchUnits', () => answer, 'South');
		},
	},
];
