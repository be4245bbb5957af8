import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { cache, root } from '../../host/prepare.mjs';
import config from './jest.config.js';

/** What the sources and their tests import from n8n's module, types left out. */
function takenNames() {
	const names = config.roots
		.map((folder) => folder.replace('<rootDir>', root))
		.flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, file)))
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(IMPORTED)])
		.flatMap(([, list]) => list.split(',').map((name) => name.trim()))
		.filter((name) => name !== '' && !name.startsWith('type '));
	return [...new Set(names)];
}

const IMPORTED = /^import \{([^}]*)\} from 'n8n-workflow'/gm;

/**
 * Writes the part of n8n's module that the sources use as one file. Jest loads each module anew for each
 * test file and each mutant: 140 ms of this one, 500 ms of all of it.
 *
 * @returns the path of the file
 */
export async function writeWorkflowPart() {
	const outfile = join(cache, 'mutants', 'n8n-workflow.js');
	const contents = `export { ${takenNames().join(', ')} } from 'n8n-workflow';`;
	await build({
		stdin: { contents, resolveDir: root },
		outfile,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		mainFields: ['module', 'main'],
		conditions: ['import'],
		plugins: [{ name: 'unused modules are left out', setup: leaveUnusedOut }],
		logLevel: 'error',
	});
	return outfile;
}

/** None of the modules does anything that the others need by being loaded alone. */
function leaveUnusedOut({ onResolve, resolve }) {
	onResolve({ filter: /.*/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
		if (pluginData === 'resolved') return undefined;
		const found = await resolve(path, { kind, resolveDir, importer, pluginData: 'resolved' });
		return { ...found, sideEffects: false };
	});
}
