import type { INode, INodeParameters } from 'n8n-workflow';

import type { SavedCredential } from '../../host/n8nClient';
import { byKeyword, chain, CREDENTIAL_TYPE, itemsNode, messagingNode } from '../e2e/world';
import { startWholeEditor, type WholeEditor } from './wholeEditor';

jest.setTimeout(240_000);

let whole: WholeEditor;
let credential: SavedCredential;
beforeAll(async () => {
	whole = await startWholeEditor();
	const { sandbox, n8n } = whole;
	const { username, password, apiKey, code } = sandbox.sandbox.settings;
	credential = await n8n.client.saveCredential('Sandbox', CREDENTIAL_TYPE, {
		...{ baseUrl: sandbox.baseUrl, username, password, api_key: apiKey, code, keyword: 'ACME' },
	});
});
beforeEach(() => whole.sandbox.sandbox.reset());
afterAll(async () => await whole?.stop());

const messaging = (name: string, parameters: INodeParameters, more: Partial<INode> = {}) =>
	messagingNode(
		{ credential },
		name,
		{ resource: 'message', keyword: byKeyword('NSTAFF'), ...parameters },
		more,
	);

const nodeOf = (name: string, type: string, typeVersion: number, parameters: INodeParameters) => ({
	...{ id: name, name, typeVersion, parameters },
	type: `n8n-nodes-base.${type}`,
	position: [0, 0] as [number, number],
});

/** A workflow of these nodes in the editor. */
async function openCanvas(nodes: INode[], name: string) {
	const { editor, n8n } = whole;
	const workflow = chain(name, ...nodes);
	const side = workflow.nodes.map((node, index): INode => {
		return { ...node, position: [index * 220, 0] };
	});
	const { id } = await n8n.client.createWorkflow({ ...workflow, nodes: side });
	await editor.openWorkflow(id);
}

/** The same, with the panel of one of the nodes open. */
async function openWith(nodes: INode[], opened: string) {
	await openCanvas(nodes, opened);
	await whole.editor.openNode(opened);
}

function deferred() {
	let resolve = () => {};
	const promise = new Promise<void>((settle) => (resolve = settle));
	return { promise, resolve };
}

async function openPanel(name: string) {
	await whole.editor.closePanel();
	await whole.editor.openNode(name);
}

describe('A person who asks whether each of ten people has the message', () => {
	const PEOPLE = Array.from({ length: 10 }, (_person, index) => ({
		phone: String(18015550000 + index),
		name: `Person ${index}`,
	}));
	const withName = nodeOf('With Name', 'set', 3.4, {
		includeOtherFields: true,
		assignments: {
			assignments: [
				{ id: 'a', name: 'person', type: 'string', value: '={{ $("Items").item.json.name }}' },
			],
		},
	});
	const branch = (status: string) => ({
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			combinator: 'and',
			conditions: [
				{
					...{ id: status, leftValue: '={{ $json.status }}', rightValue: status },
					operator: { type: 'string', operation: 'equals' },
				},
			],
		},
		renameOutput: true,
		outputKey: status,
	});
	const byStatus = nodeOf('By Status', 'switch', 3.2, {
		rules: { values: ['delivered', 'in_transit', 'other'].map(branch) },
		options: {},
	});
	const nodes = () => [
		itemsNode(PEOPLE),
		messaging('Send', {
			...{ operation: 'send', recipients: 'inputItems', message: 'Hello' },
			sendTo: '={{ $json.phone }}',
		}),
		nodeOf('Wait', 'wait', 1.1, { amount: 1, unit: 'seconds' }),
		messaging('Get Status', {
			operation: 'getStatus',
			transaction_ticket_id: '={{ $json.transaction_ticket }}',
		}),
		withName,
		byStatus,
	];

	it('finds each of them in the branch of their status', async () => {
		const { editor, sandbox } = whole;
		await openWith(nodes(), 'Send');
		await editor.executeStep();
		const sent = await editor.outputTable(10);
		expect(sent.columns.slice(0, 4)).toEqual(['sent', 'sendTo', 'group', 'transaction_ticket']);
		await editor.picture('sent');
		const { messages } = sandbox.sandbox;
		const ticket = messages.all[0]!.transaction_ticket;
		sandbox.sandbox.deliver();
		sandbox.sandbox.setStatus(ticket, PEOPLE[3]!.phone, {
			...{ status_code: 404, status_message: 'No such number' },
		});
		sandbox.sandbox.setStatus(ticket, PEOPLE[7]!.phone, {
			...{ status_code: 101, status_message: 'Sent to Carrier' },
		});

		await openPanel('By Status');
		await editor.executeStep();
		const isElsewhere = ({ name }: { name: string }) => /[37]$/.test(name);
		const branches = [
			['Delivered (8 items)', PEOPLE.filter((person) => !isElsewhere(person))],
			['In_transit (1 item)', [PEOPLE[7]!]],
			['Other (1 item)', [PEOPLE[3]!]],
		] as const;
		for (const [tab, people] of branches) {
			await editor.output.getByText(tab, { exact: true }).click();
			await editor.output.getByText(people[0]!.phone, { exact: true }).waitFor();
			const { rows } = await editor.outputTable(people.length);
			expect(rows.map(({ sendTo, person }) => ({ phone: sendTo, name: person }))).toEqual(people);
		}
		await editor.picture('branches');
		// Looking at it sends nothing again.
		expect(messages.all).toHaveLength(10);
	});

	it('reads the recipient and the status first, and the words of the service', async () => {
		const { editor } = whole;
		await openPanel('Get Status');
		const { columns, rows } = await editor.outputTable(10);
		expect(columns.slice(0, 3)).toEqual(['sendTo', 'group', 'status']);
		expect(rows.map(({ sendTo }) => sendTo)).toEqual(PEOPLE.map(({ phone }) => phone));
		expect(rows[3]).toMatchObject({ status: 'other', status_message: 'No such number' });
		expect(rows[7]).toMatchObject({ status: 'in_transit', status_message: 'Sent to Carrier' });
		expect(rows.filter(({ delivered }) => delivered === 'true')).toHaveLength(8);
		await editor.picture('statuses');
	});
});

