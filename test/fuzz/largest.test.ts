import { NodeApiError, type IDataObject } from 'n8n-workflow';

import {
	chunksOf,
	executed,
	listed,
	polled,
	posted,
	type Answering,
	type Posted,
} from '../nodes/SubscriptionMessaging/wholePath';
import { judgedWhole } from './judge';

/** Work of about five milliseconds, so that a slow machine may take as much longer for the others. */
const control = async () =>
	await posted({ body: json(Array.from({ length: 1_500 }, (_, to) => ({ to, status: 100 }))) });

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

const times = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

const envelope = (operation: string, response: string, beside = '') =>
	Buffer.from(
		'<s:Envelope xmlns:s="s" xmlns:xsi="i" xmlns:enc="e"><s:Body>' +
			`<${operation}Response><return><result>true</result><response>${response}</response></return>` +
			`</${operation}Response>${beside}</s:Body></s:Envelope>`,
	);

/** The rows of so many recipients. */
const details = (count: number) =>
	envelope(
		'getCustomTransactionStatus',
		`<transactionlist>${times(count, (to) => `<item><sendTo>${to}</sendTo><status_code>100</status_code></item>`).join('')}</transactionlist>`,
	);

const always =
	(bytes: Uint8Array): Answering =>
	() =>
		bytes;

const confirming = { confirm: true, keyword: 'NSTAFF' };

const SUBSCRIBERS = {
	resource: 'subscriber',
	operation: 'getMany',
	status: 'all',
	keyword: 'NSTAFF',
	simplify: true,
	returnAll: true,
};

/** What is given to work is made before the time is taken: to make it takes longer than to read it. */
type Work = () => Promise<unknown>;

const posting =
	(post: Posted): Work =>
	() =>
		posted(post);

const answered =
	(parameters: IDataObject, answer: Uint8Array): Work =>
	() =>
		executed({ ...SUBSCRIBERS, ...parameters }, always(answer));

const subscribers = (response: string, beside?: string) =>
	answered({}, envelope('getAllSubscribers', response, beside));

const organization = (response: string) =>
	answered(
		{ resource: 'account', operation: 'getOrganizationTree' },
		envelope('getOrganizationTree', `<name>a</name>${response}`),
	);

/** The answer about a short address. */
const shortened = (response: string) =>
	answered(
		{ resource: 'shortUrl', operation: 'create', url: 'https://example.com/' },
		envelope('createShortURL', response),
	);

const person = (more: string) => (index: number) =>
	`<item${more}${more && `"i${index}"`}><user><phone>${18_000_000_000 + index}</phone></user></item>`;

const group = (count: number, more = '') =>
	always(
		envelope(
			'getAllSubscribers',
			`<subscribers>${times(count, person(more)).join('')}</subscribers>`,
		),
	);

/** Of one custom ticket or several, which the service lists in turn. */
const report = (answers: ReadonlyArray<ReturnType<Answering>>) => {
	let asked = 0;
	return executed(
		{
			...SUBSCRIBERS,
			resource: 'message',
			operation: 'getReport',
			reportBy: 'customTickets',
			custom_ticket: answers.map((_answer, index) => `T-${index}`).join(),
			output: 'recipients',
			expected: '',
		},
		() => answers[asked++]!,
	);
};

const list = (rows: string) =>
	envelope('getCustomTransactionStatus', `<transactionlist>${rows}</transactionlist>`);

/** A poll of a group that had one person before. */
function joined(more?: string): Work {
	const [before, after] = [group(1, more), group(100_000, more)];
	return async () => {
		const staticData = {};
		await polled(staticData, before);
		return await polled(staticData, after);
	};
}

/** The people of two tickets in different orders. */
function bothOrders(): [Buffer, Buffer] {
	const row = (to: number) => `<item><sendTo>${18_000_000_000 + to}</sendTo></item>`;
	const mixed = times(100_000, (index) => row((index * 37_781) % 100_000)).join('');
	return [list(mixed), list(times(100_000, row).join(''))];
}

/** The answers for two tickets, of which the second one is read before the first. */
function twoTickets([first, second]: [Buffer, Buffer]): Array<AsyncIterable<Uint8Array>> {
	let read = () => {};
	const isRead = new Promise<void>((resolve) => (read = resolve));
	return [
		(async function* () {
			await isRead;
			yield* chunksOf(first);
		})(),
		(async function* () {
			yield* chunksOf(second);
			read();
		})(),
	];
}

