import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import axios from 'axios';

import { call, useSandbox } from './client';

const CLI = join(__dirname, '../../sandbox/cli.ts');
const other = useSandbox();
const running: ChildProcess[] = [];

function run(...options: string[]) {
	const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...options]);
	running.push(child);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (data: Buffer) => (output += data.toString()));
	}
	return {
		child,
		output: () => output,
		exit: once(child, 'close').then(([code]) => code as number | null),
	};
}

afterEach(() => {
	for (const child of running.splice(0)) child.kill('SIGKILL');
});

test('the command prints address and credentials, serves, and stops on Ctrl-C', async () => {
	const { child, output, exit } = run('--port', '0', '--username', 'me', '--code', '777');
	while (!output().includes('keyword')) await once(child.stdout, 'data');
	const baseUrl = /Base URL +(\S+)/.exec(output())?.[1] ?? '';
	const sandbox = { baseUrl } as Parameters<typeof call>[0];
	const answer = await call(
		sandbox,
		'authenticationTest',
		'ACME',
		{},
		{ username: 'me', code: 777 },
	);

	expect(answer.result).toBe(true);
	expect(output()).toMatch(/username +me\n +password +\S+\n +api_key +\S+\n +code +777/);
	expect((await axios.get(`${baseUrl}/`)).data).toContain('Messaging sandbox');
	child.kill('SIGINT');
	expect(await exit).toBe(0);
}, 30_000);

test('a taken port is reported with the way out', async () => {
	const { port } = other();
	const { output, exit } = run('--port', String(port));

	expect(await exit).toBe(1);
	expect(output()).toBe(
		`Port ${port} is taken. Choose another one: npm run sandbox -- --port ${port + 1}\n`,
	);
}, 30_000);

test.each([
	[['--port', '80000'], '--port takes a whole number up to 65535'],
	[['--port', 'http'], '--port takes a whole number up to 65535'],
	[['--code', '12a'], '--code takes digits'],
	[['--colour', 'blue'], "Unknown option '--colour'"],
])(
	'%j is answered with a message and the usage',
	async (options, message) => {
		const { output, exit } = run(...options);

		expect(await exit).toBe(1);
		expect(output()).toContain(message);
		expect(output()).toContain('Usage: npm run sandbox');
		expect(output()).not.toMatch(/^\s+at /m);
	},
	30_000,
);
