import { execFileSync } from 'node:child_process';
import { root } from '../../host/prepare.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

const baseOf = (commit) => git('merge-base', commit, 'HEAD').trim();

const added = () => git('ls-files', '--others', '--exclude-standard').split('\n');

/** What was changed since a commit, committed or not. */
export function filesChangedSince(commit) {
	const changed = git('diff', '--name-only', '--diff-filter=d', baseOf(commit));
	return [...changed.split('\n'), ...added()];
}

/**
 * The lines of a file that were changed or added since a commit, each range as Stryker wants it.
 * @returns {string[]}
 */
export function rangesChangedSince(commit, file) {
	if (added().includes(file)) return [file];
	// A file that was moved is compared with the one that it was.
	const changes = git('diff', '--unified=0', '--find-renames', baseOf(commit)).split(/^diff /m);
	const own = changes.find((change) => change.includes(`\n+++ b/${file}\n`)) ?? '';
	return [...own.matchAll(/^@@ \S+ \+(\d+)(?:,(\d+))? @@/gm)]
		.map(([, first, count = '1']) => [Number(first), Number(count)])
		.filter(([, count]) => count > 0)
		.map(([first, count]) => `${file}:${first}-${first + count - 1}`);
}
