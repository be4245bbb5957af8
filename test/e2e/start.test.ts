import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { N8nClient, type WorkflowFile } from '../../host/n8nClient';

jest.setTimeout(300_000);

const START = join(__dirname, '..', '..', 'host', 'start.mjs');
const EXAMPLES = join(__dirname, '..', '..', 'examples');
const IS_UP = 'Ctrl-C stops everything.';

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}

const answers = (port: number) =>
	new Promise<boolean>((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});

async function exampleNames(): Promise<string[]> {
	const files = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json'));
	const texts = await Promise.all(files.map((file) => readFile(join(EXAMPLES, file), 'utf8')));
	return texts.map((text) => (JSON.parse(text) as WorkflowFile).name).sort();
}

describe('npm start', () => {
	let data: string;
	let n8nPort: number;
	let sandboxPort: number;
	let child: ChildProcess;
	let output: string;

	beforeAll(async () => {
		data = await mkdtemp(join(tmpdir(), 'demo-'));
		[n8nPort, sandboxPort] = [await freePort(), await freePort()];
	});
	afterEach(() => {
		child.kill('SIGKILL');
	});
	afterAll(() => rm(data, { recursive: true, force: true, maxRetries: 10 }));

	function start(): void {
		output = '';
		child = spawn(
			process.execPath,
			[START, `--n8n-port=${n8nPort}`, `--sandbox-port=${sandboxPort}`, `--data=${data}`],
			{ stdio: ['ignore', 'pipe', 'pipe'] },
		);
		const add = (chunk: Buffer) => {
			output += chunk.toString();
		};
		child.stdout?.on('data', add);
		child.stderr?.on('data', add);
	}

	async function untilUp(): Promise<void> {
		while (!output.includes(IS_UP)) {
			if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
			await sleep(100);
		}
	}

	async function exitCodeAfter(signal?: NodeJS.Signals): Promise<number | null> {
		const ended = once(child, 'close');
		if (signal) child.kill(signal);
		const [code] = (await ended) as [number | null];
		return code;
	}

	/** What the output says beside a word such as `Workflow`. */
	const said = (label: string) =>
		new RegExp(`^${label} +(.*)$`, 'm').exec(output)?.[1] ?? `nothing about ${label}`;

	async function workflowNames(): Promise<string[]> {
		const [email = '', password = ''] = said('Sign in').split(/ +/);
		const client = new N8nClient(`http://127.0.0.1:${n8nPort}`);
		await client.signIn({ email, password, firstName: 'Demo', lastName: 'Owner' });
		return (await client.workflows()).map(({ name }) => name).sort();
	}

	it('sends to a group from n8n, says where to look, and stops on Ctrl-C', async () => {
		start();
		await untilUp();
		for (const phone of ['18015551001', '18015551002', '18015551003', '18015551004']) {
			expect(said(` +${phone}`)).toBe('The office closes at 3 pm today.');
		}
		expect(said('Workflow')).toMatch(`http://127.0.0.1:${n8nPort}/workflow/`);
		expect(said('Inbox')).toBe(`http://127.0.0.1:${sandboxPort}/`);
		expect(said('  API Key')).toBe('sandbox-key');
		expect(await answers(sandboxPort)).toBe(true);
		expect(await exitCodeAfter('SIGINT')).toBe(0);
		expect([await answers(n8nPort), await answers(sandboxPort)]).toEqual([false, false]);
	});

	it('starts again with the same workflows and doubles none', async () => {
		start();
		await untilUp();
		expect(await workflowNames()).toEqual(await exampleNames());
		expect(said(' +18015551001')).toBe('The office closes at 3 pm today.');
		expect(await exitCodeAfter('SIGTERM')).toBe(0);
	});

	it('reports a port that is taken, with the way out', async () => {
		const other = createServer().listen(n8nPort, '127.0.0.1');
		await once(other, 'listening');
		start();
		expect(await exitCodeAfter()).toBe(1);
		expect(output).toContain(`Port ${n8nPort}`);
		expect(output).toContain('--n8n-port');
		other.close();
	});

	it('takes n8n down with it when it is killed', async () => {
		start();
		await untilUp();
		await exitCodeAfter('SIGKILL');
		while (await answers(n8nPort)) await sleep(200);
	});
});