describe('A person who looks at what was sent, and executes the next step', () => {
	const next = nodeOf('Next', 'noOp', 1, {});
	const sendText = {
		...{ operation: 'sendTemplate', templateSource: 'text' },
		...{ recipients: 'commaSeparated', sendTo: '18015551001' },
	};

	it.each<[string, INodeParameters, string]>([
		['a message to everyone', { operation: 'sendToGroup', message: 'Closed' }, '6 people'],
		['a text', { ...sendText, text: 'Closed' }, 'show here as fields'],
	])('does not send %s again by opening its panel', async (_what, parameters, notice) => {
		const { editor, sandbox } = whole;
		await openCanvas([messaging('Send', parameters), next], 'Look');
		await editor.executeWorkflow('Next');
		const sent = sandbox.sandbox.messages.all.length;
		expect(sent).toBeGreaterThan(0);

		await editor.openNode('Send');
		await editor.at('empty-fields-notice').getByText(notice).waitFor();
		await editor.at('node-run-status-success').waitFor();
		await openPanel('Next');
		await editor.executeStep();
		expect(sandbox.sandbox.messages.all).toHaveLength(sent);
	});

	it('does not send a text again whose notice is read more slowly than it is sent', async () => {
		const { editor, sandbox } = whole;
		const textPlaceholders = { mappingMode: 'defineBelow', value: { name: 'Ann' } };
		const parameters = { ...sendText, text: 'Closed, {name}', textPlaceholders };
		await openWith([messaging('Send', parameters), next], 'Send');
		const notice = editor.at('empty-fields-notice');
		await notice.getByText('Each placeholder of the text has its field below').waitFor();
		await editor.type('text', 'Closed, {name}, at {time}');
		await notice.getByText('To fill {time}').waitFor();

		const fields = '**/resource-mapper-fields*';
		const { promise: held, resolve: letGo } = deferred();
		await editor.page.route(fields, async (route) => {
			await held;
			await route.continue();
		});
		const asked = editor.page.waitForRequest(fields);
		await editor.type('text', 'Closed today, {name}');
		await asked;
		await editor.executeStep();
		letGo();
		await notice.getByText('Each placeholder of the text has its field below').waitFor();
		await editor.page.unroute(fields);
		await openPanel('Next');
		await editor.executeStep();
		expect(sandbox.sandbox.messages.all.map(({ text }) => text)).toEqual(['Closed today, Ann']);
	});
});

