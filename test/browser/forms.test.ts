import type { INode } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { startWholeEditor, type WholeEditor } from './wholeEditor';

jest.setTimeout(240_000);

let whole: WholeEditor;
beforeAll(async () => {
	whole = await startWholeEditor();
	const { sandbox, n8n } = whole;
	const { username, password, apiKey, code } = sandbox.sandbox.settings;
	await n8n.client.saveCredential('Sandbox', 'subscriptionMessagingApi', {
		baseUrl: sandbox.baseUrl,
		username,
		password,
		api_key: apiKey,
		code,
	});
});
afterAll(async () => await whole?.stop());

const input = (parameter: string): Locator =>
	whole.editor.at(`parameter-input-${parameter}`).locator('input, textarea').first();

/** Waits until the field holds the value. */
const holds = async (parameter: string, value: string) => {
	while ((await input(parameter).inputValue()) !== value)
		await whole.editor.page.waitForTimeout(50);
};

async function addAction(search: string, action: string) {
	const { editor } = whole;
	await editor.newWorkflow();
	await editor.addAction(search, 'Subscription Messaging', 'Actions', action);
	await editor.listOf('keyword', 'staff');
	await editor.chooseFromList('North › Staff (NSTAFF)');
}

it('lists as many as Limit says, with Return All all, with Simplify off the whole answer', async () => {
	const { editor } = whole;
	const turn = async (parameter: string) =>
		await editor.at(`parameter-input-${parameter}`).locator('.el-switch').click();
	const rows = async (count: string) => {
		await editor.executeStep();
		await editor.output.getByText(count, { exact: true }).waitFor();
	};
	await addAction('subscribers', 'Get many subscribers');
	await holds('limit', '50');
	const shown = await editor.panel
		.locator('[data-test-id^=parameter-input-]')
		.evaluateAll((all) => all.map((it) => it.getAttribute('data-test-id')));
	const names = ['returnAll', 'limit', 'simplify'].map((name) => `parameter-input-${name}`);
	expect(shown.filter((name) => names.includes(name ?? ''))).toEqual(names);

	await input('limit').fill('2');
	await input('limit').press('Tab');
	await rows('2 items');
	await turn('simplify');
	await input('limit').waitFor({ state: 'hidden' });
	await rows('1 item');
	await turn('simplify');
	await input('limit').waitFor();
	await turn('returnAll');
	await input('limit').waitFor({ state: 'hidden' });
	await rows('6 items');
	await editor.picture('list');
});

it('offers the options of a text once there is one, and keeps what is set', async () => {
	const { editor } = whole;
	await addAction('send message', 'Send message');
	const before = await editor.offeredOptions();
	expect(before).toContain('Delivery Report');
	expect(before).not.toContain('If Too Long');
	expect(before.length).toBeLessThan(15);

	await editor.fill({ message: 'The office is closed today' });
	await editor.taken();
	expect(await editor.offeredOptions()).toEqual(expect.arrayContaining(['If Too Long', ...before]));
	await editor.addOption('If Too Long');
	await editor.choose('ifTooLong', 'Shorten');
	await editor.fill({ message: '' });
	await editor.taken();
	await holds('ifTooLong', 'Shorten');
});

describe('The placeholders of a text that is typed', () => {
	const type = async (text: string) => {
		await input('text').click();
		await input('text').press('End');
		await whole.editor.page.keyboard.type(text, { delay: 40 });
	};

	it('are fields at once, and keep what is entered when the text changes', async () => {
		const { editor, sandbox } = whole;
		await addAction('template', 'Send message from template');
		await editor.choose('templateSource', 'Text');
		await type('Hi {name}');
		await input('name').waitFor();
		await type(', your order {order} is ready');
		await input('order').waitFor();
		await editor.type('name', 'Ann');

		await type(' at {time}');
		const notice = editor.at('empty-fields-notice');
		await notice.getByText("To fill {time}, choose 'Refresh Placeholder List'").waitFor();
		expect(await input('name').inputValue()).toBe('Ann');
		await editor.picture('new-placeholder');
		const mapper = editor.at('resource-mapper-container').last();
		await mapper.getByTestId('action-toggle').first().click();
		await editor.page.getByText('Refresh Placeholder List', { exact: true }).last().click();
		await input('time').waitFor();
		await notice.getByText('Each placeholder of the text has its field below').waitFor();
		expect(await input('name').inputValue()).toBe('Ann');

		await editor.type('order', '17');
		await editor.type('time', 'noon');
		await input('text').fill('');
		await input('text').fill('Hi {name}, your order {order} is ready at {time}');
		await editor.picture('typed-placeholders');
		await editor.fill({ sendTo: '18015551001' });
		await editor.executeStep();
		expect(sandbox.sandbox.messages.all.map(({ text }) => text)).toEqual([
			'Hi Ann, your order 17 is ready at noon',
		]);
	});
});

describe('The name of a unit in a tool of an AI agent', () => {
	const tool = (resource: string): INode => ({
		...{ id: resource, name: resource, typeVersion: 1, position: [resource.length * 40, 220] },
		type: 'n8n-nodes-subscription-messaging.subscriptionMessagingTool',
		parameters: { resource, operation: 'create' },
	});
	const agent: INode = {
		...{ id: 'agent', name: 'Agent', typeVersion: 3.1, position: [300, 0], parameters: {} },
		type: '@n8n/n8n-nodes-langchain.agent',
	};

	it.each([
		['division', 'divisionName'],
		['group', 'groupName'],
	])('of a %s can be left to the model', async (resource, parameter) => {
		const { editor, n8n } = whole;
		const { id } = await n8n.client.createWorkflow({
			name: resource,
			nodes: [agent, tool(resource)],
			connections: { [resource]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] } },
		});
		await editor.openWorkflow(id);
		await editor.openNode(resource);
		const field = editor
			.at('parameter-item')
			.filter({ has: editor.at(`parameter-input-${parameter}`) });
		await editor.picture(`model-${resource}`);
		await field.getByTestId('from-ai-override-button').click();
		await editor.panel.getByText('Defined automatically by the model').waitFor();
	});
});
