import type { IDataObject } from 'n8n-workflow';

import { Accounts } from '../../../../../nodes/SubscriptionMessaging/run/open/accounts';
import { fakeRun } from '../fakeRun';

/** The positions of the accounts of all items, and what the credential was read for. */
async function positions(
	items: number,
	credential: (itemIndex: number) => IDataObject,
	entered?: IDataObject,
	more: object = {},
) {
	const { context, decryptedFor } = fakeRun({
		items: Array.from({ length: items }, () => ({})),
		credential,
		entered,
	});
	const accounts = await Accounts.open(Object.assign(context, more));
	const found: number[] = [];
	for (let itemIndex = 0; itemIndex < items; itemIndex += 1) {
		found.push(await accounts.of(itemIndex));
	}
	return { found, decryptedFor, sessions: accounts.sessions };
}

test.each([
	['values that are fixed', 'acme'],
	['a text that only mentions an expression', '{{ $json.tenant }}'],
	['a variable of n8n', '={{ $vars.tenant }}'],
	['an external secret of n8n', '={{ $secrets.vault["of acme"].user_1 }}'],
	['several of them in a text', "=of-{{$vars.tenant}}-{{ $secrets['vault'].name }}"],
	['no expression after the sign of one', '=acme'],
])('a credential with %s is read once for all items', async (_what, username) => {
	const entered = { username, ignoreSslIssues: true };
	const { found, decryptedFor, sessions } = await positions(4, () => ({}), entered);
	expect(found).toEqual([0, 0, 0, 0]);
	expect(decryptedFor).toEqual([0, 'entered']);
	expect(sessions).toHaveLength(1);
});

test.each([
	['names the item', '={{ $json.tenant }}'],
	['names the item by its number', '={{ $("Start").all()[$itemIndex]?.json.tenant ?? "acme" }}'],
	['has a default', '={{ $input.item?.json.tenant ?? "acme" }}'],
	['chooses a variable by the item', '={{ $vars[$json.tenant] }}'],
	['adds to a variable', '={{ $vars.tenant + $itemIndex }}'],
	['stands beside a variable', '={{ $vars.tenant }}{{ $itemIndex }}'],
	['has quotes in a name', `={{ $vars["a'] + $json.tenant + $vars['b"] }}`],
	['does not look like one that differs', '={{ 1 }}'],
])('an expression that %s is evaluated for each item', async (_what, username) => {
	const { decryptedFor } = await positions(3, () => ({}), { username, code: '12345' });
	expect(decryptedFor).toEqual([0, 'entered', 1, 2]);
});

test.each([
	['has no such helper', { additionalData: {} }],
	['has nothing of it', { additionalData: undefined }],
	[
		'fails to tell',
		{ additionalData: { credentialsHelper: { getDecrypted: () => Promise.reject(new Error()) } } },
	],
])('a credential is read for each item where n8n %s', async (_what, more) => {
	const credential = (itemIndex: number) => ({ username: itemIndex === 2 ? 'other' : 'acme' });
	const { found, decryptedFor } = await positions(3, credential, undefined, more);
	expect(found).toEqual([0, 0, 1]);
	expect(decryptedFor).toEqual([0, 1, 2]);
});

test('a single item needs no more than its own account', async () => {
	expect((await positions(1, () => ({}))).decryptedFor).toEqual([0]);
});

test('an expression gives each item its own account, of which equal ones are one', async () => {
	const { found, sessions } = await positions(4, (itemIndex) => ({
		username: ['acme', 'other', 'acme', 'third'][itemIndex] ?? '',
	}));
	expect(found).toEqual([0, 1, 0, 2]);
	expect(sessions.map(({ credentialsDecrypted }) => credentialsDecrypted.data?.username)).toEqual([
		'acme',
		'other',
		'third',
	]);
});

test('accounts that differ in nothing but a secret are two', async () => {
	const { found } = await positions(2, (itemIndex) => ({ api_key: `key-number-${itemIndex}` }));
	expect(found).toEqual([0, 1]);
});

test('credentials of one account that differ in a setting are two, with one pace and one register', async () => {
	const { sessions } = await positions(2, (itemIndex) => ({
		nvpMethod: ['POST', 'GET'][itemIndex],
	}));
	expect(sessions.map(({ nvpMethod }) => nvpMethod)).toEqual(['POST', 'GET']);
	expect(sessions[0]!.serviceAccount).toBe(sessions[1]!.serviceAccount);
});

