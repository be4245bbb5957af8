import type { Browser } from 'playwright-core';
import type { RunningSandbox } from '../../sandbox/server';
import type { Editor } from './editor';
import { startWholeEditor, type WholeEditor } from './wholeEditor';

jest.setTimeout(240_000);

/** The whole path of a person who has just installed the package, each step upon the one before. */
describe('from an empty n8n to a delivery report', () => {
	let whole: WholeEditor;
	let sandbox: RunningSandbox;
	let browser: Browser;
	let editor: Editor;
	let address: string;

	beforeAll(async () => {
		whole = await startWholeEditor();
		({ sandbox, browser, editor } = whole);
	});
	afterAll(async () => await whole?.stop());

	it('tells why a credential with a wrong password does not work', async () => {
		const { username, apiKey, code } = sandbox.sandbox.settings;
		const dialog = await editor.newCredential('Subscription Messaging API');
		await editor.fill({
			baseUrl: sandbox.baseUrl,
			username,
			password: 'a-wrong-password',
			api_key: apiKey,
			code,
			keyword: 'ACME',
		});
		await editor.at('credential-save-button').click();
		await dialog.getByText('More details').click();
		await dialog.getByText(/The service refused: .*Check 'Username'/).waitFor();
	});

	it('accepts the credential once the password is right', async () => {
		await editor.fill({ password: sandbox.sandbox.settings.password });
		await editor.at('credential-save-button').click();
		await editor.at('credentials-config-container-test-success').waitFor();
	});

	it('is found by "sms", offers the groups of the service, and sends', async () => {
		await editor.newWorkflow();
		await editor.addAction('sms', 'Subscription Messaging', 'Actions', 'Send message');
		expect(await editor.listOf('keyword', 'staff')).toEqual(['North › Staff (NSTAFF)']);
		await editor.chooseFromList('North › Staff (NSTAFF)');
		await editor.fill({ sendTo: '18015551001', message: 'The office is closed today' });
		await editor.executeStep();

		expect(sandbox.sandbox.messages.all).toMatchObject([
			{ sendTo: '18015551001', text: 'The office is closed today', keyword: 'NSTAFF' },
		]);
		const [{ transaction_ticket } = { transaction_ticket: '' }] = sandbox.sandbox.messages.all;
		await editor.output.getByText(transaction_ticket).first().waitFor();
	});

	it('shows the address of the trigger to copy', async () => {
		await editor.addOption('Delivery Report');
		await editor.closePanel();
		await editor.selectNothing();
		await editor.addAction(
			'subscription messaging',
			'Subscription Messaging',
			'Triggers',
			'On delivery status',
		);
		await editor.panel.getByText('Webhook URLs').click();
		await editor.at('radio-button-production').click();
		await editor.panel.getByText(/\/delivery-status$/).click();
		const read = 'navigator.clipboard.readText()';
		await editor.page.waitForFunction(`${read}.then((text) => text !== '')`);
		address = await editor.page.evaluate<string>(read);
		expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/webhook\/[\w-]+\/delivery-status$/);
		await editor.closePanel();
	});

	it('starts an execution for the delivery of a send, once it is published', async () => {
		await editor.publish();
		await editor.openNode('Send message');
		await editor.executeStep();
		expect(sandbox.sandbox.messages.all.at(-1)?.status_url.startsWith(address)).toBe(true);
		await editor.closePanel();

		// Only Final leaves out that it was sent to the carrier.
		await editor.openExecutions();
		await editor.begunByTrigger.first().waitFor();
		await editor.begunByTrigger.first().click();
		await editor
			.node('Subscription Messaging Trigger')
			.getByTestId('canvas-node-status-success')
			.waitFor();
	});

	it('shows the delivery of a test send in the panel of the trigger', async () => {
		await editor.openEditor();
		const beside = await editor.anotherTab();
		await editor.openNode('Subscription Messaging Trigger');
		await editor.startStep();
		await editor.panel.getByText('Stop Listening').first().waitFor();

		await beside.openNode('Send message');
		await beside.choose('deliveryReport', 'Trigger of This Workflow (Test URL)');
		await beside.executeStep();
		expect(sandbox.sandbox.messages.all.at(-1)?.status_url).toContain('/webhook-test/');
		await editor.output.getByText('delivered').first().waitFor();
		await beside.page.close();
		await editor.closePanel();
	});

	it.each(['approval', 'broadcast', 'everyone', 'send sms', 'text a group'])(
		'is found by "%s"',
		async (search) => {
			await editor.newWorkflow();
			expect(await editor.nodesFound(search)).toContain('Subscription Messaging');
		},
	);

	it('shows while a line is typed how many characters remain beside the link', async () => {
		await editor.newWorkflow();
		const action = 'Send message and wait for response';
		await editor.addAction('approval', 'Subscription Messaging', 'Actions', action);
		const notice = editor.at('empty-fields-notice');
		await notice.getByText(/^About \d+ characters left/).waitFor();
		const [, before = ''] = /^About (\d+) characters/.exec(await notice.innerText()) ?? [];
		await editor.type('line', 'OK?');
		await notice.getByText(`About ${Number(before) + 5} characters left`).waitFor();
		await editor.picture('characters-left');
		await editor.type('line', 'May we send the newsletter?');
		await notice.getByText(/^The text leaves 132 characters .* makes a short URL\.$/).waitFor();
	});

	it('goes on in the editor once a person has tapped a button on their phone', async () => {
		const before = sandbox.sandbox.messages.all.length;
		await editor.listOf('keyword', 'staff');
		await editor.chooseFromList('North › Staff (NSTAFF)');
		await editor.fill({
			sendTo: '18015551001',
			line: 'OK?',
			message: 'Send the <b>newsletter</b>?',
		});
		await editor.startStep();
		while (sandbox.sandbox.messages.all.length === before) {
			await editor.page.waitForTimeout(50);
		}
		const [link = ''] = /http\S+$/.exec(sandbox.sandbox.messages.all.at(-1)?.text ?? '') ?? [];
		const phone = await browser.newContext({
			viewport: { width: 390, height: 844 },
			isMobile: true,
			hasTouch: true,
			javaScriptEnabled: false,
			locale: 'es-MX',
			colorScheme: 'dark',
		});
		const page = await phone.newPage();
		// Until n8n has stored that the execution waits, it answers with errors of its own, or not at all.
		while (!(await page.getByText('Send the <b>newsletter</b>?').isVisible())) {
			await page.goto(link, { timeout: 5_000 }).catch(() => undefined);
		}
		const complaints: string[] = [];
		page.on('console', (message) => complaints.push(message.text()));
		await page.reload();
		await page.getByText('Responde como 18015551001.').waitFor();
		await page.getByRole('button', { name: 'Approve' }).tap();
		await page.getByText('Registrado: Approve').waitFor();
		const { PICTURES } = process.env;
		if (PICTURES) await page.screenshot({ path: `${PICTURES}/recorded-in-n8n.png` });
		expect(complaints).toEqual([]);
		await phone.close();
		await editor.at('node-run-status-success').waitFor();
		await editor.output.getByText('answered_by').first().waitFor();
	});

	it('texts a group within 8 clicks from an empty canvas, and tells how many people that is', async () => {
		await editor.newWorkflow();
		const before = sandbox.sandbox.messages.all.length;
		const clicks = await editor.countClicks();
		const action = 'Broadcast message to everyone in group';
		await editor.addAction('text a group', 'Subscription Messaging', 'Actions', action);
		await editor.listOf('keyword', 'staff');
		await editor.chooseFromList('North › Staff (NSTAFF)');
		await editor.panel.getByText('6 people').waitFor();
		await editor.type('message', 'The office is closed today');
		await editor.executeStep();

		const sent = sandbox.sandbox.messages.all.slice(before);
		// Two of the six have texts switched off.
		expect(sent.map(({ text }) => text)).toEqual(Array(4).fill('The office is closed today'));
		await editor.output.getByText('Accepted, not yet delivered').waitFor();
		expect(await clicks()).toBeLessThanOrEqual(8);
	});
});
