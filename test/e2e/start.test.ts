import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../host/freePort';
import pinned from '../../host/package.json';
import { N8nClient, type WorkflowFile } from '../../host/n8nClient';
import { answers, Demo } from './demo';

jest.setTimeout(300_000);

const EXAMPLES = join(__dirname, '..', '..', 'examples');

async function exampleNames(): Promise<string[]> {
	const files = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json'));
	const texts = await Promise.all(files.map((file) => readFile(join(EXAMPLES, file), 'utf8')));
	return texts.map((text) => (JSON.parse(text) as WorkflowFile).name).sort();
}

describe('npm start', () => {
	let data: string;
	let n8nPort: number;
	let sandboxPort: number;
	let demo: Demo;

	beforeAll(async () => {
		data = await mkdtemp(join(tmpdir(), 'demo-'));
		[n8nPort, sandboxPort] = [await freePort(), await freePort()];
	});
	afterEach(() => {
		demo.kill();
	});
	afterAll(() => rm(data, { recursive: true, force: true, maxRetries: 10 }));

	function start(): void {
		demo = new Demo([
			...[`--n8n-port=${n8nPort}`, `--sandbox-port=${sandboxPort}`, `--data=${data}`],
		]);
	}

	async function signedIn(): Promise<N8nClient> {
		const [email = '', password = ''] = demo.said('Sign in').split(/ +/);
		const client = new N8nClient(`http://127.0.0.1:${n8nPort}`);
		await client.signIn({ email, password, firstName: 'Demo', lastName: 'Owner' });
		return client;
	}

	async function workflowNames(): Promise<string[]> {
		const client = await signedIn();
		return (await client.workflows()).map(({ name }) => name).sort();
	}

	it('sends to a group from n8n, says where to look, and stops on Ctrl-C', async () => {
		start();
		await demo.untilUp();
		for (const phone of ['18015551001', '18015551002', '18015551003', '18015551004']) {
			expect(demo.said(` +${phone}`)).toBe('The office closes at 3 pm today.');
		}
		expect(demo.output).toContain(`Starting n8n ${pinned.dependencies.n8n} `);
		expect(demo.said('Workflow')).toMatch(`http://127.0.0.1:${n8nPort}/workflow/`);
		expect(demo.said('Inbox')).toBe(`http://127.0.0.1:${sandboxPort}/`);
		expect(demo.said('  API Key')).toBe('sandbox-key');
		expect(await answers(sandboxPort)).toBe(true);
		expect(await demo.exitCodeAfter('SIGINT')).toBe(0);
		expect([await answers(n8nPort), await answers(sandboxPort)]).toEqual([false, false]);
	});

	it('starts again with the same workflows and doubles none', async () => {
		start();
		await demo.untilUp();
		expect(await workflowNames()).toEqual(await exampleNames());
		expect(demo.said(' +18015551001')).toBe('The office closes at 3 pm today.');
		expect(await demo.exitCodeAfter('SIGTERM')).toBe(0);
	});

	it('runs nothing that somebody has given the credential of another service', async () => {
		start();
		await demo.untilUp();
		const client = await signedIn();
		const type = 'subscriptionMessagingApi';
		const { id, name } = await client.saveCredential('Real account', type, {
			baseUrl: 'http://127.0.0.1:9',
			username: 'acme',
			password: 'secret-word',
			api_key: 'key-of-acme',
			code: '12345',
			keyword: '',
		});
		const workflow = demo.said('Workflow').split('/').at(-1)!;
		const { nodes } = await client.call<WorkflowFile>(`GET /rest/workflows/${workflow}`);
		for (const node of nodes) if (node.credentials) node.credentials = { [type]: { id, name } };
		await client.call(`PATCH /rest/workflows/${workflow}`, { nodes }, { forceSave: true });
		expect(await demo.exitCodeAfter('SIGTERM')).toBe(0);

		start();
		await demo.untilUp();
		expect(demo.output).toContain('was changed, so it was not run');
		expect(demo.output).not.toContain('+18015551001');
		expect(await demo.exitCodeAfter('SIGTERM')).toBe(0);
	});

	it('reports a port that is taken, with the way out', async () => {
		const other = createServer().listen(n8nPort, '127.0.0.1');
		await once(other, 'listening');
		start();
		expect(await demo.exitCodeAfter()).toBe(1);
		expect(demo.output).toContain(`Port ${n8nPort}`);
		expect(demo.output).toContain('--n8n-port');
		other.close();
	});

	it('takes n8n down with it when it is killed', async () => {
		start();
		await demo.untilUp();
		await demo.exitCodeAfter('SIGKILL');
		while (await answers(n8nPort)) await sleep(200);
	});
});