/** Each of them held n8n for longer than allowed, and what was too much was mostly what was made of it. */
const LARGEST: ReadonlyArray<[what: string, becomes: number | string, prepare: () => Work]> = [
	[
		'columns whose names are numbers',
		2,
		() =>
			posting({
				body: Buffer.from(
					`{${times(49_000, (index) => `"${(index * 2_654_435_761) % 4_294_967_291}":[1,2]`).join()},"to":[1,2]}`,
				),
			}),
	],
	[
		'line ends in each of twenty posts that come at once',
		20,
		() => {
			const body = Buffer.from(`<a>${'&#13;'.repeat(400_000)}</a>`);
			return async () => await Promise.all(times(20, async () => await posted({ body })));
		},
	],
	['statuses', 99_000, () => posting({ body: json(times(99_000, (to) => ({ to }))) })],
	[
		'statuses that the service confirms',
		30_000,
		() =>
			posting({
				body: json(times(30_000, (to) => ({ to, custom_ticket: 't' }))),
				parameters: confirming,
				answering: always(details(50_000)),
			}),
	],
	[
		'recipients of one status that the service confirms',
		50_000,
		() =>
			posting({
				body: json({ custom_ticket: 't' }),
				parameters: confirming,
				answering: always(details(50_000)),
			}),
	],
	[
		'rows',
		200_000,
		() =>
			subscribers(`<subscribers>${'<item><name>n</name></item>'.repeat(200_000)}</subscribers>`),
	],
	[
		'references',
		100_000,
		() =>
			subscribers(
				`<subscribers>${'<item href="#a"/>'.repeat(100_000)}</subscribers>`,
				'<m id="a"><name>n</name></m>',
			),
	],
	[
		'ids',
		0,
		() => subscribers(`<subscribers/>${times(250_000, (id) => `<x id="r${id}">x</x>`).join('')}`),
	],
	[
		'gaps',
		'more than can be held',
		() =>
			subscribers(
				'<y/>'.repeat(100_000) + '<x enc:arrayType="x" enc:offset="[600000]"><item/></x>',
			),
	],
	[
		'parts of a list',
		100_000,
		() => subscribers('<subscribers><item><name>n</name></item></subscribers>'.repeat(100_000)),
	],
	[
		'rows that are no subscribers',
		'Its lists have more than 1000000 entries',
		() => subscribers(`<subscribers>${'<item/>'.repeat(4_900_000)}</subscribers>`),
	],
	[
		'statuses under a ticket',
		450_000,
		() =>
			answered(
				{
					resource: 'message',
					operation: 'getStatus',
					lookUpBy: 'transactionTicket',
					transaction_ticket_id: 'T-1',
				},
				envelope(
					'getTransactionStatus',
					`<transactionlist>${'<item><sendTo>1</sendTo></item>'.repeat(450_000)}</transactionlist>`,
				),
			),
	],
	[
		'divisions of an organization',
		450_001,
		() => organization(`<divisions>${'<item><name>n</name></item>'.repeat(450_000)}</divisions>`),
	],
	[
		'keywords of one group',
		2,
		() =>
			organization(
				`<subscriptionnodes><item><keywords>${'<item><word>w</word></item>'.repeat(450_000)}</keywords></item></subscriptionnodes>`,
			),
	],
	[
		'divisions below one that is read',
		1,
		() =>
			answered(
				{ resource: 'division', operation: 'get' },
				envelope(
					'readDivision',
					`<divisions>${'<item><name>n</name><groups/></item>'.repeat(450_000)}</divisions>`,
				),
			),
	],
	[
		'addresses in the answer about a short one',
		1,
		() => shortened('<x>https://example.com/</x>'.repeat(450_000)),
	],
	[
		'letters in the host of an address in the answer about a short one',
		1,
		() =>
			shortened(
				`<x>https://${times(20_000, (index) => String.fromCodePoint(0x4e00 + index)).join('')}/</x>`,
			),
	],
	[
		'characters in the addresses of recipients',
		8,
		() => {
			const rows = times(8, (to) => `<item><sendTo>${'-'.repeat(1_000_000)}${to}</sendTo></item>`);
			const answer = list(rows.join(''));
			return () => report([answer]);
		},
	],
	[
		'recipients of two tickets, which the tickets list in different orders',
		100_000,
		() => {
			const both = bothOrders();
			return () => report(twoTickets(both));
		},
	],
	['new subscribers with ids', 99_999, () => joined(' id=')],
	['new subscribers of a group', 99_999, () => joined()],
	[
		'names of groups in a list of the editor',
		5_000,
		() => {
			const item = '<item><name>n</name><keyword>k</keyword></item>';
			const tree = envelope(
				'getOrganizationTree',
				`<name>a</name><keyword>a</keyword><divisions>${item.repeat(100_000)}</divisions>`,
			);
			return async () =>
				((await listed('searchUnits', always(tree))) as { results: unknown[] }).results;
		},
	],
];

/** What people read of an error: its title, and what stands below. */
const shownOf = (made: unknown) =>
	made instanceof NodeApiError ? `${made.message} ${made.description}` : String(made);

test.each(LARGEST)('very many %s', async (_what, becomes, prepare) => {
	const made = await judgedWhole(prepare(), control);
	if (typeof becomes === 'string') expect(shownOf(made)).toContain(becomes);
	else expect(made).toHaveLength(becomes);
});
