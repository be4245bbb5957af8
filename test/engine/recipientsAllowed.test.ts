import { parse, stringify } from 'flatted';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { FAULTS } from '../faults/faults';
import { FaultProxy, type Injection } from '../faults/faultProxy';
import { actAsAgent } from './agent';
import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

// Staging: whatever a workflow asks for, nobody is reached whom the credential does not allow.

const sandbox = useSandbox();
const group = { __rl: true, mode: 'keyword', value: 'NSTAFF' };

const ANN = '18015551001';
const BOB = '18015551002';
const ME = '18015559999';

const anyone = { recipientsAllowed: 'anyone' };
const onlyAnn = { recipientsAllowed: 'onlyThese', allowedRecipients: `+1 (801) 555-1001` };
const toMe = { recipientsAllowed: 'redirect', redirectToPhone: ME };

const parametersOf = (parameters: INodeParameters): INodeParameters => ({
	resource: 'message',
	operation: 'send',
	keyword: group,
	recipients: 'inputItems',
	sendTo: '={{ $json.phone }}',
	type: 1,
	message: 'Hello',
	...parameters,
});

const send = (
	limit: IDataObject,
	parameters: INodeParameters = {},
	phones: string[] = [ANN, BOB],
	more: Partial<RunOptions> = {},
) =>
	runNode({
		credential: { ...credentialFor(sandbox.running), ...limit } as RunOptions['credential'],
		parameters: parametersOf(parameters),
		items: phones.map((phone) => ({ phone })),
		...more,
	});

const reached = () => sandbox.running.sandbox.messages.all.map(({ sendTo }) => sendTo);
const calls = () => sandbox.running.sandbox.calls.map(({ operation }) => operation);
const goesOn = { settings: { onError: 'continueRegularOutput' as const } };

describe('Only These', () => {
	it('refuses the run before anything leaves, by the recipient and the item', async () => {
		const { error } = await send(onlyAnn);
		expect(error?.message).toBe(
			`"${BOB}" is not among the recipients that the credential allows [item 1]`,
		);
		expect(calls()).toEqual([]);
	});

	it('sends to those who are listed where the others may fail, and says that it is on', async () => {
		const { items, hints } = await send(onlyAnn, {}, [ANN, BOB], goesOn);
		expect(reached()).toEqual([ANN]);
		expect(items[0]?.json).toMatchObject({ sendTo: ANN, recipients_allowed: 'only_these' });
		expect(items[1]?.json.error).toMatch(/not among the recipients/);
		expect(hints.map(({ message }) => message).join()).toContain('Only These');
	});

	it.each([
		['everyone in a group', { operation: 'sendToGroup' }],
		['Send to Numbers', { operation: 'sendToNumbers', phone: `${ANN}, ${BOB}` }],
		['Send and Wait for Delivery', { operation: 'sendAndWaitForDelivery', waitMinutes: 1 }],
		['Send and Wait for Response', { operation: 'sendAndWait' }],
		['Send Localized', { operation: 'sendLocalized' }],
		['Send Template', { operation: 'sendTemplate', templateSource: 'text', text: 'Hello' }],
		['a preview', { preview: true }],
		['a stored template, which is not read', { operation: 'sendTemplate', id: 'x' }],
		[
			'a ticket, which is not looked up',
			{ options: { custom_ticket: 'a', ifTicketKnown: 'skip' } },
		],
	] as Array<[string, INodeParameters]>)('asks the service nothing for %s', async (_name, more) => {
		const { error } = await send(onlyAnn, more);
		expect(error?.message).toMatch(/credential (?:allows|does not allow)/);
		expect(calls()).toEqual([]);
	});

	it('holds for a tool, whatever a model fills in', async () => {
		const credential = { ...credentialFor(sandbox.running), ...onlyAnn };
		const options = {
			credential,
			parameters: parametersOf({
				recipients: 'commaSeparated',
				sendTo: "={{ $fromAI('to', '', 'string') }}",
			}),
		};
		await actAsAgent(options, async (connect) => {
			const tool = await connect();
			expect(await tool.invoke({ to: `${ANN}, ${BOB}` }).catch(String)).toMatch(
				/not among the recipients/,
			);
			await tool.invoke({ to: ANN });
		});
		expect(reached()).toEqual([ANN]);
	});

	it('asks each item for its own rule where expressions in the credential give several', async () => {
		const allowedRecipients = '={{ $json.phone }}';
		await send({ ...onlyAnn, allowedRecipients });
		expect(reached()).toEqual([ANN, BOB]);
	});

	it.each(['', '={{ $json.none }}', 'Anyone'])(
		'does not take %p for a choice',
		async (recipientsAllowed) => {
			const { error } = await send({ ...onlyAnn, recipientsAllowed });
			expect(error?.message).toMatch(/^'Recipients Allowed' in the credential must be/);
			expect(calls()).toEqual([]);
		},
	);
});

