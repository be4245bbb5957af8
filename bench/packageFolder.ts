import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Unpacks the package where it finds no libraries but those that n8n lends it. */
export function unpack(tarball: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-bench-package-'));
	execFileSync('tar', ['-xzf', tarball, '-C', folder]);
	return join(folder, 'package');
}
