import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { preparedHost } from '../../host/preparedHost';
import { startN8n, type RunningN8n } from '../../host/n8n';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import { OWNER } from '../owner';
import { Editor, openBrowser } from './editor';

export interface WholeEditor {
	sandbox: RunningSandbox;
	n8n: RunningN8n;
	browser: Browser;
	editor: Editor;
	stop(): Promise<void>;
}

/** An n8n that is new, with the package of this checkout, and a person who is signed in. */
export async function startWholeEditor(): Promise<WholeEditor> {
	const stops: Array<() => Promise<unknown>> = [];
	const stop = async () => {
		for (const end of stops.splice(0).reverse()) await end();
	};
	try {
		const folder = await mkdtemp(join(tmpdir(), 'n8n-browser-'));
		stops.push(async () => await rm(folder, { recursive: true, force: true }));
		const prepared = preparedHost();
		const sandbox = await startSandbox({ port: 0, statusDelay: 500 });
		stops.push(async () => await sandbox.close());
		const n8n = await startN8n({ ...prepared, userFolder: folder });
		stops.push(async () => await n8n.stop());
		await n8n.client.signIn(OWNER);
		const browser = await openBrowser();
		stops.push(async () => await browser.close());
		const editor = await Editor.open(browser, n8n.url, OWNER, { width: 1280, height: 800 });
		return { sandbox, n8n, browser, editor, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
