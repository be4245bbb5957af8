import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type * as Core from 'n8n-core';
import type * as Flow from 'n8n-workflow';

export interface Libraries {
	core: typeof Core;
	flow: typeof Flow;
}

/** n8n's own copies, which its nodes use too, with a user folder that lasts as long as the process. */
export function librariesOf(host: string): Libraries {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-bench-'));
	process.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));
	Object.assign(process.env, { N8N_USER_FOLDER: userFolder, N8N_LOG_LEVEL: 'silent' });
	const require = createRequire(join(host, 'package.json'));
	require('reflect-metadata');
	return {
		core: require('n8n-core') as typeof Core,
		flow: require('n8n-workflow') as typeof Flow,
	};
}