describe('A person who reads a list', () => {
	it('of subscribers sees one flat row a person, and nothing secret', async () => {
		const { editor } = whole;
		await openWith(
			[messaging('Get Many', { resource: 'subscriber', operation: 'getMany', status: 'all' })],
			'Get Many',
		);
		await editor.executeStep();
		const { columns, rows } = await editor.outputTable(8);
		expect(columns.slice(0, 5)).toEqual(['name', 'first_name', 'last_name', 'phone', 'email']);
		expect(columns.filter((column) => /password|role/i.test(column))).toEqual([]);
		expect(rows[0]).toMatchObject({ name: 'Ann O’Neil', phone: '18015551001', city: 'Orem' });
		expect(rows.map(({ subscribed }) => subscribed)).toEqual([
			...Array<string>(6).fill('true'),
			...['false', 'false'],
		]);
		await editor.picture('people');

		await editor.showOutputAs('json');
		for (const name of ['receives_text', 'receives_voice', 'subscribed']) {
			await editor.output
				.getByText(new RegExp(`"?${name}"?:\\s*(true|false)`))
				.first()
				.waitFor();
		}
		await editor.picture('people-json');
		await editor.showOutputAs('table');
	});

	it('of the organization sees one row a unit, with its path and what it is', async () => {
		const { editor } = whole;
		const parameters = {
			resource: 'account',
			operation: 'getOrganizationTree',
			keyword: byKeyword(''),
		};
		await openWith([messaging('Get Organization Tree', parameters)], 'Get Organization Tree');
		await editor.executeStep();
		const { columns, rows } = await editor.outputTable(10);
		expect(columns.slice(0, 4)).toEqual(['name', 'kind', 'path', 'keyword']);
		expect(rows.map(({ kind }) => (kind ?? '')[0]).join('')).toBe('cdgggdgdgd');
		expect(rows).toMatchObject([
			{ name: 'Acme Test Company', kind: 'company', path: 'Acme Test Company', keyword: 'ACME' },
			{ name: 'North', kind: 'division', path: 'Acme Test Company › North', keyword: 'NORTH' },
			{ name: 'Staff', kind: 'group', path: 'Acme Test Company › North › Staff', parent: 'NORTH' },
			...Array<object>(7).fill({}),
		]);
		await editor.picture('tree');
	});

	it('of whom a message to a group would reach sees them by name, and whom no text reaches', async () => {
		const { editor, sandbox } = whole;
		const parameters = { operation: 'sendToGroup', message: 'Closed today', preview: true };
		await openWith([messaging('Preview', parameters)], 'Preview');
		await editor.panel.getByText('6 people').waitFor();
		await editor.executeStep();
		const { columns, rows } = await editor.outputTable(1);
		expect(columns.slice(3, 9)).toEqual([
			...['group', 'subscriber_count', 'without_text_count', 'group_name'],
			...['subscribers', 'without_text'],
		]);
		const [{ subscribers = '', without_text: without = '', ...row } = {}] = rows;
		expect(row).toMatchObject({ group_name: 'Staff', subscriber_count: '6' });
		const named = ['Ann O’Neil', 'Zoë Ünlü', 'Ben Ortiz', 'Mei 王', 'Carl Desk', 'Dora Mail'];
		expect(named.filter((name) => subscribers.includes(name))).toEqual(named);
		expect(named.filter((name) => without.includes(name))).toEqual(named.slice(4));
		await editor.picture('preview');
		expect(sandbox.sandbox.messages.all).toEqual([]);
	});
});

describe('A person whose message is not sent', () => {
	const toPhones = (sendTo: string) => ({
		...{ operation: 'send', recipients: 'commaSeparated', sendTo, message: 'Hello' },
	});

	const longKeyword = `N${'STAFF'.repeat(7)}`;

	it.each<[string, INodeParameters, string[]]>([
		['the recipient is no phone number', toPhones('nobody'), ['Correct the number']],
		[
			'the service does not know a group with a long keyword',
			{ ...toPhones('18015551001'), keyword: byKeyword(longKeyword) },
			['Error 106', "Choose 'Group' from its list"],
		],
	])('reads a short title where %s, and below it what to do', async (_why, parameters, said) => {
		const { editor } = whole;
		await openWith([messaging('Send', parameters)], 'Send');
		await editor.executeStep();
		const title = await editor.output.getByTestId('node-error-message').innerText();
		// The number of the item comes on top.
		expect(title.trim()).toMatch(/^.{10,80} \[item 0\]$/);
		const description = editor.output.getByTestId('node-error-description');
		for (const text of said) await description.getByText(text).waitFor();
		await editor.picture(`error-${said.length}`);
	});

	it('sees with Continue which item failed and why, and no word that all were accepted', async () => {
		const { editor, sandbox } = whole;
		const items = [
			{ phone: '18015551001', group: 'NSTAFF' },
			{ phone: '12', group: 'NSTAFF' },
			{ phone: '18015551003', group: 'NOGROUP' },
		];
		const parameters = {
			...{ operation: 'send', recipients: 'inputItems', message: 'Hello' },
			sendTo: '={{ $json.phone }}',
			keyword: byKeyword('={{ $json.group }}'),
		};
		const goesOn = { onError: 'continueRegularOutput' } as const;
		await openWith([itemsNode(items), messaging('Send', parameters, goesOn)], 'Send');
		await editor.executeStep();
		const { rows } = await editor.outputTable(3);
		expect(rows).toMatchObject([
			{ sent: 'true', sendTo: '18015551001' },
			{ error: expect.stringMatching(/12.*not a possible phone number/) as string },
			{ error: expect.stringMatching(/^The service refused: .*NOGROUP/) as string },
		]);
		await editor.output
			.getByText(
				/^1 sent in 2 requests, 1 not sent \(The service refused: .*NOGROUP.*\), 1 not valid/,
			)
			.waitFor();
		expect(await editor.output.getByText('Accepted, not yet delivered').count()).toBe(0);
		await editor.picture('continue');
		expect(sandbox.sandbox.messages.all).toMatchObject([{ sendTo: '18015551001' }]);
	});
});
