import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';

import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { runNode, type RunResult } from '../engine/engine';
import { credentialFor } from '../engine/sandboxed';
import { openBrowser } from './editor';

/** The page of a question as the built node makes it, on a phone without scripts. */
let sandbox: RunningSandbox;
let browser: Browser;
let page: Page;
let server: Server;
let asked: RunResult;
let decided: INodeExecutionData[] | undefined;
const complaints: string[] = [];

beforeAll(async () => {
	sandbox = await startSandbox({ statusDelay: 0 });
	browser = await openBrowser();
	const app = express().use(express.urlencoded());
	app.use(async (request, response) => {
		const { method, originalUrl: url, headers, body } = request;
		const visited = await asked.visit({
			method: method as 'GET' | 'POST',
			url,
			headers: headers as IDataObject,
			body: body as object,
			contentType: 'application/x-www-form-urlencoded',
		});
		decided ??= visited.items;
		response.status(visited.httpStatus).set(visited.headers).send(visited.html);
	});
	server = app.listen(0, '127.0.0.1');
	await once(server, 'listening');
}, 60_000);
beforeEach(() => {
	sandbox.sandbox.reset();
	decided = undefined;
});
afterEach(async () => await page?.context().close());
afterAll(async () => {
	await browser?.close();
	await sandbox?.close();
	server?.close();
});

const LONG = `The agent wants to run this tool: Broadcast

Input:
${JSON.stringify({ text: 'The office stays closed tomorrow. <b>Stay at home.</b>', group: 'NORTH', note: 'x'.repeat(120) })}`;

/** Asks, and opens the link on a phone. */
async function openLink(parameters: INodeParameters, colorScheme: 'light' | 'dark' = 'light') {
	asked = await runNode({
		credential: credentialFor(sandbox),
		secret: 'a1'.repeat(32),
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
			recipients: 'commaSeparated',
			sendTo: '18015551003',
			message: LONG,
			options: { responseFormTitle: 'Front office' },
			...parameters,
		},
	});
	expect(asked.error).toBeUndefined();
	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		deviceScaleFactor: 2,
		isMobile: true,
		hasTouch: true,
		javaScriptEnabled: false,
		locale: 'en-GB',
		colorScheme,
	});
	page = await context.newPage();
	page.on('console', (message) => complaints.push(message.text()));
	const link = /https?:\S+$/.exec(sandbox.sandbox.messages.all[0]?.text ?? '')?.[0] ?? '';
	const { port } = server.address() as AddressInfo;
	await page.goto(link.replace('http://127.0.0.1', `http://127.0.0.1:${port}`));
}

const TWO = {
	approvalOptions: {
		values: { approvalType: 'double', approveLabel: 'Send it', disapproveLabel: 'Do not send' },
	},
};

async function picture(name: string) {
	const folder = process.env.PICTURES;
	if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Nothing is wider than the phone, and what is pressed is as high as a finger needs. */
async function fitsPhone() {
	const boxes = await Promise.all(
		(await page.locator('h1, p, button, input:visible, textarea, select').all()).map((it) =>
			it.boundingBox(),
		),
	);
	expect(boxes.length).toBeGreaterThan(2);
	for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
	for (const button of await page.getByRole('button').all()) {
		expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
	}
}

test.each(['light', 'dark'] as const)(
	'a question is read and answered with one tap, in %s',
	async (colorScheme) => {
		await openLink(TWO, colorScheme);
		await page.getByRole('heading', { name: 'Front office' }).waitFor();
		await page.getByText('<b>Stay at home.</b>').waitFor();
		await fitsPhone();
		await picture(`approval-${colorScheme}`);
		expect(decided).toBeUndefined();

		await page.getByRole('button', { name: 'Send it', exact: true }).tap();
		await page.getByRole('status').getByText('Recorded: Send it').waitFor();
		await picture(`recorded-${colorScheme}`);
		expect(decided?.[0]?.json).toMatchObject({ approved: true, answered_by: '18015551003' });
		expect(complaints).toEqual([]);
	},
	60_000,
);

test('a text is written with the keyboard alone', async () => {
	await openLink({ responseType: 'freeText' });
	await page.getByLabel('Your answer').fill('After lunch, please.');
	await fitsPhone();
	await picture('free-text');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await page.getByRole('status').getByText('Recorded: After lunch, please.').waitFor();
	expect(decided?.[0]?.json.answer).toBe('After lunch, please.');
}, 60_000);

test('a form has labels for all that it asks', async () => {
	const options = (...all: string[]) => ({ values: all.map((option) => ({ option })) });
	await openLink({
		responseType: 'customForm',
		message: 'When may we come?',
		formFields: {
			values: [
				{ fieldLabel: 'Name', requiredField: true, placeholder: 'e.g. Ann' },
				{ fieldLabel: 'Day', fieldType: 'date' },
				{ fieldLabel: 'How many', fieldType: 'number' },
				{ fieldLabel: 'Where', fieldType: 'dropdown', fieldOptions: options('Here', 'There') },
				{ fieldLabel: 'Extras', fieldType: 'checkbox', fieldOptions: options('Tea', 'Cake') },
				{ fieldLabel: 'Size', fieldType: 'radio', fieldOptions: options('S', 'L') },
			],
		},
	});
	await fitsPhone();
	for (const name of ['Name *', 'Day', 'How many', 'Where', 'Tea', 'Cake', 'S', 'L']) {
		await page.getByLabel(name, { exact: true }).waitFor();
	}
	await page.getByRole('group', { name: 'Extras' }).waitFor();
	await picture('form');
}, 60_000);

test('a screen reader hears who asks, the question, what can be pressed, and what was wrong', async () => {
	await openLink({ ...TWO, message: 'Shall we send it?' });
	const heard = async () => (await page.locator('body').ariaSnapshot()).split('\n');
	expect(await page.locator('html').getAttribute('lang')).toBe('en');
	expect(await heard()).toEqual([
		'- main:',
		'  - heading "Front office" [level=1]',
		'  - paragraph: Shall we send it?',
		'  - button "Send it"',
		'  - button "Do not send"',
		'  - paragraph: You answer as 18015551003.',
	]);
	await page.context().close();

	sandbox.sandbox.reset();
	await openLink({
		responseType: 'customForm',
		message: 'When?',
		formFields: {
			values: [
				{ fieldLabel: 'Name', requiredField: true },
				{
					fieldLabel: 'Extras',
					fieldType: 'checkbox',
					requiredField: true,
					fieldOptions: { values: [{ option: 'Tea' }, { option: 'Cake' }] },
				},
			],
		},
	});
	expect(await heard()).toEqual([
		'- main:',
		'  - heading "Front office" [level=1]',
		'  - paragraph: When?',
		'  - text: Name *',
		'  - textbox "Name *"',
		'  - group "Extras *":',
		'    - text: Extras *',
		'    - checkbox "Tea"',
		'    - text: Tea',
		'    - checkbox "Cake"',
		'    - text: Cake',
		'  - button "Submit"',
		'  - paragraph: You answer as 18015551003.',
	]);
	await page.context().close();

	sandbox.sandbox.reset();
	await openLink({ responseType: 'freeText', message: 'When?' });
	await page.getByLabel('Your answer *').fill(' ');
	await page.getByRole('button', { name: 'Submit' }).tap();
	await page.getByRole('alert').waitFor();
	await picture('wrong');
	expect((await heard()).slice(2, 5)).toEqual([
		'  - paragraph: When?',
		'  - alert:',
		'    - strong: "Please check these fields: Your answer"',
	]);
}, 60_000);
