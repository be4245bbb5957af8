import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { INode, INodeParameters } from 'n8n-workflow';

import { statusAddressKey } from '../../credentials/statusAddressKey';
import { checkAddress } from '../../nodes/SubscriptionMessaging/statusAddress/sign';
import { messagingNode, PACKAGE, runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();

const ADDRESS = 'https://n8n.example/webhook/a';
const SENDS: INodeParameters[] = [
	{ operation: 'send', message: 'Hi' },
	{ operation: 'sendLocalized', message: 'Hi' },
	{ operation: 'sendTemplate', templateSource: 'text', text: 'Hi' },
];

const send = (parameters: INodeParameters, more: Partial<RunOptions> = {}) =>
	runNode({
		credential: credentialFor(sandbox.running),
		parameters: {
			resource: 'message',
			keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
			recipients: 'commaSeparated',
			sendTo: '18015559001',
			type: 1,
			...SENDS[0],
			...parameters,
		},
		...more,
	});

const asked = () => sandbox.running.sandbox.messages.all;
const key = async () => await statusAddressKey(credentialFor(sandbox.running));
const signedFor = async (address: string) => checkAddress(await key(), address)?.customTicket;

describe('A delivery report to a signed address', () => {
	it.each(SENDS)('is signed for the ticket of each send: $operation', async (operation) => {
		const { error, items } = await send(
			{
				...operation,
				sendTo: '={{ $json.to }}',
				options: { deliveryReport: 'signedAddress', status_url: ADDRESS },
			},
			{ items: [{ to: '18015559001' }, { to: '18015559002' }] },
		);

		expect(error).toBeUndefined();
		const tickets = items.map(({ json }) => json.custom_ticket);
		expect(new Set(tickets).size).toBe(2);
		const signedTickets = await Promise.all(
			asked().map(async ({ status_url }) => await signedFor(status_url)),
		);
		expect(signedTickets.sort()).toEqual(tickets.sort());
		expect(asked().every(({ status_url }) => status_url.startsWith(`${ADDRESS}?`))).toBe(true);
	});

	it('is signed for the ticket that was entered, without blanks around it, and for the code', async () => {
		await send(
			{
				options: {
					deliveryReport: 'signedAddress',
					status_url: ADDRESS,
					custom_ticket: ' Auftrag № 7\n',
					code: '12345',
				},
			},
			{ credential: { ...credentialFor(sandbox.running), code: '54321' } },
		);
		const [message] = asked();
		expect(message?.custom_ticket).toBe('Auftrag № 7');
		expect(checkAddress(await key(), message!.status_url)).toEqual({
			customTicket: 'Auftrag № 7',
			code: '12345',
		});
	});

	it('is signed for the code of the credential where the node has none', async () => {
		await send({ options: { deliveryReport: 'signedAddress', status_url: ADDRESS } });
		expect(checkAddress(await key(), asked()[0]!.status_url)).toMatchObject({ code: '12345' });
	});

	it('is the same for all items that share a request', async () => {
		await send(
			{
				recipients: 'inputItems',
				sendTo: '={{ $json.to }}',
				options: { deliveryReport: 'signedAddress', status_url: ADDRESS },
			},
			{ items: [{ to: '18015559001' }, { to: '18015559002' }] },
		);
		const [first, second] = asked();
		expect(first?.status_url).toBe(second?.status_url);
		expect(await signedFor(String(first?.status_url))).toBe(first?.custom_ticket);
	});

	it('is measured with its signature, before anything is sent', async () => {
		const long = (length: number) => `${ADDRESS}?`.padEnd(length, 'a');
		const options = (length: number) => ({
			deliveryReport: 'signedAddress',
			status_url: long(length),
			custom_ticket: 'order-1',
		});
		// "&signed_ticket=", ten characters for the ticket, five for the code, four for the last day, 22 for
		// the signature, and dots between them.
		const signature = 59;
		const tooLong = await send({ options: options(501 - signature) });
		expect(tooLong.error?.message).toBe(
			"The 'Delivery Report' has an address of 501 characters, and 500 are allowed [item 0]",
		);
		expect(sandbox.running.sandbox.calls).toEqual([]);

		const fits = await send({ options: options(500 - signature) });
		expect(fits.error).toBeUndefined();
		expect(asked().map(({ status_url }) => status_url.length)).toEqual([500]);
	});

	it('needs an address', async () => {
		const { error } = await send({ options: { deliveryReport: 'signedAddress' } });
		expect(error?.message).toBe("'Status URL' is empty, and 'Delivery Report' goes there [item 0]");
		expect(sandbox.running.sandbox.calls).toEqual([]);
	});
});

describe('Any other delivery report', () => {
	it.each([
		['the address as it is entered', { deliveryReport: 'address', status_url: ADDRESS }, ADDRESS],
		['the address where nothing is chosen', { status_url: ADDRESS }, ADDRESS],
		['nothing', { deliveryReport: 'none', status_url: ADDRESS }, ''],
	])('goes to %s', async (_what, options, status_url) => {
		const { error } = await send({ options });
		expect(error).toBeUndefined();
		expect(asked().map((message) => message.status_url)).toEqual([status_url]);
	});
});

describe('A delivery report to the trigger of the workflow', () => {
	const report = { options: { deliveryReport: 'trigger' } };
	const N8N = 'https://n8n.example/n8n';

	const trigger = (name: string, parameters: INodeParameters = {}, more: Partial<INode> = {}) =>
		messagingNode(parameters, {
			id: name,
			name,
			type: `${PACKAGE}.subscriptionMessagingTrigger`,
			typeVersion: 2,
			webhookId: `id-of-${name}`,
			...more,
		});

	const sendBeside = (beside: INode[], more: Partial<RunOptions> = {}) =>
		send(report, { beside, n8nUrl: N8N, ...more });

	it('goes to where n8n listens for it, signed for the send', async () => {
		const { error, items } = await sendBeside([trigger('status')]);

		expect(error).toBeUndefined();
		const [message] = asked();
		expect(message?.status_url).toMatch(
			`${N8N}/webhook/id-of-status/delivery-status?signed_ticket=`,
		);
		expect(await signedFor(message!.status_url)).toBe(items[0]?.json.custom_ticket);
	});

	it('goes to the one trigger that is not deactivated, by the token that lets in there', async () => {
		const token = { authentication: 'sharedToken', accessKey: "={{ 'to' + 'ken' }}" };
		const { error } = await sendBeside([
			trigger('off', {}, { disabled: true }),
			trigger('on', token),
		]);

		expect(error).toBeUndefined();
		expect(asked().map(({ status_url }) => status_url)).toEqual([
			`${N8N}/webhook/id-of-on/delivery-status?token=token`,
		]);
	});

	it.each([
		['none', [], 'goes to the trigger of this workflow, and there is none'],
		[
			'a deactivated one',
			[trigger('off', {}, { disabled: true })],
			'goes to the trigger of this workflow, and it is deactivated',
		],
		['two', [trigger('one'), trigger('two')], "can't choose among the 2 triggers of this workflow"],
	])('is refused, and nothing is sent, where there is %s', async (_what, beside, problem) => {
		const { error } = await sendBeside(beside);
		expect(error?.message).toContain(`'Delivery Report' ${problem}`);
		expect(sandbox.running.sandbox.calls).toEqual([]);
	});

	it.each([
		['none', []],
		['a deactivated one', [trigger('off', {}, { disabled: true })]],
	])('goes to the address of the credential where there is %s', async (_what, beside) => {
		const deliveryReportAddress = `${N8N}/webhook/elsewhere/delivery-status`;
		const credential = { ...credentialFor(sandbox.running), deliveryReportAddress };
		const { error, items } = await sendBeside(beside, { credential });

		expect(error).toBeUndefined();
		const [message] = asked();
		expect(message?.status_url).toMatch(`${deliveryReportAddress}?signed_ticket=`);
		expect(await signedFor(message!.status_url)).toBe(items[0]?.json.custom_ticket);
	});

	it('goes to its own trigger before that of the credential, and to neither of two', async () => {
		const deliveryReportAddress = `${N8N}/webhook/elsewhere/delivery-status`;
		const credential = { ...credentialFor(sandbox.running), deliveryReportAddress };
		await sendBeside([trigger('status')], { credential });
		expect(asked()[0]?.status_url).toContain('id-of-status');

		const { error } = await sendBeside([trigger('one'), trigger('two')], { credential });
		expect(error?.message).toContain('choose among the 2 triggers');
		expect(asked()).toHaveLength(1);
	});

	describe('of a workflow that is run by hand', () => {
		let n8n: Server;
		let methods: string;
		let looks: string[];

		beforeAll(async () => {
			n8n = createServer((request, response) => {
				// Statuses are posted here as well.
				if (request.method === 'OPTIONS') looks.push(String(request.url));
				response.writeHead(204, { 'Access-Control-Allow-Methods': methods }).end();
			}).listen(0, '127.0.0.1');
			await once(n8n, 'listening');
		});
		beforeEach(() => {
			looks = [];
		});
		afterAll(() => n8n.close());

		const byHand = async (mode: 'manual' | 'trigger' = 'manual') => {
			const { port } = n8n.address() as AddressInfo;
			const n8nUrl = `http://127.0.0.1:${port}`;
			const { error, hints } = await sendBeside([trigger('status')], { n8nUrl, mode });
			expect(error).toBeUndefined();
			const told = hints.map(({ message }) => message);
			return { told: told.filter((message) => !message.startsWith('Accepted')) };
		};

		it('cannot arrive until it is published, and the hint offers the Test URL', async () => {
			methods = 'OPTIONS';
			const { told } = await byHand();
			expect(looks).toEqual(['/webhook/id-of-status/delivery-status']);
			expect(told).toEqual([expect.stringContaining('is not published')]);
			expect(told[0]).toContain("Trigger of This Workflow (Test URL) as 'Delivery Report'");
		});

		it.each([
			['by hand', 'manual', 'webhook-test'],
			['by itself', 'trigger', 'webhook'],
		] as const)(
			'goes to the Test URL where that is chosen, if the workflow runs %s: %s',
			async (_how, mode, path) => {
				const test = { options: { deliveryReport: 'triggerTest' } };
				const token = { authentication: 'sharedToken', accessKey: 'secret' };
				for (const parameters of [{}, token]) {
					await send(test, { beside: [trigger('status', parameters)], n8nUrl: N8N, mode });
				}
				const at = `${N8N}/${path}/id-of-status/delivery-status`;
				const [signed, withToken] = asked().map(({ status_url }) => status_url);
				expect(signed).toMatch(`${at}?signed_ticket=`);
				expect(withToken).toBe(`${at}?token=secret`);
				expect(await signedFor(signed!)).toBeDefined();
			},
		);

		it('says nothing where it is published, and does not look in production', async () => {
			methods = 'OPTIONS, POST, GET';
			expect((await byHand()).told).toEqual([]);
			methods = 'OPTIONS';
			expect((await byHand('trigger')).told).toEqual([]);
			expect(looks).toHaveLength(1);
		});
	});
});
