import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { FaultProxy, type Injection } from '../faults/faultProxy';
import { actAsAgent, actAsMcpServer, requestFromEngine, type ToolOptions } from './agent';
import { loadPackage, runNode } from './engine';
import { credentialFor, useSandbox } from './sandboxed';
import { ADDED, BEFORE, isShown, VALUES, valueFor } from './toolValues';

const sandbox = useSandbox();

/** As the editor writes it, when the model is to define a field. */
const fromAI = (name: string, description = '') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`${description}\`, 'string') }}`;

const byKeyword = (value: string) => ({ __rl: true, mode: 'keyword', value });

const sendParameters: INodeParameters = {
	resource: 'message',
	operation: 'send',
	keyword: byKeyword('NSTAFF'),
	recipients: 'commaSeparated',
	sendTo: fromAI('Send_To', 'Phone numbers'),
	message: fromAI('Message', 'Text of the message'),
};

const sendTool = (more: Partial<ToolOptions> = {}): ToolOptions => ({
	credential: credentialFor(sandbox.running),
	parameters: sendParameters,
	...more,
});

const received = () =>
	sandbox.running.sandbox.messages.all.map(({ sendTo, text }) => `${sendTo}: ${text}`);

const hello = { Send_To: '18015559001', Message: 'Hello' };
const goodbye = { Send_To: '18015559002', Message: 'Goodbye' };

const asAgent = async (options: ToolOptions, call: IDataObject) =>
	await actAsAgent(options, async (connect) => await (await connect()).invoke(call));
const asMcpServer = async (options: ToolOptions, call: IDataObject) =>
	await actAsMcpServer(options, async (connect) => await (await connect()).invoke(call));
const byEngine = async (options: ToolOptions, call: IDataObject) =>
	JSON.stringify((await requestFromEngine(options, [call]))[0]);

const WAYS = { asAgent, asMcpServer, byEngine };
type Way = (typeof WAYS)[keyof typeof WAYS];
const ways = Object.entries(WAYS) as Array<[name: string, way: Way]>;

describe.each(ways)('As a tool (%s)', (_name, call) => {
	test('the node sends what the model fills in, and answers with the tickets', async () => {
		const answer = JSON.parse(await call(sendTool(), hello)) as IDataObject[];
		expect(received()).toEqual(['18015559001: Hello']);
		expect(answer).toEqual([
			expect.objectContaining({ sent: true, transaction_ticket: expect.any(String) }),
		]);
	});

	test('the node reads', async () => {
		const parameters = { resource: 'group', operation: 'get', keyword: byKeyword(fromAI('Group')) };
		expect(await call(sendTool({ parameters }), { Group: 'NSTAFF' })).toContain('"name":"Staff"');
	});

	test.each([
		['the workflow chooses it', { operation: 'sendToGroup' }, {}, "can't be Send to Group in a"],
		[
			'the model chooses it',
			{ operation: fromAI('Operation') },
			{ Operation: 'sendToGroup' },
			"can't be Send to Group in a",
		],
		['the recipients say so', { recipients: 'everyone' }, {}, 'must be one of'],
		[
			'the model says so',
			{ recipients: fromAI('Recipients') },
			{ Recipients: 'everyone' },
			'must be one of',
		],
	])(
		'the node sends to nobody where everyone is meant, because %s',
		async (_why, how, by, said) => {
			const tool = sendTool({ parameters: { ...sendParameters, ...how } });
			const answer = await call(tool, { ...hello, ...by }).catch((error: Error) => error.message);
			expect(answer).toContain(said);
			expect(sandbox.running.sandbox.calls).toEqual([]);
		},
	);

	describe('the keyword that the model gives', () => {
		const ofUnit = (values: IDataObject) =>
			sendTool({
				parameters: { ...sendParameters, keyword: byKeyword(fromAI('Unit')), ...values },
			});
		const calls = () => sandbox.running.sandbox.calls.map(({ operation }) => operation);

		test.each([
			['a company', 'ACME', 'is a company or division'],
			['a division', 'NORTH', 'is a company or division'],
			['nothing', 'NOBODY', 'which is no group of the organization'],
		])('is looked up, and a list is not sent by %s', async (_what, Unit, reason) => {
			const answer = await call(ofUnit({}), { ...hello, Unit }).catch(
				(error: Error) => error.message,
			);
			expect(answer).toContain(reason);
			expect(calls()).toEqual(['getOrganizationTree']);
		});

		test('is looked up before numbers are texted, too', async () => {
			const numbers = { operation: 'sendToNumbers', phone: fromAI('Send_To', 'Phone numbers') };
			const answer = await call(ofUnit(numbers), { ...hello, Unit: 'NORTH' }).catch(
				(error: Error) => error.message,
			);
			expect(answer).toContain('is a company or division');
			expect(calls()).toEqual(['getOrganizationTree']);
		});

		test('is looked up once, and a group sends', async () => {
			await call(ofUnit({}), { ...hello, Unit: 'nstaff' });
			expect(received()).toEqual(['18015559001: Hello']);
			expect(calls()).toEqual(['getOrganizationTree', 'sendMessage']);
		});
	});

	test('the node does not wait for a delivery', async () => {
		const parameters = { ...sendParameters, operation: 'sendAndWaitForDelivery' };
		const answer = await call(sendTool({ parameters }), hello).catch(
			(error: Error) => error.message,
		);
		expect(answer).toContain("an agent can't wait");
		expect(sandbox.running.sandbox.calls).toEqual([]);
	});

	test('a refusal is told to the model, with On Error → Continue too', async () => {
		const tooLong = { ...hello, Message: 'x'.repeat(161) };
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const options = sendTool({ settings: { onError } });
			const answer = await call(options, tooLong).catch((error: Error) => error.message);
			expect(answer).toContain("'Message' has 161 characters");
		}
	});
});

