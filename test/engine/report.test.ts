import type { INodeParameters } from 'n8n-workflow';

import { statusOf } from '../../sandbox/messages';
import { runChain, runNode } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

// What a report counts is what the service has.

const sandbox = useSandbox();
const group = { __rl: true, mode: 'keyword', value: 'NSTAFF' };

const people = (count: number) =>
	Array.from({ length: count }, (_person, index) => ({ phone: `1801${5_550_000 + index}` }));

const sending = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'message',
	operation: 'send',
	keyword: group,
	recipients: 'inputItems',
	sendTo: '={{ $json.phone }}',
	message: 'Hello',
	options: { batchSize: 10, ...options },
});

const reporting = (more: INodeParameters = {}): INodeParameters => ({
	resource: 'message',
	operation: 'getReport',
	keyword: group,
	...more,
});

const ofCampaign = { reportBy: 'campaignKey', campaignKey: 'sale' };

const messages = () => sandbox.running.sandbox.messages.all;

/** What the service has by its own count. */
function counts() {
	const counted = { delivered: 0, in_transit: 0, other: 0 };
	for (const message of messages()) {
		const { status_code: code } = statusOf(message);
		counted[code === 100 ? 'delivered' : code === 101 ? 'in_transit' : 'other'] += 1;
	}
	return {
		message_count: messages().length,
		recipient_count: new Set(messages().map(({ sendTo }) => sendTo)).size,
		delivered_count: counted.delivered,
		in_transit_count: counted.in_transit,
		other_count: counted.other,
		unknown_count: 0,
	};
}

/** Gives every n-th message another status. */
function spoil() {
	for (const [index, message] of messages().entries()) {
		if (index % 7 === 0) message.fixed = { status_code: 101, status_message: 'Sent to Carrier' };
		if (index % 11 === 0) message.fixed = { status_code: 300 + (index % 2), status_message: 'No' };
	}
}

const run = async (parameters: INodeParameters, items?: Array<{ phone: string }>) => {
	const credential = credentialFor(sandbox.running);
	const { error, ...result } = await runNode({ credential, parameters, items });
	expect(error?.message).toBeUndefined();
	return result.items;
};

test.each([
	['a campaign', ofCampaign],
	['the tickets of the items', { expected: '' }],
] as Array<[string, INodeParameters]>)(
	'%s: the totals are those of the service',
	async (_name, by) => {
		const sent = await run(sending(by === ofCampaign ? { campaignKey: 'sale' } : {}), people(250));
		spoil();
		const items = sent.map(({ json }) => json);
		const { items: report, error } = await runNode({
			credential: credentialFor(sandbox.running),
			parameters: reporting(by),
			items,
		});
		expect(error?.message).toBeUndefined();
		expect(report).toHaveLength(1);
		expect(report[0]?.json).toMatchObject({ ...counts(), ticket_count: 25 });
		expect(report[0]?.json.other_statuses).toEqual(
			expect.arrayContaining([
				{ status_code: 300, status_message: 'No', count: 12 },
				{ status_code: 301, status_message: 'No', count: 11 },
			]),
		);
	},
	60_000,
);

test('a text in parts: a recipient is delivered to when all parts are', async () => {
	const message = `${'word '.repeat(50)}end`;
	await run({ ...sending({ campaignKey: 'sale', ifTooLong: 'split' }), message }, people(15));
	const second = messages().find(({ custom_ticket }) => custom_ticket.endsWith('-2'))!;
	second.fixed = { status_code: 7, status_message: 'Blocked' };
	const [totals] = await run(reporting(ofCampaign));
	expect(totals?.json).toMatchObject({
		message_count: 30,
		recipient_count: 15,
		delivered_count: 14,
		other_count: 1,
	});
	const rows = await run(reporting({ ...ofCampaign, output: 'recipients' }));
	expect(rows.find(({ json }) => json.sendTo === second.sendTo)?.json).toMatchObject({
		status: 'other',
		custom_ticket: second.custom_ticket,
		custom_tickets: [second.custom_ticket.replace(/2$/, '1'), second.custom_ticket],
	});
});

test('after a send each row is that of its person, so that the next channel reaches the right one', async () => {
	const list = people(25).map((person, index) => ({ ...person, email: `p${index}@acme.example` }));
	const { output, error } = await runChain(credentialFor(sandbox.running), list, [
		{ name: 'Send', parameters: sending() },
		{ name: 'Report', parameters: reporting({ output: 'recipients' }) },
		{
			name: 'Email',
			parameters: {
				...sending(),
				sendTo: "={{ $('People').item.json.email }}",
				type: 4,
				message: "={{ $json.sendTo + ' ' + $('People').item.json.phone }}",
			},
		},
	]);
	expect(error?.message).toBeUndefined();
	expect(output.Report).toHaveLength(25);
	const emails = messages().filter(({ type }) => type === 4);
	expect(emails.map(({ sendTo }) => sendTo).toSorted()).toEqual(
		list.map(({ email }) => email).toSorted(),
	);
	for (const { text } of emails) expect(text).toMatch(/^(\d+) \1$/);
});

test('asks for each ticket once, and changes nothing', async () => {
	await run(sending({ campaignKey: 'sale' }), people(60));
	const before = sandbox.running.sandbox.calls.length;
	await run(reporting(ofCampaign));
	const calls = sandbox.running.sandbox.calls.slice(before).map(({ operation }) => operation);
	expect(new Set(calls)).toEqual(new Set(['getCustomTransactionStatus', 'readSubscriptionnode']));
	// 6 that are known, 21 free numbers whole and in part, two of nobody and a group to compare with.
	expect(calls).toHaveLength(6 + 2 * (20 + 12) + 1 + 3);
	expect(messages()).toHaveLength(60);
});
