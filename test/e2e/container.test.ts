import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { preparedHost } from '../../host/preparedHost';
import { freePort } from '../../host/freePort';
import pinned from '../../host/package.json';
import { answers, Demo } from './demo';

jest.setTimeout(300_000);

const N8N = join(__dirname, '../../host/node_modules/n8n/bin/n8n');

/**
 * Stands for Docker or Podman: it writes down what it is asked for, and in place of a container it runs
 * the pinned n8n of this machine, with the variables and the folder that the container would have.
 */
const standIn = (asked: string, node: string) => `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const { spawn } = require('node:child_process');
const [verb, ...args] = process.argv.slice(2);
appendFileSync(${JSON.stringify(asked)}, JSON.stringify([verb, ...args]) + '\\n');
if (verb === 'image') process.exit(1);
if (verb === 'run') {
	const values = (option) => args.filter((it) => it.startsWith(option)).map((it) => it.slice(option.length));
	const [, source, target] = /^type=bind,source=(.*),target=(.*)$/.exec(values('--mount=')[0]);
	const variables = values('--env=').map((it) => /^([^=]*)=(.*)$/s.exec(it).slice(1));
	const inside = ([name, value]) => [name, value === target ? source : value];
	const env = { PATH: require('node:path').dirname(${JSON.stringify(node)}), ...Object.fromEntries(variables.map(inside)) };
	const n8n = spawn(${JSON.stringify(node)}, [${JSON.stringify(N8N)}, 'start'], { env, cwd: source, stdio: 'inherit' });
	process.on('SIGTERM', () => n8n.kill('SIGTERM'));
	n8n.on('close', () => process.exit(0));
}
`;

/** Of a Docker whose service is not running. */
const SILENT = `#!/bin/sh
echo 'Cannot connect to the Docker daemon' >&2
exit 1
`;

describe('npm start -- --container', () => {
	let folder: string;
	let demo: Demo | undefined;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'container-'));
	});
	afterEach(async () => {
		demo?.kill();
		demo = undefined;
		await rm(folder, { recursive: true, force: true, maxRetries: 10 });
	});

	const program = async (name: string, text: string) =>
		await writeFile(join(folder, name), text, { mode: 0o755 });

	/** With no other programs than those of the folder. */
	const startAlone = (...options: string[]) => {
		demo = new Demo(['--container', ...options], { ...process.env, PATH: folder });
		return demo;
	};

	it('refuses where there is neither Docker nor Podman, and says what to do', async () => {
		const { output, exitCodeAfter } = bound(startAlone());
		expect(await exitCodeAfter()).toBe(1);
		expect(output()).toBe(
			'Neither Docker nor Podman is installed, and --container needs one of them. ' +
				'Install one, or run npm start without --container.\n',
		);
	});

	it('refuses where Docker does not run, in the words of Docker', async () => {
		await program('docker', SILENT);
		const { output, exitCodeAfter } = bound(startAlone());
		expect(await exitCodeAfter()).toBe(1);
		expect(output()).toBe(
			'Docker is installed, but does not run: Cannot connect to the Docker daemon\n' +
				'Start it, or run npm start without --container.\n',
		);
	});

	it('takes no image for an n8n without a container', async () => {
		demo = new Demo(['--image=n8n:3']);
		const { output, exitCodeAfter } = bound(demo);
		expect(await exitCodeAfter()).toBe(1);
		expect(output()).toContain('--image names what --container runs');
	});

	it.each(['docker', 'podman'])('runs the demo with what it asks of %s', async (engine) => {
		const { node } = preparedHost();
		const log = join(folder, 'asked');
		// Where both are there, the one that runs is taken.
		if (engine === 'podman') await program('docker', SILENT);
		await program(engine, standIn(log, node));
		const [n8nPort, sandboxPort] = [await freePort(), await freePort()];
		const data = join(folder, 'data');
		const image = engine === 'podman' ? ['--image=example/n8n:3'] : [];
		const started = new Demo(
			[
				...['--container', ...image, `--data=${data}`],
				...[`--n8n-port=${n8nPort}`, `--sandbox-port=${sandboxPort}`],
			],
			{ ...process.env, PATH: `${folder}:${process.env.PATH}` },
		);
		demo = started;
		await started.untilUp();
		expect(started.said(' +18015551001')).toBe('The office closes at 3 pm today.');

		const asked = (await readFile(log, 'utf8'))
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as string[]);
		const name =
			engine === 'podman' ? 'example/n8n:3' : `docker.io/n8nio/n8n:${pinned.dependencies.n8n}`;
		expect(asked).toContainEqual(['pull', '--quiet', name]);
		const run = asked.find(([verb]) => verb === 'run') ?? [];
		expect(run.at(-1)).toBe(name);
		expect(run).toEqual(
			expect.arrayContaining([
				'--rm',
				`--mount=type=bind,source=${data},target=/data`,
				'--env=N8N_USER_FOLDER=/data',
				`--env=N8N_PORT=${n8nPort}`,
				'--env=N8N_UNVERIFIED_PACKAGES_ENABLED=true',
			]),
		);
		// What our own environment holds is none of its business.
		expect(run.filter((it) => it.startsWith('--env=PATH'))).toEqual([]);

		// It ends with the demo, also where that is ended by force.
		await started.exitCodeAfter(engine === 'podman' ? 'SIGKILL' : 'SIGINT');
		while (await answers(n8nPort)) await sleep(200);
	});
});

const bound = (demo: Demo) => ({
	output: () => demo.output,
	exitCodeAfter: async () => await demo.exitCodeAfter(),
});
