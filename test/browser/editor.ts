import { chromium, selectors, type Browser, type Locator, type Page } from 'playwright-core';
import type { Owner } from '../../host/n8nClient';
import { commandOf } from '../prerequisites.js';

selectors.setTestIdAttribute('data-test-id');

/** Long, because a busy machine takes seconds to draw the editor. */
const PATIENCE_MS = 60_000;

interface Appearance {
	width: number;
	height: number;
	colorScheme?: 'light' | 'dark';
}

/** The Chromium or Google Chrome of the system, or the one that `CHROMIUM_PATH` names. */
export async function openBrowser(): Promise<Browser> {
	return await chromium.launch({
		executablePath: commandOf('browser'),
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}

/** n8n's editor in a browser, by what a person does in it. */
export class Editor {
	private constructor(
		readonly page: Page,
		readonly url: string,
	) {}

	/** A window of its own, signed in. */
	static async open(browser: Browser, url: string, owner: Owner, look: Appearance) {
		const { width, height, colorScheme = 'light' } = look;
		const context = await browser.newContext({
			viewport: { width, height },
			colorScheme,
			reducedMotion: 'reduce',
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		const page = await context.newPage();
		page.setDefaultTimeout(PATIENCE_MS);
		const editor = new Editor(page, url);
		await page.goto(`${url}/signin`);
		await page.locator('input[name=emailOrLdapLoginId]').fill(owner.email);
		await page.locator('input[type=password]').fill(owner.password);
		await page.keyboard.press('Enter');
		await page.waitForURL(/\/(home|workflow)/);
		return editor;
	}

	at(testId: string): Locator {
		return this.page.getByTestId(testId);
	}

	/** The panel of the node that is open. */
	get panel(): Locator {
		return this.at('ndv');
	}

	get output(): Locator {
		return this.at('output-panel');
	}

	/** Opens the dialog for a new credential of the type. */
	async newCredential(type: string): Promise<Locator> {
		await this.page.goto(`${this.url}/home/credentials`);
		await this.at('add-resource-credential').first().click();
		await this.at('new-credential-type-select').locator('input').fill(type);
		await this.at('new-credential-type-select-option').filter({ hasText: type }).first().click();
		await this.at('new-credential-type-button').click();
		const dialog = this.at('editCredential-modal');
		await this.at('credential-save-button').waitFor();
		return dialog;
	}

	/** Text fields of the open dialog or panel, by the names of their parameters. */
	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) {
			await this.at(`parameter-input-${name}`).locator('input, textarea').first().fill(value);
		}
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.at('canvas-add-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.at('canvas-node').first().waitFor();
	}

	/** Finds a node by what is typed into the list of nodes, and chooses one of its actions. */
	async addAction(search: string, node: string, category: 'Actions' | 'Triggers', action: string) {
		await this.at('node-creator-plus-button').click();
		await this.at('node-creator-search-bar').fill(search);
		const names = this.at('node-creator-item-name');
		await names
			.filter({ hasText: new RegExp(`^${node}$`) })
			.first()
			.click();
		const wanted = names.filter({ hasText: new RegExp(`^${action}$`) }).first();
		const heading = this.page.getByText(new RegExp(`^${category} \\(`)).first();
		await wanted.or(heading).first().waitFor();
		if (!(await wanted.isVisible())) await heading.click();
		await wanted.click();
		await this.panel.waitFor();
	}

	/** Counts each press of the mouse from now on, and answers how many there were. */
	async countClicks(): Promise<() => Promise<number>> {
		interface Page extends EventTarget {
			presses: number;
		}
		await this.page.evaluate(() => {
			const page = globalThis as unknown as Page;
			page.presses = 0;
			page.addEventListener('pointerdown', () => (page.presses += 1), true);
		});
		return async () => await this.page.evaluate(() => (globalThis as unknown as Page).presses);
	}

	/** The nodes that the list of nodes offers for what is typed. */
	async nodesFound(search: string): Promise<string[]> {
		await this.at('node-creator-plus-button').click();
		await this.at('node-creator-search-bar').fill(search);
		const names = this.at('node-creator-item-name');
		await names
			.filter({ hasText: /Messaging/ })
			.first()
			.waitFor();
		const found = await names.allInnerTexts();
		await this.page.keyboard.press('Escape');
		return found;
	}

	/** Clicks into a text field of the panel, as a person does, and enters a text. */
	async type(parameter: string, text: string): Promise<void> {
		const field = this.at(`parameter-input-${parameter}`).locator('input, textarea').first();
		await field.click();
		await field.fill(text);
	}

	/** Chooses from a list of options. */
	async choose(parameter: string, option: string): Promise<void> {
		await this.at(`parameter-input-${parameter}`).locator('input').first().click();
		await this.page.getByRole('option', { name: option }).last().click();
	}

	/** On the canvas. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.panel.waitFor();
	}

	async closePanel(): Promise<void> {
		await this.at('ndv-close-button').click();
		await this.panel.waitFor({ state: 'hidden' });
	}

	/** Opens the list of a resource locator, and answers what it offers for what is typed. */
	async listOf(parameter: string, search: string): Promise<string[]> {
		await this.at(`parameter-input-${parameter}`).getByTestId('rlc-input-container').click();
		const entries = this.at('rlc-item');
		await entries.first().waitFor();
		await this.page.keyboard.type(search);
		await entries
			.filter({ hasNotText: new RegExp(search, 'i') })
			.first()
			.waitFor({ state: 'hidden' });
		await entries.first().waitFor();
		return await entries.allInnerTexts();
	}

	async chooseFromList(entry: string): Promise<void> {
		await this.at('rlc-item').filter({ hasText: entry }).first().click();
	}

	/** The options of a collection that can be added. */
	async offeredOptions(): Promise<string[]> {
		await this.at('collection-parameter-add').last().click();
		const offered = this.page.getByRole('option');
		await offered.first().waitFor();
		const names = await offered.allInnerTexts();
		await this.picture('options');
		await this.page.keyboard.press('Escape');
		await offered.first().waitFor({ state: 'hidden' });
		return names.map((name) => name.trim());
	}

	/** Adds an option of a collection. */
	async addOption(name: string): Promise<void> {
		await this.at('collection-parameter-add').last().click();
		await this.page
			.getByRole('option', { name, exact: true })
			.or(this.page.getByText(name, { exact: true }))
			.last()
			.click();
	}

	/**
	 * Until the node has what was entered: the editor takes it 100 ms after the last key, which is before
	 * a person has reached the button. Timers of a page end in their order, however busy it is.
	 */
	async taken(): Promise<void> {
		await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
	}

	/** Presses the button, and waits for nothing. */
	async startStep(): Promise<void> {
		await this.taken();
		await this.at('node-execute-button').click();
	}

	async executeStep(): Promise<void> {
		// Until it has begun, the mark of the run before may still be there.
		const began = this.page.waitForResponse(/\/rest\/workflows\/[^/]+\/run\b/);
		await Promise.all([began, this.startStep()]);
		await this.at('node-run-status-success').or(this.at('node-error-message')).first().waitFor();
	}

	/** From the canvas, until the node has succeeded. */
	async executeWorkflow(last: string): Promise<void> {
		await this.page.keyboard.press('Control+Enter');
		await this.node(last).getByTestId('canvas-node-status-success').waitFor();
	}

	/** Chooses how the output is shown. */
	async showOutputAs(form: 'table' | 'json'): Promise<void> {
		await this.output.getByTestId(`radio-button-${form}`).click();
	}

	/** The output as the table shows it, once it has that many rows. */
	async outputTable(count: number) {
		const all = this.output.locator('tbody tr');
		await all.nth(count).waitFor({ state: 'detached' });
		await all.nth(count - 1).waitFor();
		const texts = async (cells: Locator) =>
			(await cells.allTextContents()).map((text) => text.trim());
		const columns = (await texts(this.output.locator('thead th'))).filter(Boolean);
		const rows: Array<Record<string, string>> = [];
		for (const row of await all.all()) {
			const cells = await texts(row.locator('> td'));
			rows.push(Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])));
		}
		return { columns, rows };
	}

	/** For a person to look at, where `PICTURES` names a folder. */
	async picture(name: string): Promise<void> {
		const folder = process.env.PICTURES;
		if (folder) await this.page.screenshot({ path: `${folder}/${name}.png` });
	}

	/** Takes the selection off every node, so that the next one is not connected to it. */
	async selectNothing(): Promise<void> {
		await this.at('canvas').click({ position: { x: 40, y: 40 } });
	}

	async publish(): Promise<void> {
		await this.at('workflow-open-publish-modal-button').click();
		await this.at('workflow-publish-button').click();
		await this.page.getByRole('button', { name: 'Got it' }).click();
	}

	/** The same workflow, as it is saved, in a tab of its own. */
	async anotherTab(): Promise<Editor> {
		const page = await this.page.context().newPage();
		page.setDefaultTimeout(PATIENCE_MS);
		await page.goto(this.page.url());
		const tab = new Editor(page, this.url);
		await tab.at('canvas-node').first().waitFor();
		return tab;
	}

	async openEditor(): Promise<void> {
		await this.at('radio-button-workflow').click();
		// The list of executions shows nodes as well.
		await this.page.waitForURL((url) => !url.pathname.includes('/executions'));
		await this.at('canvas-node').first().waitFor();
	}

	async openExecutions(): Promise<void> {
		await this.at('radio-button-executions').click();
	}

	/** Entries of the list of executions that succeeded and that nobody started by hand. */
	get begunByTrigger(): Locator {
		return this.page
			.locator('.execution-card:has([data-test-execution-status=success])')
			.filter({ hasNot: this.page.locator('[data-icon=flask-conical]') });
	}
}
