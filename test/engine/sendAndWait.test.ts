import type { INodeParameters } from 'n8n-workflow';

import { statusAddressKey } from '../../credentials/statusAddressKey';
import { checkAddress } from '../../nodes/SubscriptionMessaging/trigger/signedAddress';
import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();
afterEach(() => {
	sandbox.running.sandbox.settings.statusDelay = 0;
});

const sendAndWait = async (parameters: INodeParameters = {}, more: Partial<RunOptions> = {}) => {
	const result = await runNode({
		credential: credentialFor(sandbox.running),
		parameters: {
			resource: 'message',
			operation: 'sendAndWaitForDelivery',
			keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
			recipients: 'commaSeparated',
			sendTo: '18015559001, 18015559002',
			message: 'Hello',
			...parameters,
		},
		...more,
	});
	const { waitTill } = JSON.parse(result.stored || '{}') as { waitTill?: string };
	return { ...result, rows: result.items.map(({ json }) => json), waitTill };
};

const minutesUntil = (time?: string) => Math.round((Date.parse(time ?? '') - Date.now()) / 60_000);

it('gives one item per recipient at once where all is delivered already', async () => {
	const { rows, waitTill, error } = await sendAndWait();

	expect(error).toBeUndefined();
	expect(waitTill).toBeUndefined();
	expect(rows).toMatchObject(
		['18015559001', '18015559002'].map((sendTo) => ({
			sendTo,
			status_code: 100,
			status_message: 'Delivered',
			delivered: true,
			timed_out: false,
			transaction_ticket: sandbox.running.sandbox.messages.all[0]?.transaction_ticket,
		})),
	);
});

it.each([
	[undefined, 60],
	[5, 5],
])(
	'waits where a message is on its way: %s minutes asked for, %d to go',
	async (waitMinutes, minutes) => {
		sandbox.running.sandbox.settings.statusDelay = 3_600_000;
		const { waitTill } = await sendAndWait(waitMinutes === undefined ? {} : { waitMinutes });

		expect(minutesUntil(waitTill)).toBe(minutes);
		expect(sandbox.running.sandbox.messages.all).toHaveLength(2);
	},
);

it('has the status posted to where n8n continues the execution, signed for the message', async () => {
	await sendAndWait();
	const [message] = sandbox.running.sandbox.messages.all;
	const key = statusAddressKey(credentialFor(sandbox.running));
	const query = String(message?.status_url).split('?')[1] ?? '';

	expect(message?.custom_ticket).not.toBe('');
	expect(checkAddress(key, query)).toEqual({ customTicket: message?.custom_ticket });
});

it('waits for nothing where no item could be sent', async () => {
	const { items, waitTill } = await sendAndWait(
		{ message: 'x'.repeat(161) },
		{ settings: { onError: 'continueRegularOutput' } },
	);

	expect(waitTill).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(items[0]?.json.error).toMatch(/161 characters/);
});

it('never waits without a limit', async () => {
	const { error } = await sendAndWait({ waitMinutes: 0 });

	expect(error?.message).toMatch(/'Wait at Most \(Minutes\)' must be/);
});