describe('A tool whose credential gives another account for another item of the agent', () => {
	const other = useSandbox();
	const tenants = [{ tenant: 'a' }, { tenant: 'b' }];
	const byTenant = () => ({
		...credentialFor(sandbox.running),
		baseUrl: `={{ $json.tenant === "b" ? ${JSON.stringify(other.running.baseUrl)} : ${JSON.stringify(sandbox.running.baseUrl)} }}`,
	});
	const sentBy = ({ running }: typeof other) =>
		running.sandbox.messages.all.map(({ sendTo }) => sendTo);

	const options = (items: IDataObject[]) => sendTool({ credential: byTenant(), items });
	const REFUSAL = /^The agent's items have different accounts/;

	test('sends nothing where the agent calls it by itself, which does not say for which item', async () => {
		await actAsAgent(options(tenants), async (connect) => {
			await expect((await connect(0)).invoke(hello)).rejects.toThrow(REFUSAL);
			await expect((await connect(1)).invoke(goodbye)).rejects.toThrow(REFUSAL);
		});
		expect([sentBy(sandbox), sentBy(other)]).toEqual([[], []]);
	});

	test('sends where the agent has one item, or items of one account', async () => {
		const call = async (items: IDataObject[]) =>
			await actAsAgent(options(items), async (connect) => (await connect()).invoke(hello));
		await call(tenants.slice(1));
		await call([tenants[0]!, tenants[0]!]);
		expect([sentBy(sandbox), sentBy(other)]).toEqual([['18015559001'], ['18015559001']]);
	});

	test('sends each item from its own where n8n calls it for the agent', async () => {
		await requestFromEngine(options(tenants), [hello, goodbye], [0, 1]);
		expect([sentBy(sandbox), sentBy(other)]).toEqual([['18015559001'], ['18015559002']]);
	});
});

