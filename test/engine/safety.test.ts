import type { INodeParameters } from 'n8n-workflow';

import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();

const group = { __rl: true, mode: 'keyword', value: 'NSTAFF' };

const send = (parameters: INodeParameters, more: Partial<RunOptions> = {}) =>
	runNode({
		credential: credentialFor(sandbox.running),
		parameters: { resource: 'message', keyword: group, message: 'Hello', ...parameters },
		...more,
	});

describe('A send that has no recipients', () => {
	const EMPTY_LISTS: Array<[how: string, parameters: INodeParameters]> = [
		['an empty comma-separated field', { recipients: 'commaSeparated', sendTo: '' }],
		['only commas and blanks', { recipients: 'commaSeparated', sendTo: ' , ;\n ,' }],
		[
			'an expression that gives undefined',
			{ recipients: 'commaSeparated', sendTo: '={{ $json.no }}' },
		],
		['an expression that gives null', { recipients: 'commaSeparated', sendTo: '={{ null }}' }],
		[
			'an expression that gives an empty list',
			{ recipients: 'commaSeparated', sendTo: '={{ [] }}' },
		],
		['a list of empty texts', { recipients: 'commaSeparated', sendTo: '={{ ["", " "] }}' }],
		['no rows', { recipients: 'defineBelow', recipientList: {} }],
		['an empty list of rows', { recipients: 'defineBelow', recipientList: { recipients: [] } }],
		[
			'a row without an address',
			{ recipients: 'defineBelow', recipientList: { recipients: [{ type: 1 }] } },
		],
		[
			'a row whose expression gives nothing',
			{
				recipients: 'defineBelow',
				recipientList: { recipients: [{ sendTo: '={{ $json.no }}', type: 1 }] },
			},
		],
		[
			'rows that are an expression without result',
			{ recipients: 'defineBelow', recipientList: '={{ $json.no }}' },
		],
		[
			'an audience that an expression leaves empty',
			{ recipients: '={{ $json.no }}', sendTo: '1801555' },
		],
		['an audience that is not in the list', { recipients: 'all', sendTo: '18015559001' }],
	];

	const SENDS = [
		{ operation: 'send' },
		{ operation: 'sendLocalized' },
		{ operation: 'sendTemplate', templateSource: 'text', text: 'Hi' },
	];

	it.each(
		EMPTY_LISTS.flatMap(([how, parameters]) =>
			SENDS.map((operation) => ({ how, parameters, ...operation })),
		),
	)(
		'sends nothing with $operation and $how, and says so',
		async ({ how: _how, parameters, ...operation }) => {
			const { error, items } = await send({ type: 1, ...operation, ...parameters });

			expect(error?.message).toMatch(
				/'(Recipients|Send To|Recipient List)'.*\[item 0\]|has issues/,
			);
			expect(items).toEqual([]);
			expect(sandbox.running.sandbox.calls).toEqual([]);
		},
	);

	it('does not become a broadcast through the plain send either', async () => {
		const { error } = await send({ operation: 'sendToNumbers', phone: ', ,' });

		expect(error?.message).toBe("'Phone Numbers' is empty [item 0]");
		expect(sandbox.running.sandbox.calls).toEqual([]);
	});

	it.each(['send', 'sendAndWait', 'sendAndWaitForDelivery', 'sendLocalized', 'sendTemplate'])(
		'cannot be asked for with %s',
		async (operation) => {
			const { error } = await send({
				operation,
				recipients: 'everyone',
				templateSource: 'text',
				text: 'Hi',
			});

			expect(error?.message).toMatch(/'Recipients'/);
			expect(sandbox.running.sandbox.messages.all).toEqual([]);
		},
	);
});

