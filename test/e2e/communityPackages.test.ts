import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { INode, INodeProperties } from 'n8n-workflow';

import { preparedHost } from '../../host/preparedHost';
import { startN8n, type RunningN8n } from '../../host/n8n';
import type { SavedCredential } from '../../host/n8nClient';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import {
	installPackage,
	installedPackages,
	nodeTypes,
	uninstallPackage,
	updatePackage,
} from './editorCalls';
import { OWNER } from '../owner';
import { startRegistry, type Registry } from './registry';
import { byKeyword, chain, CREDENTIAL_TYPE, NODE_TYPE } from './world';

jest.setTimeout(300_000);

const PACKAGE = 'n8n-nodes-subscription-messaging';
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

/** What a run without a recipient ends with, in the version that is packed and in the one before it. */
const SAYS = {
	now: 'holds no recipient, so nothing was sent',
	before: 'holds nobody who could be texted',
};
/** What the editor shows of an operation, in the same way. */
const SHOWS = { now: 'Get the delivery status of each recipient', before: 'Ask for the status' };

/** Packs the package again as an older version that says some things in other words. */
async function olderVersion(tarball: string, folder: string): Promise<string> {
	const unpacked = join(folder, 'package');
	execFileSync('tar', ['-xzf', tarball, '-C', folder]);
	const change = async (file: string, words: Array<{ now: string; before: string }>) => {
		let text = await readFile(join(unpacked, file), 'utf8');
		for (const { now, before } of words) {
			expect([file, text.includes(now)]).toEqual([file, true]);
			text = text.replaceAll(now, before);
		}
		await writeFile(join(unpacked, file), text);
	};
	const { version } = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as {
		version: string;
	};
	await change('package.json', [{ now: `"version": "${version}"`, before: '"version": "0.0.9"' }]);
	await change('dist/bundle.js', [SAYS, SHOWS]);
	await change('dist/types/nodes.json', [SHOWS]);
	const packed = join(folder, 'older.tgz');
	execFileSync('tar', ['-czf', packed, '-C', folder, 'package']);
	return packed;
}

describe("n8n's own community packages", () => {
	let folder: string;
	let node: string;
	let registry: Registry;
	let service: RunningSandbox;
	let n8n: RunningN8n;
	let credential: SavedCredential;
	let newest: string;
	/** What *Resource* and *Operation* offered when the package was installed. */
	let choices: string[];

	const start = async () => {
		const userFolder = join(folder, 'n8n');
		n8n = await startN8n({ node, userFolder, env: registry.env });
		await n8n.client.signIn(OWNER);
	};

	const send = (sendTo: string): INode => ({
		id: 'Send',
		name: 'Send',
		type: NODE_TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			resource: 'message',
			operation: 'send',
			keyword: byKeyword('NSTAFF'),
			message: 'Installed',
			recipients: 'commaSeparated',
			sendTo,
		},
		credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
	});

	const runSend = async (sendTo: string) => {
		const { id } = await n8n.client.createWorkflow(chain('Installed', send(sendTo)));
		return (await n8n.client.runWorkflow(id)).data.resultData;
	};

	/** That the node sends, and which version's code does. */
	const expectToSendAs = async (which: keyof typeof SAYS) => {
		service.sandbox.reset();
		expect((await runSend('18015551001')).error?.message).toBeUndefined();
		expect(service.sandbox.messages.all.map(({ sendTo }) => sendTo)).toEqual(['18015551001']);
		// By an expression: n8n itself refuses a field that is left empty.
		expect((await runSend("={{ '' }}")).error?.message).toContain(SAYS[which]);
	};

	const described = async () =>
		(await nodeTypes(n8n.client)).find(({ name }) => name === NODE_TYPE)?.properties;

	const choicesOf = (properties: INodeProperties[] = []) =>
		properties
			.filter(({ name }) => ['resource', 'operation'].includes(name))
			.flatMap(({ options = [] }) => options.map((option) => 'value' in option && option.value))
			.map(String);

	const offered = async () => choicesOf(await described());

	const versions = async () =>
		(await installedPackages(n8n.client)).map(({ installedVersion }) => installedVersion);

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'n8n-installs-'));
		const prepared = preparedHost();
		node = prepared.node;
		registry = await startRegistry();
		await registry.publish(await olderVersion(prepared.tarball, folder));
		await registry.publish(prepared.tarball);
		service = await startSandbox({ port: 0 });
		await start();
	});
	afterAll(async () => {
		await n8n?.stop();
		await service?.close();
		await registry?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 10 });
	});

	it('install a chosen version, which sends', async () => {
		expect(await described()).toBeUndefined();
		const installed = await installPackage(n8n.client, PACKAGE, '0.0.9');
		expect(installed.installedVersion).toBe('0.0.9');
		expect(registry.asked).toContain(`/${PACKAGE}/-/${PACKAGE}-0.0.9.tgz`);
		const { username, password, apiKey, code } = service.sandbox.settings;
		credential = await n8n.client.saveCredential('Installed', CREDENTIAL_TYPE, {
			baseUrl: service.baseUrl,
			username,
			password,
			api_key: apiKey,
			code,
		});
		await expectToSendAs('before');
		expect(JSON.stringify(await described())).toContain(SHOWS.before);
		choices = await offered();
	});

	it('offer no Custom API Call, which the credential is not made for', async () => {
		expect(choices).toContain('sendAndWaitForDelivery');
		expect(choices).not.toContain(CUSTOM_API_CALL);
		// That it would be seen.
		const others = await nodeTypes(n8n.client);
		expect(others.flatMap(({ properties }) => choicesOf(properties))).toContain(CUSTOM_API_CALL);
	});

	it('tell of an update and install it, without a restart', async () => {
		const [installed] = await installedPackages(n8n.client);
		newest = installed?.updateAvailable ?? '';
		expect(newest).toMatch(/^\d+\.\d+\.\d+$/);
		expect((await updatePackage(n8n.client, PACKAGE)).installedVersion).toBe(newest);
		await expectToSendAs('now');
		expect(JSON.stringify(await described())).toContain(SHOWS.now);
		expect(await offered()).toEqual(choices);
	});

	it('have the same after a restart', async () => {
		await n8n.stop();
		await start();
		expect(await versions()).toEqual([newest]);
		expect(await offered()).toEqual(choices);
		await expectToSendAs('now');
	});

	it('uninstall it, and install it again with its credential still there', async () => {
		await uninstallPackage(n8n.client, PACKAGE);
		expect(await versions()).toEqual([]);
		expect(await described()).toBeUndefined();
		await installPackage(n8n.client, PACKAGE);
		expect(await versions()).toEqual([newest]);
		expect(await offered()).toEqual(choices);
		await expectToSendAs('now');
	});
});
