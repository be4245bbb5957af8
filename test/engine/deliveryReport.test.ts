import type { INodeParameters } from 'n8n-workflow';

import { statusAddressKey } from '../../credentials/statusAddressKey';
import { checkAddress } from '../../nodes/SubscriptionMessaging/trigger/signedAddress';
import { runNode, type RunOptions } from './engine';
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
const signedFor = (address: string) =>
	checkAddress(statusAddressKey(credentialFor(sandbox.running)), new URL(address).search.slice(1))
		?.customTicket;

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
		const signedTickets = asked().map(({ status_url }) => signedFor(status_url));
		expect(signedTickets.sort()).toEqual(tickets.sort());
		expect(asked().every(({ status_url }) => status_url.startsWith(`${ADDRESS}?`))).toBe(true);
	});

	it('is signed for the ticket that was entered', async () => {
		await send({
			options: {
				deliveryReport: 'signedAddress',
				status_url: ADDRESS,
				custom_ticket: 'Auftrag № 7',
			},
		});
		expect(asked().map(({ status_url }) => signedFor(status_url))).toEqual(['Auftrag № 7']);
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
		expect(signedFor(String(first?.status_url))).toBe(first?.custom_ticket);
	});

	it('is measured with its signature, before anything is sent', async () => {
		const long = (length: number) => `${ADDRESS}?`.padEnd(length, 'a');
		const options = (length: number) => ({
			deliveryReport: 'signedAddress',
			status_url: long(length),
			custom_ticket: 'order-1',
		});
		// "&signed_ticket=", ten characters for the ticket, a dot, 43 for the signature.
		const signature = 69;
		const tooLong = await send({ options: options(501 - signature) });
		expect(tooLong.error?.message).toBe(
			"The address of the 'Delivery Report' has 501 characters with its signature, and the service takes 500 [item 0]",
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

	it('is refused, and nothing is sent, where no trigger of the workflow is active', async () => {
		const { error } = await send({ options: { deliveryReport: 'trigger' } });
		expect(error?.message).toBe(
			"'Delivery Report' goes to the trigger of this workflow, and none is active [item 0]",
		);
		expect(error?.description).toContain('publish (activate) the workflow');
		expect(sandbox.running.sandbox.calls).toEqual([]);
	});
});
