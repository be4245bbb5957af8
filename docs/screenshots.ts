/**
 * Takes the pictures of the README and of `docs/` in the real editor, beside the sandbox:
 * `npm run docs:screenshots`. They go to `docs/images`; the same panels in light and dark, at two
 * widths, go to `.cache/screenshots`, to be looked at.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import type { Browser, Locator } from 'playwright-core';

import { preparedHost } from '../host/preparedHost';
import { startN8n, type RunningN8n } from '../host/n8n';
import type { WorkflowFile } from '../host/n8nClient';
import { startSandbox, type RunningSandbox } from '../sandbox/server';
import { Editor, openBrowser } from '../test/browser/editor';

const ROOT = join(__dirname, '..');
const IMAGES = join(ROOT, 'docs', 'images');
const TO_LOOK_AT = join(ROOT, '.cache', 'screenshots');
const OWNER = {
	email: 'owner@example.com',
	password: 'Pictures-2-0',
	firstName: 'Ann',
	lastName: 'Owner',
};

/** Examples whose canvas is shown. */
const CANVASES = [
	'ai-agent-that-texts',
	'broadcast-with-approval',
	'campaign-with-report',
	'delivery-log',
	'notify-when-delivered',
];

/** Examples of which the panel of a node is shown. */
const PANELS: Array<[name: string, node: string, image: string]> = [
	['welcome-new-members', 'Somebody joined', 'subscriber-trigger'],
];

const example = (name: string) =>
	JSON.parse(readFileSync(join(ROOT, 'examples', `${name}.json`), 'utf8')) as WorkflowFile;

/** A picture without what differs from run to run: messages that fade, a caret, a pointer. */
async function picture({ page }: Editor, path: string): Promise<void> {
	// Away from everything that answers a pointer above it.
	await page.mouse.move((page.viewportSize()?.width ?? 0) / 2, 4);
	const messages = page.locator('.el-notification');
	for (const message of await messages.all()) await message.waitFor({ state: 'hidden' });
	await page
		.getByText(/^Fetching/)
		.first()
		.waitFor({ state: 'hidden' });
	await page.waitForLoadState('networkidle');
	await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
}

async function credential(editor: Editor, { sandbox, baseUrl }: RunningSandbox): Promise<void> {
	const { username, password, apiKey, code } = sandbox.settings;
	await editor.newCredential('Subscription Messaging API');
	await editor.fill({ baseUrl, username, password, api_key: apiKey, code, keyword: 'ACME' });
	await editor.at('credential-save-button').click();
	await editor.at('credentials-config-container-test-success').waitFor();
	await picture(editor, join(IMAGES, 'credential.png'));
}

async function sending(editor: Editor): Promise<void> {
	await editor.newWorkflow();
	await editor.addAction('sms', 'Subscription Messaging', 'Actions', 'Send message');
	await editor.listOf('keyword', 'north');
	await picture(editor, join(IMAGES, 'pick-a-group.png'));
	await editor.chooseFromList('North › Staff (NSTAFF)');
	await editor.fill({ sendTo: '18015551001, 18015551002', message: 'The office is closed today' });
	await editor.executeStep();
	await picture(editor, join(IMAGES, 'send.png'));
}

/** A send to three people with an option, and its output. */
async function withOption(
	editor: Editor,
	message: string,
	choose: () => Promise<Locator>,
	image: string,
): Promise<void> {
	await editor.newWorkflow();
	await editor.addAction('sms', 'Subscription Messaging', 'Actions', 'Send message');
	await editor.listOf('keyword', 'north');
	await editor.chooseFromList('North › Staff (NSTAFF)');
	await editor.fill({ sendTo: '18015551001, 18015551002, 18015551007', message });
	const chosen = await choose();
	await editor.executeStep();
	await chosen.scrollIntoViewIfNeeded();
	await picture(editor, join(IMAGES, `${image}.png`));
}

async function options(editor: Editor): Promise<void> {
	const leavingOut = async () => {
		await editor.addOption('Unsubscribed Recipients');
		await editor.choose('unsubscribedRecipients', 'Skip');
		return editor.at('parameter-input-unsubscribedRecipients');
	};
	await withOption(editor, 'The office is closed today', leavingOut, 'people-who-left');
	const smart = async () => {
		await editor.at('parameter-input-preview').click();
		await editor.addOption('Smart Encoding');
		const smartEncoding = editor.at('parameter-input-smartEncoding');
		await smartEncoding.click();
		return smartEncoding;
	};
	const typographic =
		'Today only – take 20 % off “everything” in the shop, also what’s reduced already… See you soon!';
	await withOption(editor, typographic, smart, 'fewer-sms');
}

async function placeholders(editor: Editor, n8n: RunningN8n): Promise<void> {
	const { id } = await n8n.client.createWorkflow(example('template-per-recipient'));
	await editor.openWorkflow(id);
	await editor.openNode('Order is ready');
	await editor.panel.getByText(/of 160 characters/).waitFor();
	await picture(editor, join(IMAGES, 'placeholders.png'));
}

async function canvases(editor: Editor, n8n: RunningN8n): Promise<void> {
	for (const name of CANVASES) {
		const { id } = await n8n.client.createWorkflow(example(name));
		await editor.openWorkflow(id);
		await editor.at('zoom-to-fit').click();
		await picture(editor, join(IMAGES, `${name}.png`));
		if (name !== 'notify-when-delivered') continue;
		await editor.openNode('Delivery status');
		await picture(editor, join(IMAGES, 'trigger.png'));
		await editor.closePanel();
	}
}

