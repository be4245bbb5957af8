import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { cache } from '../host/prepare.mjs';

// n8n's own scanner of community packages, on what would be published.
const packages = join(cache, 'package');
const tarball = (await readdir(packages)).find((name) => name.endsWith('.tgz'));
const folder = await mkdtemp(join(tmpdir(), 'scan-'));
try {
	execFileSync('tar', ['-xzf', join(packages, tarball), '-C', folder]);
	const { passed, message, details } = await analyzePackage(join(folder, 'package'));
	if (!passed) process.stderr.write(`${message}\n${details ?? ''}\n`);
	process.exitCode = passed ? 0 : 1;
} finally {
	await rm(folder, { recursive: true, force: true });
}
