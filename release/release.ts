import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

import { notesOf, released } from './changelog';
import { nextVersion } from './version';

const USAGE = `npm run release -- <major|minor|patch|version>

Prepares a version on this machine: the changelog, package.json and the lockfile in one commit, and a
tag. Nothing leaves the machine: pushing the tag is what publishes.
`;

const succeeded = (command: string, ...args: string[]): string =>
	execFileSync(command, args, { encoding: 'utf8', shell: process.platform === 'win32' }).trim();
const git = (...args: string[]) => succeeded('git', ...args);

/** @returns what was done, for the person who goes on */
function release(step: string): string {
	if (git('status', '--porcelain') !== '') {
		throw new Error('There are changes that are not committed. Commit or remove them first.');
	}
	const { version: present } = JSON.parse(readFileSync('package.json', 'utf8')) as {
		version: string;
	};
	const version = nextVersion(present, step);
	const tag = `v${version}`;
	if (git('tag', '--list', tag) !== '') {
		throw new Error(`${tag} is tagged already. Choose a version after it.`);
	}
	// Before anything is changed, so that a changelog without news stops it.
	const date = new Date().toISOString().slice(0, 10);
	const updated = released(readFileSync('CHANGELOG.md', 'utf8'), version, date);

	succeeded(
		'npm',
		'version',
		version,
		'--no-git-tag-version',
		'--allow-same-version',
		'--ignore-scripts',
	);
	writeFileSync('CHANGELOG.md', updated);
	git('commit', '--quiet', '--all', '--message', `Release ${version}`);
	// Headings begin with the character of git's comments.
	git(
		'tag',
		'--annotate',
		'--cleanup=whitespace',
		tag,
		'--message',
		`${tag}\n\n${notesOf(updated, version)}`,
	);
	return `${tag} is committed and tagged. To publish it: git push --follow-tags\n`;
}

try {
	const [step, ...more] = process.argv.slice(2);
	if (!step || step.startsWith('-') || more.length > 0) throw new Error(USAGE);
	process.stdout.write(release(step));
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
