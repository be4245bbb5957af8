import { execFileSync } from 'node:child_process';
import { root } from '../../host/prepare.mjs';

const git = (...args) =>
	execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: Infinity });

const baseOf = (commit) => git('merge-base', commit, 'HEAD').trim();

const added = () => git('ls-files', '--others', '--exclude-standard').split('\n');

/** What was changed since a commit, committed or not. */
export function filesChangedSince(commit) {
	const changed = git('diff', '--name-only', '--diff-filter=d', baseOf(commit));
	return [...changed.split('\n'), ...added()];
}

/**
 * The lines of each source that were changed or added since a commit, as ranges that Stryker takes.
 * @returns {Map<string, string[]>} by file
 */
export function rangesChangedSince(commit) {
	// A file that was moved is compared with the one that it was.
	const diff = git('diff', '--unified=0', '--find-renames', baseOf(commit), '--', '*.ts');
	const changed = diff.split(/^diff --git /m).map((change) => {
		const file = /^\+\+\+ b\/(.+)$/m.exec(change)?.[1];
		const ranges = [...change.matchAll(/^@@ \S+ \+(\d+)(?:,(\d+))? @@/gm)]
			.map(([, first, count = '1']) => [Number(first), Number(count)])
			.filter(([, count]) => count > 0)
			.map(([first, count]) => `${file}:${first}-${first + count - 1}`);
		return [file, ranges];
	});
	return new Map([...changed, ...added().map((file) => [file, [file]])]);
}
