import type { IDataObject } from 'n8n-workflow';

import {
	groupsReached,
	kindOfUnit,
	type Division,
} from '../../nodes/SubscriptionMessaging/service/organization';
import { rested } from '../../nodes/SubscriptionMessaging/transport/restingSteps';
import { executed, posted } from '../nodes/SubscriptionMessaging/wholePath';
import { judgedWhole } from './judge';

// A run waits two seconds before it asks again; here others get their turn, and no time passes.
jest.mock('../../nodes/SubscriptionMessaging/transport/pause', () => ({
	pause: async () => await new Promise((resolve) => setImmediate(resolve)),
}));

const times = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

const envelope = (operation: string, response: string) =>
	Buffer.from(
		`<s:Envelope xmlns:s="s"><s:Body><${operation}Response><return><result>true</result>` +
			`<response>${response}</response></return></${operation}Response></s:Body></s:Envelope>`,
	);

/** What the service lists under a ticket. */
const listed = (count: number, row: (index: number) => string) =>
	envelope(
		'getCustomTransactionStatus',
		`<transactionlist>${times(count, (index) => `<item>${row(index)}</item>`).join('')}</transactionlist>`,
	);

const nobody = listed(0, String);
const people = (count: number) =>
	listed(count, (index) => `<sendTo>${18_000_000_000 + index}</sendTo>`);

const control = async () =>
	await posted({ body: Buffer.from(JSON.stringify(times(1_500, (to) => ({ to })))) });

const COMMON = { keyword: 'NSTAFF', simplify: true, resource: 'message' };

const SEND = { ...COMMON, operation: 'send', type: 1, message: 'Hi', preview: false };

/** Sends to two people, of which the service lists many others under the tickets with these positions. */
function sending(parameters: IDataObject, answer: Buffer, among: readonly number[], mode?: string) {
	let asked = 0;
	const answering = (operation: string) => {
		if (operation !== 'getCustomTransactionStatus') return envelope(operation, '<name>n</name>');
		return among.includes(asked++) ? answer : nobody;
	};
	return executed({ ...SEND, ...parameters }, answering, [{}, {}], mode);
}

/** The first number, after what is asked to learn how the service answers, is read twice. */
const campaignOf = (answer: Buffer) =>
	sending(
		{
			recipients: 'commaSeparated',
			sendTo: '18015551001',
			options: { campaignKey: 'K' },
		},
		answer,
		[5, 6],
	);

const repeated = (answer: Buffer) =>
	sending({ recipients: 'inputItems', sendTo: '18015551001' }, answer, [3], 'retry');

const report = (answer: Buffer, output: string) =>
	executed(
		{
			...COMMON,
			operation: 'getReport',
			reportBy: 'customTickets',
			custom_ticket: 'T',
			output,
			expected: '',
		},
		() => answer,
	);

const subscribers = (answer: Buffer) =>
	executed(
		{ ...COMMON, resource: 'subscriber', operation: 'getMany', status: 'all', returnAll: true },
		() => answer,
	);

/** All of one length, which is their hash. */
const long = (index: number) => 'x'.repeat(17_000) + (100_000 + index);

const longNames = (name: (text: string) => string) =>
	envelope('getAllSubscribers', times(1_000, (index) => name(long(index))).join(''));

const NOTHING = new Array<null>(900_000).fill(null);

/** Each of them held n8n for longer than allowed. */
const LOOKED_UP: ReadonlyArray<[what: string, prepare: () => () => Promise<unknown>]> = [
	[
		'others under a ticket of a campaign',
		() => {
			const answer = people(100_000);
			return () => campaignOf(answer);
		},
	],
	[
		'others under a ticket of a run that is repeated',
		() => {
			const answer = people(100_000);
			return () => repeated(answer);
		},
	],
	[
		'recipients under a ticket of a report',
		() => {
			const answer = people(300_000);
			return () => report(answer, 'summary');
		},
	],
	[
		'long addresses in a report',
		() => {
			const answer = listed(1_000, (index) => `<sendTo>${long(index)}</sendTo>`);
			return () => report(answer, 'recipients');
		},
	],
	[
		'different statuses in a report',
		() => {
			const answer = listed(
				100_000,
				(index) => `<status_code>5</status_code><status_message>${index}</status_message>`,
			);
			return () => report(answer, 'summary');
		},
	],
	[
		'statuses of a megabyte in a report',
		() => {
			const text = 'y '.repeat(500_000);
			const answer = listed(
				50,
				(to) => `<sendTo>${to}</sendTo><status_message>${text}</status_message>`,
			);
			return () => report(answer, 'summary');
		},
	],
	[
		'long ids',
		() => {
			const answer = longNames((name) => `<x id="${name}">x</x>`);
			return () => subscribers(answer);
		},
	],
	[
		'long names of elements',
		() => {
			const answer = longNames((name) => `<${name}/>`);
			return () => subscribers(answer);
		},
	],
	[
		'long names of attributes',
		() => {
			const answer = longNames((name) => `<x ${name}=""/>`);
			return () => subscribers(answer);
		},
	],
	[
		'keywords of a group that is looked for',
		() => {
			const keywords = times(900_000, (index) => ({ word: `Word ${index}` }));
			const tree: Division = { name: 'a', subscriptionnodes: [{ name: 'g', keywords }] };
			return async () => await rested(kindOfUnit(tree, 'nobody'));
		},
	],
	[
		'nil entries of an organization',
		() => {
			const tree = { name: 'a', divisions: NOTHING, subscriptionnodes: NOTHING };
			return async () => await rested(kindOfUnit(tree as unknown as Division, 'nobody'));
		},
	],
	[
		'groups that a message reaches',
		() => {
			const subscriptionnodes = times(600_000, (index) => ({ keyword: `g${index}` }));
			const tree: Division = { name: 'a', keyword: 'A', subscriptionnodes };
			return async () => await rested(groupsReached(tree, 'A', true));
		},
	],
	[
		'objects in the fields of a form',
		() => {
			const brackets = times(38, (index) => `[${index}]`).join('');
			const body = Buffer.from(times(5_000, (index) => `a${index}${brackets}=`).join('&'));
			return async () => await posted({ body });
		},
	],
];

test.each(LOOKED_UP)('very many %s', async (_what, prepare) => {
	await judgedWhole(prepare(), control);
});
