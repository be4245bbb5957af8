import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type * as Core from 'n8n-core';
import { serveTurns, workOf } from './turns';

/** A package to load as n8n loads it at its start, when its own libraries are there. */
export interface Load {
	/** Folder of the private package that has n8n. */
	host: string;
	packageFolder: string;
}

export interface Loaded {
	ms: number;
	/** Bytes that stay in use. */
	bytes: number;
}

serveTurns(async ({ host, packageFolder }: Load) => {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-bench-'));
	process.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));
	Object.assign(process.env, { N8N_USER_FOLDER: userFolder, N8N_LOG_LEVEL: 'silent' });
	const require = createRequire(join(host, 'package.json'));
	require('reflect-metadata');
	const { LazyPackageDirectoryLoader } = require('n8n-core') as typeof Core;
	// n8n's own nodes come first, and take what is needed for the first of all nodes.
	const own = new LazyPackageDirectoryLoader(join(host, 'node_modules', 'n8n-nodes-base'));
	await own.loadAll();
	own.getNode('noOp');
	return async (): Promise<Loaded> => {
		const before = process.memoryUsage().heapUsed;
		const loader = new LazyPackageDirectoryLoader(packageFolder);
		const ms = await workOf(async () => await loader.loadAll());
		if (loader.types.nodes.length < 2) throw new Error(`${packageFolder} did not load`);
		// As n8n does when it has written them down for the editor.
		loader.releaseTypes();
		globalThis.gc?.();
		return { ms, bytes: process.memoryUsage().heapUsed - before };
	};
});
