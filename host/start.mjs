import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { containerEngine } from './containerEngine.mjs';
import { tryLock } from './lock.mjs';
import {
	cache,
	loadTypeScript,
	prepare,
	root,
	runMain,
	SetupError,
	stopWithNpm,
} from './prepare.mjs';
import { step } from './progress.mjs';

/** The n8n that the demo runs, and the tests. */
const { n8n: VERSION } = JSON.parse(
	readFileSync(join(root, 'host', 'package.json'), 'utf8'),
).dependencies;
const IMAGE = `docker.io/n8nio/n8n:${VERSION}`;

const USAGE = `npm start -- [options]

  --n8n-port <port>      port of n8n's editor (5678)
  --sandbox-port <port>  port of the sandbox and its inbox (8025)
  --data <folder>        where n8n keeps its data between starts (.cache/demo)
  --container            run n8n in a container, with Docker or Podman
  --image <image>        the image of that container (${IMAGE})
`;

function options() {
	const { values } = parseArgs({
		options: {
			'n8n-port': { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '8025' },
			data: { type: 'string' },
			container: { type: 'boolean', default: false },
			image: { type: 'string' },
			help: { type: 'boolean' },
		},
	});
	const port = (name) => {
		const number = Number(values[name]);
		if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
		throw new SetupError(`--${name} takes a port number, and ${values[name]} is none.`);
	};
	const { container, data, help, image = IMAGE } = values;
	if (values.image && !container) {
		throw new SetupError(
			'--image names what --container runs. Give both: npm start -- --container',
		);
	}
	return {
		help,
		// An image of another version would change the database of the other n8n.
		data: resolve(data ?? join(cache, container ? 'demo-container' : 'demo')),
		image: container ? image : undefined,
		n8nPort: port('n8n-port'),
		sandboxPort: port('sandbox-port'),
	};
}

async function requireFreePort(port, user, option) {
	const server = createServer();
	server.listen(port, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch (error) {
		if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
		const reason = error.code === 'EACCES' ? 'may not be used' : 'is already in use';
		throw new SetupError(
			`Port ${port}, for ${user}, ${reason}. Choose another one: npm start -- ${option} <port>`,
		);
	}
	server.close();
	await once(server, 'close');
}

await runMain(async () => {
	stopWithNpm();
	const { help, image, ...chosen } = options();
	if (help) {
		process.stdout.write(USAGE);
		return;
	}
	const container = image && { engine: containerEngine(), image };
	if (chosen.n8nPort === chosen.sandboxPort) {
		throw new SetupError(
			`n8n and the sandbox cannot both have port ${chosen.n8nPort}. Choose another one for one of them.`,
		);
	}
	await requireFreePort(chosen.n8nPort, 'n8n', '--n8n-port');
	await requireFreePort(chosen.sandboxPort, 'the sandbox', '--sandbox-port');
	if (!(await tryLock(chosen.data))) {
		throw new SetupError(
			`A demo is running on ${chosen.data} already. Stop it, or start this one with --data <folder>.`,
		);
	}
	const { node, tarball } = await prepare(container ? null : undefined);
	const runtime = container ? { container } : { node };
	const n8nName = container ? 'n8n in a container' : `n8n ${VERSION}`;

	const { runDemo } = await loadTypeScript('host/demo.ts');
	await runDemo({ ...chosen, tarball, runtime, n8nName, step });
});
