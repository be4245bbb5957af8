import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser, Page } from 'playwright-core';

import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { call } from '../sandbox/client';
import { openBrowser } from './editor';

let sandbox: RunningSandbox;
let browser: Browser;
let page: Page;
let receiver: Server;
let hook: string;

beforeAll(async () => {
	sandbox = await startSandbox({ statusDelay: 600_000 });
	browser = await openBrowser();
	receiver = createServer((_request, response) => response.writeHead(401).end('not signed'));
	receiver.listen(0, '127.0.0.1');
	await once(receiver, 'listening');
	hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
}, 60_000);
beforeEach(async () => {
	sandbox.sandbox.reset();
	const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
	page = await context.newPage();
});
afterEach(() => page.context().close());
afterAll(async () => {
	await browser.close();
	await sandbox.close();
	receiver.close();
});

const send = async () => {
	await call(sandbox, 'sendMessage', 'PILOTS', { message: 'Ahoy', status_url: hook });
	await page.goto(`${sandbox.baseUrl}/`);
	await page.getByRole('button', { name: /Ahoy/ }).click();
};
const status = () => page.locator('#detail .status');

test('a message is given a status of one’s choice, and delivered', async () => {
	await send();
	await page.getByLabel('Code', { exact: true }).fill('404');
	await page.getByLabel('Message', { exact: true }).fill('No such number');
	await page.getByRole('button', { name: 'Set status' }).click();
	await status().getByText('No such number').waitFor();

	await page.getByRole('button', { name: 'Deliver', exact: true }).click();
	await status().getByText('Delivered').waitFor();
	expect(sandbox.sandbox.messages.all).toMatchObject([{ fixed: { status_code: 100 } }]);
}, 60_000);

test('a campaign is a bar that moves', async () => {
	const recipients = (from: number) =>
		Array.from({ length: 5 }, (_n, index) => ({ sendTo: `1801555${from + index}`, type: 1 }));
	const send = async (number: number) =>
		await call(sandbox, 'sendMessage', 'PILOTS', {
			message: 'Ahoy',
			recipientList: { recipients: recipients(1000 + number * 10) },
			custom_ticket: `sale-${number}`,
		});
	await send(1);
	await page.goto(`${sandbox.baseUrl}/#campaigns`);
	const bar = (name: string) => page.getByRole('img', { name, exact: true });
	await bar('0 delivered, 5 in transit, 0 failed').waitFor();
	await send(2);
	const [first, second] = [1, 2].map(
		(number) => sandbox.sandbox.messages.withCustomTicket(`sale-${number}`)![0]!,
	);
	sandbox.sandbox.deliver(first!.transaction_ticket);
	sandbox.sandbox.setStatus(second!.transaction_ticket, second!.sendTo, {
		status_code: 7,
		status_message: 'Blocked',
	});
	await bar('5 delivered, 4 in transit, 1 failed').waitFor();
	await page.getByText('10 accepted in 2 requests').waitFor();
	if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
}, 60_000);

test('the reports show what was answered', async () => {
	await send();
	await page.getByRole('link', { name: 'Reports' }).click();

	// The post is repeated until it is accepted, so a slow machine shows it more than once.
	const posts = page.getByRole('row', { name: /18015553001 101 .*401 not signed/ });
	await posts.first().waitFor();
}, 60_000);

test('a person joins and leaves', async () => {
	await page.goto(`${sandbox.baseUrl}/#people`);
	await page.getByLabel('Group').selectOption('PILOTS');
	await page.getByLabel('Phone number').fill('+1 801 555 1999');
	await page.getByRole('button', { name: 'Join' }).click();
	await page.getByText('joined PILOTS, now with 2 active').waitFor();
	await page.getByRole('button', { name: 'Leave' }).click();
	await page.getByText('left PILOTS, now with 1 active').waitFor();
}, 60_000);

test('the credential is copied, and a sample event is sent', async () => {
	await page.goto(`${sandbox.baseUrl}/#connect`);
	await page.getByRole('button', { name: 'Copy API Key' }).click();
	await page.getByRole('button', { name: 'Copy API Key' }).filter({ hasText: 'Copied' }).waitFor();
	expect(await page.evaluate('navigator.clipboard.readText()')).toBe('sandbox-key');

	await page.getByLabel('Address').fill(hook);
	await page.getByRole('button', { name: 'Send event' }).click();
	await page.getByText('Answered: 401 not signed').waitFor();
}, 60_000);