describe('Redirect Everything To', () => {
	it('sends every message to the one address, and says for whom it was', async () => {
		const { items, hints } = await send(toMe, { options: { removeDuplicates: true } });
		expect(reached()).toEqual([ME, ME]);
		expect(items.map(({ json }) => [json.sendTo, json.redirected_from])).toEqual([
			[ME, ANN],
			[ME, BOB],
		]);
		expect(items[0]?.json.recipients_allowed).toBe('redirect');
		expect(hints.map(({ message }) => message).join()).toContain('Redirected');
	});

	it.each([
		['sendToNumbers', { phone: `${ANN}, ${BOB}` }],
		['send', { recipients: 'commaSeparated', sendTo: `${ANN}, ${BOB}` }],
		['sendLocalized', { recipients: 'commaSeparated', sendTo: `${ANN}, ${BOB}` }],
	] as Array<[string, INodeParameters]>)(
		'names whom a list was for in %s',
		async (operation, more) => {
			const { items } = await send(toMe, { operation, ...more }, [ANN]);
			expect(reached()).toEqual([ME, ME]);
			expect(items[0]?.json.redirected_from).toEqual([ANN, BOB]);
		},
	);

	it('waits for the delivery of what was redirected', async () => {
		const { items } = await send(toMe, { operation: 'sendAndWaitForDelivery', waitMinutes: 1 });
		expect(reached()).toEqual([ME, ME]);
		expect(items.map(({ json }) => json.redirected_from)).toEqual([ANN, BOB]);
	});

	it('previews where a message would go', async () => {
		const { items } = await send(toMe, { preview: true });
		expect(items.map(({ json }) => [json.sendTo, json.redirected_from])).toEqual([
			[ME, ANN],
			[ME, BOB],
		]);
		expect(calls()).toEqual([]);
	});

	it('refuses everyone in a group, and a type that has no address', async () => {
		const everyone = await send(toMe, { operation: 'sendToGroup' });
		expect(everyone.error?.message).toMatch(/does not allow messages to everyone/);
		const email = await send(toMe, { type: 4 }, ['ann@example.com']);
		expect(email.error?.message).toMatch(/can't be redirected/);
		expect(calls()).toEqual([]);
	});

	const reset = FAULTS.find(({ name }) => name === 'reset')!;

	it.each([
		['without', anyone, toMe, ANN],
		['with', toMe, anyone, ME],
		['with another address of', toMe, { ...toMe, redirectToPhone: '18015550077' }, ME],
	])(
		'leaves what a run began %s the rule as it is, and says so',
		async (_how, before, now, first) => {
			const second: Injection = { fault: reset, point: 'beforeRequest', kind: 'send', nth: 1 };
			const port = Number(new URL(sandbox.running.baseUrl).port);
			const proxy = await FaultProxy.start(port, [second]);
			const memory: IDataObject = {};
			const run = async (
				limit: IDataObject,
				more: INodeParameters,
				options: Partial<RunOptions>,
			) => {
				const pace = { batchSize: 1, requestsInParallel: 1, ...more };
				return await send(
					{ ...limit, baseUrl: proxy.baseUrl },
					{ options: pace },
					[ANN, BOB],
					options,
				);
			};
			try {
				await run(before, {}, { memory, ...goesOn });
				expect(reached()).toEqual([first]);
				const kept = () => parse(stringify(memory)) as IDataObject;
				const resend = { onUnclearOutcome: 'resend' };
				const { error } = await run(now, resend, { memory: kept() });
				expect(error?.message).toBe(
					"'Recipients Allowed' was changed since an earlier try [item 0]",
				);
				expect(reached()).toEqual([first]);
				await run(before, resend, { memory: kept() });
				expect(reached()).toEqual([first, before === anyone ? BOB : ME]);
			} finally {
				await proxy.close();
			}
		},
	);
});
