import { join } from 'node:path';
import { build } from 'esbuild';
import { cache, root } from '../../host/prepare.mjs';

/** What the sources and their tests take of n8n's module; with a name left out, the first run fails. */
const ENTRY = `export {
	NodeApiError, NodeConnectionTypes, NodeHelpers, NodeOperationError, WAIT_INDEFINITELY, sleep,
} from 'n8n-workflow';`;

/**
 * Writes the part of n8n's module that the sources use as one file. Jest loads each module anew for each
 * test file and each mutant: 140 ms of this one, 500 ms of all of it.
 *
 * @returns the path of the file
 */
export async function writeWorkflowPart() {
	const outfile = join(cache, 'mutants', 'n8n-workflow.js');
	await build({
		stdin: { contents: ENTRY, resolveDir: root },
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
