import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import type { Bench } from './bench';

/** Where n8n is installed. */
export const HOST = join(__dirname, '..', 'host');

/** As n8n sets it for packages that it has installed. */
export const N8N_PATH = { NODE_PATH: join(HOST, 'node_modules') };

/** Unpacks the package where it finds no libraries but those that n8n lends it. */
export function unpack({ tarball, folder }: Bench): string {
	const target = mkdtempSync(join(folder, 'package-'));
	execFileSync('tar', ['-xzf', tarball, '-C', target]);
	return join(target, 'package');
}
