// node startOnce.mjs [options of npm start]: starts the demo as people do, looks whether both of its pages answer, and stops it: for the systems
// on which CI does not run the layers that start n8n.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../host/prepare.mjs';

const IS_UP = 'Ctrl-C stops everything.';
const PAGES = ['http://127.0.0.1:5678/rest/settings', 'http://127.0.0.1:8025/'];

const demo = [join(root, 'host/launch.mjs'), 'host/demo.ts', ...process.argv.slice(2)];
const child = spawn(process.execPath, demo, { stdio: ['ignore', 'pipe', 'inherit'] });
const isUp = await new Promise((resolve) => {
	let output = '';
	child.stdout.on('data', (chunk) => {
		process.stdout.write(chunk);
		output += chunk;
		if (output.includes(IS_UP)) resolve(true);
	});
	child.once('exit', () => resolve(false));
});
const answers = isUp
	? await Promise.all(PAGES.map(async (page) => (await fetch(page)).status))
	: [];
const isGood = isUp && answers.every((status) => status === 200);
process.stdout.write(
	isGood ? 'The demo starts, and answers.\n' : `The demo does not answer: ${answers.join(', ')}\n`,
);
child.kill();
process.exit(isGood ? 0 : 1);
