import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();
let other: RunningSandbox;
beforeAll(async () => {
	other = await startSandbox({ statusDelay: 0 });
});
beforeEach(() => other.sandbox.reset());
afterAll(async () => await other.close());

const items = [1, 2, 3, 4].map((number) => ({
	phone: `1801555000${number}`,
	tenant: number % 2 === 0 ? 'b' : 'a',
}));

/** A credential whose address is that of the item's tenant. */
const credentialByItem = (
	address = '$json.tenant === "b" ? B : A',
): ICredentialDataDecryptedObject => {
	const expression = address
		.replaceAll('A', JSON.stringify(sandbox.running.baseUrl))
		.replaceAll('B', JSON.stringify(other.baseUrl));
	return { ...credentialFor(sandbox.running), baseUrl: `={{ ${expression} }}` };
};

const send = async (
	parameters: INodeParameters = {},
	more: Partial<RunOptions> & { items?: IDataObject[] } = {},
) =>
	await runNode({
		credential: credentialByItem(),
		items,
		parameters: {
			resource: 'message',
			operation: 'send',
			keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
			recipients: 'inputItems',
			sendTo: '={{ $json.phone }}',
			type: 1,
			message: 'Hello',
			...parameters,
		},
		...more,
	});

const sentBy = ({ sandbox: { messages } }: RunningSandbox) =>
	messages.all.map(({ sendTo }) => sendTo);

describe('A credential that gives another account for other items', () => {
	it('sends each item from its own', async () => {
		const { error, items: output } = await send();

		expect(error).toBeUndefined();
		expect(sentBy(sandbox.running)).toEqual(['18015550001', '18015550003']);
		expect(sentBy(other)).toEqual(['18015550002', '18015550004']);
		expect(output.map(({ json }) => json.sendTo)).toEqual(items.map(({ phone }) => phone));
	});

	it('gathers the items of one account in one request', async () => {
		await send({}, { items: [items[0]!, items[2]!, items[1]!, items[3]!] });

		expect(sandbox.running.sandbox.calls).toHaveLength(1);
		expect(other.sandbox.calls).toHaveLength(1);
	});

	it('sends a list, a broadcast and a plain send from it too', async () => {
		const two = { items: items.slice(0, 2) };
		await send({ recipients: 'commaSeparated', sendTo: '={{ $json.phone }}' }, two);
		await send({ operation: 'sendToNumbers', phone: '={{ $json.phone }}' }, two);
		expect(sentBy(other)).toEqual(['18015550002', '18015550002']);
		const { error } = await send({ operation: 'sendToGroup' }, two);
		expect(error).toBeUndefined();
		expect(sentBy(other).length).toBeGreaterThan(2);
	});

	it('says which item it cannot be used for, and sends the others where the node goes on', async () => {
		const credential = credentialByItem('$json.tenant === "b" ? "ftp://x" : A');
		const { items: output } = await send(
			{},
			{ credential, settings: { onError: 'continueRegularOutput' } },
		);

		expect(output.map(({ json }) => typeof json.error)).toEqual([
			'undefined',
			'string',
			'undefined',
			'string',
		]);
		expect(sentBy(sandbox.running)).toEqual(['18015550001', '18015550003']);
	});

	it('looks numbers up by it', async () => {
		const { error } = await send({
			resource: 'phoneNumber',
			operation: 'lookUpCarrier',
			phone_list: '={{ $json.phone }}',
		});

		expect(error).toBeUndefined();
		expect(sandbox.running.sandbox.calls).toHaveLength(1);
		expect(other.sandbox.calls).toHaveLength(1);
	});

	it('cannot wait, for after the pause it could not be evaluated', async () => {
		for (const operation of ['sendAndWaitForDelivery', 'sendAndWait']) {
			const { error } = await send({ operation }, { items: items.slice(0, 1) });

			expect(error?.message).toBe(
				"The credential reads an item or a node, which it can't after a pause",
			);
		}
		expect(sentBy(sandbox.running)).toEqual([]);
	});
});

it('sends a campaign of one account, of which the items change a setting', async () => {
	const credential = {
		...credentialFor(sandbox.running),
		nvpMethod: '={{ $json.tenant === "b" ? "GET" : "POST" }}',
	};
	const { error } = await send({ options: { campaignKey: 'spring' } }, { credential });

	expect(error).toBeUndefined();
	expect(sentBy(sandbox.running).toSorted()).toEqual(items.map(({ phone }) => phone));
}, 30_000);

describe('A credential whose expression has something for items that lack a value', () => {
	const [first, ...others] = items;
	const second = { ...others[0]!, itIs: 'the second' };

	it.each([
		['the item, if it is there', '$input.item?.json.itIs ? B : A'],
		['the item of another node by its number', '$("Start").all()[$itemIndex]?.json.itIs ? B : A'],
		['the input by its number', '$input.all()[$itemIndex]?.json.itIs ? B : A'],
		['a function', '(() => { try { return $json.itIs ? B : A } catch { return A } })()'],
		['the number alone', '$itemIndex % 2 ? B : A'],
	])('asks %s, and sends each item from its own account', async (_what, address) => {
		const { error } = await send(
			{},
			{ items: [first!, second], credential: credentialByItem(address) },
		);

		expect(error).toBeUndefined();
		expect(sentBy(sandbox.running)).toEqual([first!.phone]);
		expect(sentBy(other)).toEqual([second.phone]);
	});
});

it.each([
	['values that are fixed', (baseUrl: string) => baseUrl],
	['a variable of n8n', () => '={{ $vars.address }}'],
	['a variable of n8n in a text', () => "={{ $vars['address'] }}/"],
])('reads a credential with %s once for all items', async (_what, written) => {
	const { baseUrl } = credentialFor(sandbox.running);
	const credential = { ...credentialFor(sandbox.running), baseUrl: written(baseUrl as string) };
	const { decryptions } = await send({}, { credential, variables: { address: baseUrl } });

	// Once more for the texts as they were entered.
	expect(decryptions).toBe(2);
	expect(sentBy(sandbox.running)).toHaveLength(4);
});

it('reads the credential once for a single item', async () => {
	const { decryptions } = await send({}, { items: items.slice(1, 2) });

	expect(decryptions).toBe(1);
	expect(sentBy(other)).toEqual(['18015550002']);
});