describe('Calls of a tool', () => {
	test('with equal values are separate sends, because the model asked twice', async () => {
		await actAsAgent(sendTool(), async (connect) => {
			const tool = await connect();
			await tool.invoke(hello);
			await tool.invoke(hello);
		});
		await requestFromEngine(sendTool(), [hello, hello]);
		expect(received()).toHaveLength(4);
	});

	/** The first send is processed but its answer lost, and so is the first question for it. */
	const LOST: Injection[] = (['send', 'question'] as const).map((kind) => ({
		fault: { name: 'reset', kind: 'reset' },
		point: 'beforeAnswer',
		kind,
		nth: 0,
	}));

	test.each(ways)(
		'that n8n tries again do not send again what may have arrived (%s)',
		async (_name, call) => {
			const proxy = await FaultProxy.start(sandbox.running.port, LOST);
			try {
				const options = sendTool({
					credential: credentialFor(proxy),
					settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
				});
				const [answer] = JSON.parse(await call(options, hello)) as IDataObject[];
				expect(answer).toMatchObject({ sent: true, recovered: true });
				expect(received()).toEqual(['18015559001: Hello']);
			} finally {
				await proxy.close();
			}
		},
	);

	test.each(ways)(
		'whose outcome is unknown say so where the model reads it (%s)',
		async (_name, call) => {
			const proxy = await FaultProxy.start(sandbox.running.port, LOST);
			try {
				const options = sendTool({ credential: credentialFor(proxy) });
				const answer = await call(options, hello).catch((error: Error) => error.message);
				expect(answer).toMatch(/can't tell whether this message was sent/);
			} finally {
				await proxy.close();
			}
		},
	);

	test('of two agents at once never get the number or text of each other', async () => {
		const answers = await actAsAgent(sendTool(), async (connect) => {
			const tools = [await connect(), await connect()];
			return await Promise.all(
				[hello, goodbye].map(
					async (values, index) =>
						await tools[index]!.invoke(values).catch((error: Error) => error.message),
				),
			);
		});
		expect(received().filter((message) => message !== '18015559001: Hello')).toEqual([]);
		expect(answers[1]).toContain('mixed up two calls of this tool');
	});
});

describe('What a model is told', () => {
	test('the tool says what it does, and each field what belongs into it', async () => {
		const tool = await actAsAgent(sendTool(), async (connect) => await connect());
		expect(tool.description).toBe('Send message in Subscription Messaging');
		expect(tool.schema.shape.Send_To?.description).toBe('Phone numbers');
	});
});

/** One operation of the node, with its fields. */
interface Entry {
	resource: string;
	operation: string;
	waits: boolean;
	required: INodeProperties[];
}

async function operationsOfNode(): Promise<Entry[]> {
	const { properties } = (await loadPackage()).getNode('subscriptionMessaging').type
		.description as { properties: INodeProperties[] };
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			options.flatMap((option): Entry[] => {
				if (!('value' in option)) return [];
				const resource = String(displayOptions?.show?.resource?.[0]);
				const operation = String(option.value);
				return [
					{
						resource,
						operation,
						waits: 'displayOptions' in option && option.displayOptions !== undefined,
						required: properties.filter(
							(property) => property.required && isShown(property, { resource, operation }),
						),
					},
				];
			}),
		);
}

describe('Each operation is done with nothing but what a model fills in', () => {
	/** The values that only an operation carried out before can give. */
	async function preparedFor(key: string, credential: ToolOptions['credential']) {
		const before = BEFORE[key];
		if (!before) return {};
		const { items, error } = await runNode({ credential, parameters: before.parameters });
		expect(error).toBeUndefined();
		return Object.fromEntries(
			Object.entries(before.gives ?? {}).map(([name, member]) => {
				const value = items[0]?.json[member];
				return [name, typeof value === 'string' ? value : String(Object.values(value ?? {})[0])];
			}),
		);
	}

	test('for all of them, over real HTTP', async () => {
		const entries = (await operationsOfNode()).filter(({ waits }) => !waits);
		expect(entries.length).toBeGreaterThan(25);
		for (const { resource, operation, required } of entries) {
			const key = `${resource}.${operation}`;
			sandbox.running.sandbox.reset();
			const credential = credentialFor(sandbox.running);
			const prepared = await preparedFor(key, credential);
			const parameters: INodeParameters = { resource, operation };
			const values: IDataObject = {};
			for (const field of required) {
				const { name, displayName, description, type, modes = [] } = field;
				const aiName = displayName.replace(/[^A-Za-z0-9]/g, '_');
				const expression = fromAI(aiName, description);
				const mode = modes.find((entry) => entry.type === 'string')?.name;
				parameters[name] =
					type === 'resourceLocator' ? { __rl: true, mode, value: expression } : expression;
				values[aiName] = prepared[name] ?? valueFor(key, field) ?? '';
			}
			const added = ADDED[key];
			if (added) {
				parameters.updateFields = { [added]: fromAI('Added') };
				values.Added = VALUES[added] ?? '';
			}
			const answer = await asAgent({ credential, parameters }, values).catch(
				(error: Error) => `${key}: ${error.message}`,
			);
			expect(answer).toMatch(/^\[\{/);
		}
	});
});