/** The panel of a node of an example. */
async function panelOf(
	editor: Editor,
	n8n: RunningN8n,
	[name, node, image]: (typeof PANELS)[number],
): Promise<void> {
	const { id } = await n8n.client.createWorkflow(example(name));
	await editor.openWorkflow(id);
	await editor.openNode(node);
	await picture(editor, join(IMAGES, `${image}.png`));
	await editor.closePanel();
}

/** A credential that texts no customer. */
async function staging(editor: Editor): Promise<void> {
	const dialog = await editor.newCredential('Subscription Messaging API');
	await editor.at('parameter-input-recipientsAllowed').click();
	await editor.page.getByRole('option', { name: /^Redirect Everything To/ }).click();
	await editor.fill({ redirectToPhone: '18015550000', redirectToEmail: 'me@acme.example' });
	await dialog.getByText('Redirect to Email Address').first().scrollIntoViewIfNeeded();
	await picture(editor, join(IMAGES, 'staging.png'));
}

/** A campaign on its way, in the inbox of the sandbox. */
async function campaign(
	editor: Editor,
	n8n: RunningN8n,
	{ sandbox, baseUrl }: RunningSandbox,
): Promise<void> {
	const { username, password, apiKey, code } = sandbox.settings;
	const type = 'subscriptionMessagingApi';
	const data = { baseUrl, username, password, api_key: apiKey, code };
	const { id, name } = await n8n.client.saveCredential('Campaign', type, data);
	const people = Array.from({ length: 600 }, (_one, index) => ({
		json: { phone: `1801556${1000 + index}` },
	}));
	const parameters = {
		resource: 'message',
		operation: 'send',
		keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
		recipients: 'inputItems',
		sendTo: '={{ $json.phone }}',
		message: 'Spring sale: today only',
		options: { campaignKey: 'spring-sale', batchSize: 20, requestsInParallel: 2 },
	};
	const node = (own: Pick<INode, 'name' | 'type' | 'typeVersion'> & Partial<INode>): INode => ({
		id: own.name,
		position: [0, 0],
		parameters: {},
		...own,
	});
	const to = (next: string) => ({ main: [[{ node: next, type: 'main' as const, index: 0 }]] });
	const workflow = await n8n.client.createWorkflow({
		name: 'Campaign',
		nodes: [
			node({ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 }),
			node({
				name: 'People',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				parameters: { jsCode: `return ${JSON.stringify(people)};` },
			}),
			node({
				name: 'Send',
				type: `n8n-nodes-subscription-messaging.subscriptionMessaging`,
				typeVersion: 1,
				credentials: { [type]: { id, name } },
				parameters,
			}),
		],
		connections: { Start: to('People'), People: to('Send') },
	});
	await n8n.client.runWorkflow(workflow.id);
	for (const [index, message] of sandbox.messages.all.entries()) {
		if (index % 5 === 0) message.fixed = { status_code: 101, status_message: 'Sent to Carrier' };
		if (index % 17 === 0) message.fixed = { status_code: 300, status_message: 'Not delivered' };
	}
	await editor.page.goto(`${baseUrl}/#campaigns`);
	await editor.page.locator('article.campaign').first().waitFor();
	await picture(editor, join(IMAGES, 'inbox-campaigns.png'));
}

async function inBothColors(browser: Browser, n8n: RunningN8n): Promise<void> {
	const { id } = await n8n.client.createWorkflow(example('template-per-recipient'));
	for (const colorScheme of ['light', 'dark'] as const) {
		for (const [width, height] of [
			[1280, 800],
			[1920, 1080],
		] as const) {
			const look = { width, height, colorScheme };
			const editor = await Editor.open(browser, n8n.url, OWNER, look);
			const shot = (name: string) =>
				picture(editor, join(TO_LOOK_AT, `${name}-${colorScheme}-${width}.png`));
			await editor.openWorkflow(id);
			await editor.at('zoom-to-fit').click();
			await shot('canvas');
			await editor.openNode('Order is ready');
			await shot('template');
			await editor.closePanel();
			await editor.newWorkflow();
			await editor.at('node-creator-plus-button').click();
			await editor.at('node-creator-search-bar').fill('subscription');
			await editor
				.at('node-creator-item-name')
				.getByText('Subscription Messaging', { exact: true })
				.waitFor();
			await shot('list');
			await editor.page.context().close();
		}
	}
}

async function main(): Promise<void> {
	for (const folder of [IMAGES, TO_LOOK_AT]) mkdirSync(folder, { recursive: true });
	const prepared = preparedHost();
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-pictures-'));
	// The ports of the demo, so that the addresses in the pictures are those of everybody.
	const sandbox = await startSandbox({ port: 8025, statusDelay: 0 });
	const n8n = await startN8n({ ...prepared, userFolder, port: 5678 });
	const browser = await openBrowser();
	try {
		await n8n.client.signIn(OWNER);
		const editor = await Editor.open(browser, n8n.url, OWNER, { width: 1280, height: 720 });
		await credential(editor, sandbox);
		await sending(editor);
		await placeholders(editor, n8n);
		await options(editor);
		await canvases(editor, n8n);
		for (const shown of PANELS) await panelOf(editor, n8n, shown);
		await staging(editor);
		await editor.page.goto(sandbox.baseUrl);
		await editor.page.getByText('The office is closed today').first().waitFor();
		await picture(editor, join(IMAGES, 'inbox.png'));
		await campaign(editor, n8n, sandbox);
		await inBothColors(browser, n8n);
	} finally {
		await browser.close();
		await n8n.stop();
		await sandbox.close();
		await rm(userFolder, { recursive: true, force: true });
	}
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack}\n`);
	process.exitCode = 1;
});