describe('Input that the interface does not allow', () => {
	const to = { recipients: 'commaSeparated', sendTo: '18015559001', type: 1 };

	it.each<[what: string, parameters: INodeParameters, message: RegExp]>([
		[
			'161 characters',
			{ message: 'x'.repeat(161) },
			/^'Message' has 161 characters.*160 \[item 0\]$/,
		],
		['no message', { message: '={{ "" }}' }, /^'Message' is empty \[item 0\]$/],
		[
			'an object as message',
			{ message: '={{ ({ a: 1 }) }}' },
			/^'Message' must be text, but an object/,
		],
		['a control character', { message: 'a\u0007b' }, /^'Message' contains a character.*U\+0007/],
		['half an emoji', { message: '={{ "\\ud83d" }}' }, /^'Message' contains a character.*U\+D83D/],
		[
			'an empty keyword',
			{ keyword: { __rl: true, mode: 'keyword', value: '' } },
			/^'Group' is empty|has issues/,
		],
		[
			'a keyword of 41 characters',
			{ keyword: { __rl: true, mode: 'keyword', value: 'K'.repeat(41) } },
			/^'Group' has 41 characters/,
		],
		['a code with letters', { options: { code: '12a45' } }, /^'Code' must be/],
		[
			'a custom ticket of 51 characters',
			{ options: { custom_ticket: 't'.repeat(51) } },
			/^'Custom Ticket' has 51/,
		],
		[
			'an unknown transport',
			{ operation: 'sendToGroup', options: { transport: 'fax' } },
			/^'Transport' must be one of/,
		],
		['an unknown recipient type', { type: 7 }, /^'Type' is 7/],
		['no time', { options: { timeLimit: 0 } }, /^'Time Limit \(Seconds\)' must be/],
	])('is refused before anything leaves: %s', async (_what, parameters, message) => {
		const { error } = await send({ operation: 'send', ...to, ...parameters });

		expect(error?.message).toMatch(message);
		expect(error?.message).not.toMatch(/TypeError|undefined is not|at \w+ \(/);
		expect(sandbox.running.sandbox.calls).toEqual([]);
	});

	it('in the last item keeps all items from being sent', async () => {
		const { error } = await send(
			{ operation: 'send', ...to, message: '={{ $json.text }}' },
			{ items: [{ text: 'Hi' }, { text: 'Ho' }, { text: 'x'.repeat(161) }] },
		);

		expect(error?.message).toMatch(/^'Message' has 161 characters.*\[item 2\]$/);
		expect(sandbox.running.sandbox.messages.all).toEqual([]);
	});

	it('is told apart from an English message with emoji, which may have 160 characters', async () => {
		const { error } = await send({ operation: 'send', ...to, message: `${'x'.repeat(159)}😀` });

		expect(error).toBeUndefined();
		expect(sandbox.running.sandbox.messages.all).toHaveLength(1);
	});

	it('refuses 71 units for a recipient who reads another language', async () => {
		const { error } = await send({
			operation: 'sendLocalized',
			...to,
			country: 'CN',
			locale: 'zh_CN',
			message: '你'.repeat(71),
		});

		expect(error?.message).toMatch(
			/^'Message' has 71 characters, and at most 70 are allowed for the locale zh_CN/,
		);
		expect(sandbox.running.sandbox.calls).toEqual([]);
	});
});

describe('A run with several items', () => {
	const items = [{ to: '18015559001' }, { to: '18015559002' }, { to: '18015559003' }];
	const perItem = {
		operation: 'send',
		recipients: 'commaSeparated',
		sendTo: '={{ $json.to }}',
		type: 1,
	};
	const badGroup = {
		keyword: {
			__rl: true,
			mode: 'keyword',
			value: '={{ $itemIndex === 1 ? "NOGROUP" : "NSTAFF" }}',
		},
	};

	it('gives each item its own answer, paired with it', async () => {
		const { items: output, decryptions } = await send(perItem, { items });

		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(sandbox.running.sandbox.messages.all.map(({ sendTo }) => sendTo)).toEqual(
			items.map(({ to }) => to),
		);
		expect(new Set(output.map(({ json }) => json.transaction_ticket)).size).toBe(3);
		// Once to use it, and once to see whether it holds expressions; not once an item.
		expect(decryptions).toBe(2);
	});

	it('says what was sent before the item that failed, and what was not attempted', async () => {
		const { error } = await send(
			{ ...perItem, ...badGroup, options: { requestsInParallel: 1 } },
			{ items },
		);

		const { transaction_ticket } = sandbox.running.sandbox.messages.all[0] ?? {};
		expect(error?.message).toMatch(/^The service refused: .*NOGROUP.* \[item 1\]$/);
		expect(error?.description).toContain(`Carried out: item 0 (ticket ${transaction_ticket}).`);
		expect(error?.description).toContain('Not attempted: item 2.');
		expect(sandbox.running.sandbox.messages.all).toHaveLength(1);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'passes no item on as sent with %s where the credential cannot be used',
		async (onError) => {
			const credential = { ...credentialFor(sandbox.running), password: 'a\nb' };
			const { items: regular, errorItems } = await send(perItem, {
				credential,
				items,
				settings: { onError },
			});

			const failed = onError === 'continueErrorOutput' ? errorItems : regular;
			expect(failed).toHaveLength(items.length);
			for (const { json } of failed) expect(json.error).toMatch(/Password/);
			if (onError === 'continueErrorOutput') expect(regular).toEqual([]);
		},
	);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'goes on after a failed item with %s',
		async (onError) => {
			const {
				items: regular,
				errorItems,
				error,
			} = await send({ ...perItem, ...badGroup }, { items, settings: { onError } });

			expect(error).toBeUndefined();
			const failed =
				onError === 'continueErrorOutput' ? errorItems[0] : regular.find((item) => item.error);
			expect(failed?.json.error).toMatch(
				/^The service refused: .*NOGROUP.* \(error \d+\) \[item 1\]$/,
			);
			expect(failed?.pairedItem).toEqual({ item: 1 });
			expect(regular).toHaveLength(onError === 'continueErrorOutput' ? 2 : 3);
			expect(sandbox.running.sandbox.messages.all.map(({ sendTo }) => sendTo)).toEqual([
				'18015559001',
				'18015559003',
			]);
		},
	);

	it('with Continue and Retry On Fail is not run again because its first item failed', async () => {
		const { items: output } = await send(
			{ ...perItem, message: '={{ $itemIndex === 0 ? "" : "Hi" }}' },
			{
				items,
				settings: {
					onError: 'continueRegularOutput',
					retryOnFail: true,
					maxTries: 3,
					waitBetweenTries: 0,
				},
			},
		);

		expect(output[0]?.json.error).toBe("'Message' is empty [item 0]");
		expect(sandbox.running.sandbox.messages.all).toHaveLength(2);
	});
});

describe('The credential', () => {
	it.each<[what: string, credential: Record<string, unknown>, message: RegExp]>([
		[
			'a password with a line break',
			{ password: 'secret\n' },
			/^'Password' in the credential contains/,
		],
		[
			'an API key of 41 characters',
			{ api_key: 'k'.repeat(41) },
			/^'API Key' in the credential is longer/,
		],
		['an empty username', { username: '' }, /^'Username' in the credential is empty/],
		['a code with letters', { code: 'ACME' }, /^'Code' in the credential/],
		['no address', { baseUrl: 'messaging' }, /^'Base URL' in the credential/],
	])('with %s is refused by name before anything leaves', async (_what, wrong, message) => {
		const { error } = await runNode({
			credential: { ...credentialFor(sandbox.running), ...wrong } as never,
			parameters: { resource: 'group', operation: 'get', keyword: group },
		});

		expect(error?.message).toMatch(message);
		expect(sandbox.running.sandbox.calls).toEqual([]);
	});

	it('leaves nothing secret in the execution data of a run that works or fails', async () => {
		const credential = credentialFor(sandbox.running);
		const good = await runNode({
			credential,
			parameters: { resource: 'group', operation: 'get', keyword: group },
		});
		const refused = await runNode({
			credential: { ...credential, password: 'quite-wrong-password' },
			parameters: { resource: 'group', operation: 'get', keyword: group },
		});
		const unreachable = await runNode({
			credential: { ...credential, baseUrl: 'http://127.0.0.1:1' },
			parameters: { resource: 'group', operation: 'get', keyword: group },
		});

		expect(refused.error?.message).toMatch(/^The service refused: Authentication failed/);
		expect(unreachable.error?.message).toMatch(/^The service was not reached: the server refused/);
		for (const { stored } of [good, refused, unreachable]) {
			expect(stored).not.toContain(credential.password);
			expect(stored).not.toContain(credential.api_key);
			expect(stored).not.toContain('quite-wrong-password');
		}
	});
});
