import { execFileSync, spawnSync } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { notesOf, released } from '../../release/changelog';

const ROOT = resolve(__dirname, '../..');
jest.setTimeout(60_000);

describe('a changelog', () => {
	const CHANGELOG = `# Changelog\n\n## [Unreleased]\n\n### Added\n\n- News.\n\n## [0.1.0] - 2026-01-02\n\n- Old.\n`;

	it('has what is unreleased under the version, and an empty section above', () => {
		expect(released(CHANGELOG, '0.2.0', '2026-03-04')).toBe(
			`# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n\n### Added\n\n- News.\n\n## [0.1.0] - 2026-01-02\n\n- Old.\n`,
		);
	});

	it('has the first version too', () => {
		expect(released('## [Unreleased]\n\n- First.\n', '1.0.0', '2026-03-04')).toBe(
			'## [Unreleased]\n\n## [1.0.0] - 2026-03-04\n\n- First.\n',
		);
	});

	it('tells what a version brought', () => {
		expect(notesOf(CHANGELOG, '0.1.0')).toBe('- Old.');
		expect(() => notesOf(CHANGELOG, '0.3.0')).toThrow('no section');
	});

	it('cannot be released without news', () => {
		const released020 = released(CHANGELOG, '0.2.0', '2026-03-04');
		expect(() => released(released020, '0.2.1', '2026-03-05')).toThrow('nothing under Unreleased');
	});
});

describe('npm run release', () => {
	let folder: string;

	const git = (...args: string[]) =>
		execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
	const release = (...args: string[]) => {
		const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
		const script = join(ROOT, 'release/release.ts');
		return spawnSync(process.execPath, [tsx, script, ...args], { cwd: folder, encoding: 'utf8' });
	};
	const version = async (file: string) =>
		(JSON.parse(await readFile(join(folder, file), 'utf8')) as { version: string }).version;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'release-'));
		for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
			await cp(join(ROOT, file), join(folder, file));
		}
		await writeFile(
			join(folder, 'CHANGELOG.md'),
			'# Changelog\n\n## [Unreleased]\n\n### Added\n\n- News.\n',
		);
		git('init', '--quiet', '--initial-branch', 'main');
		git('config', 'user.name', 'Somebody');
		git('config', 'user.email', 'somebody@example.com');
		git('add', '.');
		git('commit', '--quiet', '--message', 'Begin');
	});
	afterEach(() => rm(folder, { recursive: true, force: true }));

	it('commits and tags the version with its changelog, and nothing else', async () => {
		const { status, stdout } = release('1.2.3');

		expect(status).toBe(0);
		expect(stdout).toContain('git push --follow-tags');
		expect([await version('package.json'), await version('package-lock.json')]).toEqual([
			'1.2.3',
			'1.2.3',
		]);
		expect(git('log', '-1', '--format=%s', 'v1.2.3')).toBe('Release 1.2.3');
		expect(git('tag', '--list', '--format=%(contents:body)', 'v1.2.3')).toBe(
			'### Added\n\n- News.',
		);
		expect(git('diff', '--name-only', 'HEAD~').split('\n')).toEqual([
			'CHANGELOG.md',
			'package-lock.json',
			'package.json',
		]);
		expect(git('diff', '--stat', 'HEAD~', '--', 'package-lock.json')).toMatch(/\b2 insertions/);
		expect(git('status', '--porcelain')).toBe('');
	});

	it.each([
		['a tree that is not committed', '1.2.3', 'Commit or remove', 'package.json', '\n'],
		['what is no version', 'huge', 'huge', undefined, ''],
		['no version', '--help', 'npm run release', undefined, ''],
	])('refuses %s, and changes nothing', async (_what, argument, reason, file, text) => {
		if (file) await appendFile(join(folder, file), text);
		const before = git('status', '--porcelain');
		const { status, stderr } = release(argument);

		expect(status).toBe(1);
		expect(stderr).toContain(reason);
		expect(git('status', '--porcelain')).toBe(before);
		expect(git('tag')).toBe('');
	});

	it('refuses a changelog without news', () => {
		expect(release('1.2.3').status).toBe(0);
		const { status, stderr } = release('1.2.4');

		expect([status, stderr]).toEqual([1, 'CHANGELOG.md names nothing under Unreleased\n']);
		expect(git('tag')).toBe('v1.2.3');
	});
});