test('an account that cannot be used is refused for its item', async () => {
	const credential = (itemIndex: number) => ({ code: ['12345', 'none'][itemIndex] ?? '' });
	await expect(positions(2, credential)).rejects.toThrow("'Code'");
	await expect(positions(1, () => ({ code: '' }))).rejects.toThrow("'Code'");
});

describe('an operation that waits', () => {
	const opened = async (entered: IDataObject | undefined, more: object = {}) => {
		const { context, decryptedFor } = fakeRun({ entered });
		const accounts = await Accounts.open(Object.assign(context, more));
		await accounts.refuseUnlessLasting();
		return decryptedFor;
	};

	test.each([
		['the item', '={{ $json.tenant }}'],
		['the item beside a variable', '={{ $vars[$json.tenant] }}'],
		['another node', "={{ $('Items').first().json.key }}"],
		['another node in the old form', '={{\n$node["Items"].json.key }}'],
		['the input', '=of-{{ $env.KEY }}-{{ $input.first().json.key }}'],
		['the workflow', '={{ $workflow.id }}'],
	])('is refused a credential that reads %s', async (_what, username) => {
		await expect(opened({ code: '12345', username })).rejects.toMatchObject({
			message: "The credential reads an item or a node, which it can't after a pause",
			description: expect.stringContaining('without such an expression'),
		});
	});

	test.each([
		['values that are fixed', '$json.tenant {{ $json.tenant }}'],
		['a text with a dollar', '=pa$word'],
		['a variable that is worked on', '={{ $vars.tenant + "-" + $secrets.vault.name }}'],
		['the environment', '={{ $env.TENANT }}'],
		['the time', '={{ $now.year + $today.year }}'],
		['no name', '={{ `${1 + 1}$` }}'],
		['what n8n works out', '={{ $ifEmpty($vars.a, $if($vars.b, $max(1, 2), $min(1, 2))) }}'],
		['a query', '={{ $jmespath($vars.all, "name") }}'],
		['the execution', '={{ $execution.id }}'],
		['a dollar behind an expression', '={{ $vars.user }}pa$word'],
	])('may use a credential with %s', async (_what, username) => {
		expect(await opened({ username, ignoreSslIssues: true })).toEqual([0, 'entered']);
	});

	test('may use one where n8n does not tell what was entered', async () => {
		expect(await opened(undefined, { additionalData: {} })).toEqual([0]);
	});
});

describe('an agent that has several items, of which n8n does not say which one its tool is called for', () => {
	const called = async (
		items: number,
		credential: (itemIndex: number) => IDataObject,
		entered?: IDataObject,
	) => {
		const { context, decryptedFor } = fakeRun({ tool: { arguments: {} }, credential, entered });
		const $input = { all: () => Array.from({ length: items }, () => ({ json: {} })) };
		Object.assign(context, { getWorkflowDataProxy: () => ({ $input }) });
		return { ...(await Accounts.open(context)), decryptedFor };
	};
	const usernames =
		(...names: string[]) =>
		(itemIndex: number) => ({ username: names[itemIndex] ?? 'of no item' });

	test.each([
		['the last one has another account', usernames('acme', 'acme', 'other')],
		['the second one has another account', usernames('acme', 'other', 'acme')],
		['one has no account', (itemIndex: number) => ({ code: itemIndex === 1 ? '' : '12345' })],
	])('can send for none of them where %s', async (_what, credential) => {
		await expect(called(3, credential)).rejects.toMatchObject({
			message: "The agent's items have different accounts",
			description: expect.stringContaining('Loop Over Items'),
		});
	});

	test('sends where all have one account', async () => {
		const { decryptedFor } = await called(3, usernames('acme', 'acme', 'acme'));
		expect(decryptedFor).toEqual([0, 'entered', 1, 2]);
	});

	test('sends by an account that cannot differ', async () => {
		const { decryptedFor } = await called(3, usernames('acme', 'other'), { username: 'acme' });
		expect(decryptedFor).toEqual([0, 'entered']);
	});

	test('sends for a single item, whatever its account', async () => {
		expect((await called(1, usernames('acme', 'other'))).decryptedFor).toEqual([0]);
	});
});
