import 'reflect-metadata';

import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';

import { program, workOf, type Time } from './turns';

/** A package to load as n8n loads it at its start, when its own libraries are there. */
export interface Load {
	packageFolder: string;
}

export interface Loaded extends Time {
	/** Bytes that stay in use. */
	bytes: number;
}

export const { setup, turn, teardown } = program(async ({ packageFolder }: Load) => {
	// V8 would drop compiled code of n8n's meanwhile, and the package seem to take less than nothing.
	setFlagsFromString('--no-flush-bytecode');
	const { LazyPackageDirectoryLoader } = require('n8n-core') as typeof import('n8n-core');
	// n8n's own nodes come first, and take what is needed for the first of all nodes and credentials.
	const nodesBase = dirname(require.resolve('n8n-nodes-base/package.json'));
	const own = new LazyPackageDirectoryLoader(nodesBase);
	await own.loadAll();
	own.getNode('noOp');
	own.getCredential('httpBasicAuth');
	own.releaseTypes();
	return async (): Promise<Loaded> => {
		const before = usedAfterCollection();
		const loader = new LazyPackageDirectoryLoader(packageFolder);
		const time = await workOf(async () => {
			await loader.loadAll();
			// n8n has each credential at hand from the start.
			for (const name in loader.known.credentials) loader.getCredential(name);
		});
		if (loader.types.nodes.length < 2) throw new Error(`${packageFolder} did not load`);
		// As n8n does when it has written them down for the editor.
		loader.releaseTypes();
		return { ...time, bytes: usedAfterCollection() - before };
	};
});

/** Bytes; what is let go of by one collection may be freed by the next. */
function usedAfterCollection(): number {
	for (let collection = 0; collection < 4; collection++) globalThis.gc?.();
	return process.memoryUsage().heapUsed;
}
