import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Metafile } from 'esbuild';

import { bundledLibraries, lockfileOf } from './bundledLibraries';

/**
 * Asks npm's registry for advisories on what the bundle is made of. `npm audit` alone would ask for
 * everything that the project is built with, or, without development dependencies, for nothing.
 */
async function audit(): Promise<number> {
	const metafile = JSON.parse(readFileSync('.cache/bundle.json', 'utf8')) as Metafile;
	const libraries = await bundledLibraries(metafile);
	const lockfile = lockfileOf(libraries);
	const folder = mkdtempSync(join(tmpdir(), 'audit-'));
	try {
		writeFileSync(join(folder, 'package.json'), JSON.stringify(lockfile.packages['']));
		writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile));
		process.stdout.write(
			`Bundled: ${libraries.map(({ name, version }) => `${name} ${version}`).join(', ')}\n`,
		);
		const { status } = spawnSync('npm', ['audit', '--package-lock-only', '--loglevel', 'error'], {
			cwd: folder,
			stdio: 'inherit',
			shell: process.platform === 'win32',
		});
		return status ?? 1;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

void audit().then((code) => {
	process.exitCode = code;
});
