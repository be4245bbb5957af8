import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { cache, root } from '../host/prepare.mjs';

// n8n's own scanner of community packages, on the two halves that it looks at: the sources that a
// published package was made of, and what would be published.
const packages = join(cache, 'package');
const tarball = (await readdir(packages)).find((name) => name.endsWith('.tgz'));
const folder = await mkdtemp(join(tmpdir(), 'scan-'));
try {
	execFileSync('tar', ['-xzf', join(packages, tarball), '-C', folder]);
	const results = [
		await analyzePackage(root, SOURCE_FILE_PATTERNS),
		await analyzePackage(join(folder, 'package'), ['**/*.js', 'package.json']),
	];
	for (const { passed, message, details } of results) {
		if (!passed) process.stderr.write(`${message}\n${details ?? ''}\n`);
	}
	process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
} finally {
	await rm(folder, { recursive: true, force: true });
}
