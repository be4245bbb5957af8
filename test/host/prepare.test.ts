import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const PREPARE = pathToFileURL(join(__dirname, '../../host/prepare.mjs')).href;

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'npm-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** An installation by an npm that runs `script`, whose `attempt` counts from 1. */
async function install(script: string, isDone = false) {
	const npm = join(folder, 'npm-cli.js');
	const attempts = join(folder, 'attempts');
	writeFileSync(attempts, '');
	writeFileSync(
		npm,
		`const fs = require('node:fs');
		fs.appendFileSync(${JSON.stringify(attempts)}, '.');
		const attempt = fs.readFileSync(${JSON.stringify(attempts)}).length;
		${script}`,
	);
	const code = `const { npmInstalls } = await import(${JSON.stringify(PREPARE)});
		await npmInstalls(['ci'], { log: 'install-test', silence: 1500 }, async () => ${isDone});`;
	const args = ['--input-type=module', '--eval', code];
	const env = { ...process.env, npm_execpath: npm };
	const ended = promisify(execFile)(process.execPath, args, { env });
	const error = await ended.then(
		() => '',
		({ stderr }: { stderr: string }) => stderr,
	);
	return { attempts: readFileSync(attempts).length, error };
}

const HANGS = 'setInterval(() => {}, 1000);';

describe('an installation by npm', () => {
	it('is started again when npm has been silent for too long', async () => {
		expect(await install(`if (attempt === 1) ${HANGS}`)).toEqual({ attempts: 2, error: '' });
	});

	it('has ended when npm is silent, and everything is there', async () => {
		expect(await install(HANGS, true)).toEqual({ attempts: 1, error: '' });
	});

	it('is given up when npm is silent each time', async () => {
		const { attempts, error } = await install(`console.log('fetching'); ${HANGS}`);
		expect(attempts).toBe(3);
		expect(error).toMatch(/npm-cli\.js ci --loglevel=http did not succeed\.\nfetching/);
	}, 30_000);

	it('goes on for as long as npm tells what it fetches', async () => {
		const slow = `let told = 0;
			const timer = setInterval(() => {
				console.log('fetching');
				if (++told === 6) clearInterval(timer);
			}, 500);`;
		expect(await install(slow)).toEqual({ attempts: 1, error: '' });
	});

	it('is not tried again where npm itself says no', async () => {
		const { attempts, error } = await install("console.log('no such package'); process.exit(1);");
		expect(attempts).toBe(1);
		expect(error).toContain('no such package');
	});
});
