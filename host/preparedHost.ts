import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** What n8n is started with: Node in a version that fits it, and the packed package. */
export interface Prepared {
	readonly node: string;
	readonly tarball: string;
}

/**
 * Installs n8n and packs the package where that was not done yet, in a process of its own, which says
 * what it does.
 *
 * @param host folder of the n8n; the pinned one where none is given
 */
export function preparedHost(host?: string): Prepared {
	const said = execFileSync(
		process.execPath,
		[join(__dirname, 'prepare.mjs'), ...(host ? [host] : [])],
		{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
	);
	return JSON.parse(said) as Prepared;
}
