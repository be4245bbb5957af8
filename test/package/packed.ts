import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '../..');

/** The package as `npm test package` packed it. */
export const tarball = (): string => {
	const folder = join(ROOT, '.cache', 'package');
	const [file, ...others] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
	if (!file || others.length > 0) throw new Error(`${folder} does not hold one packed package`);
	return join(folder, file);
};

/** Paths of the packed files, without the folder `package/` that npm puts them in. */
export const packedFiles = (): string[] =>
	execFileSync('tar', ['-tzf', tarball()], { encoding: 'utf8' })
		.trim()
		.split('\n')
		.map((path) => path.replace(/^package\//, ''))
		.sort();

export const packed = (path: string): string =>
	execFileSync('tar', ['-xzOf', tarball(), `package/${path}`], {
		encoding: 'utf8',
		maxBuffer: 2 ** 26,
	});

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
