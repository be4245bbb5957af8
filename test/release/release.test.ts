import { execFileSync, spawnSync } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { notesOf, released } from '../../release/changelog';
import { nextVersion } from '../../release/version';

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
		const headings = '## [Unreleased]\n\n### Added\n\n### Fixed\n';
		expect(() => released(headings, '0.2.1', '2026-03-05')).toThrow('nothing under Unreleased');
	});
});

describe('the next version', () => {
	it.each([
		['major', '2.0.0'],
		['minor', '1.10.0'],
		['patch', '1.9.4'],
		['1.9.3', '1.9.3'],
		['1.10.0', '1.10.0'],
		['2.0.0', '2.0.0'],
	])('after 1.9.3, %s is %s', (step, version) => {
		expect(nextVersion('1.9.3', step)).toBe(version);
	});

	it.each(['1.9.2', '1.8.9', '0.10.4'])('is not %s, which is older', (step) => {
		expect(() => nextVersion('1.9.3', step)).toThrow(`${step} is older than 1.9.3`);
	});

	it.each(['huge', '2', '2.0', 'v2.0.0', '2.0.0-beta.1', '02.0.0'])('is not %s', (step) => {
		expect(() => nextVersion('1.9.3', step)).toThrow(`${step} is no version`);
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
		['what is no version', 'huge', 'huge is no version', undefined, ''],
		['an older version', '0.0.1', '0.0.1 is older than', undefined, ''],
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

	it('prepares the version of package.json, which nobody has released yet', async () => {
		const present = await version('package.json');
		expect(release(present)).toMatchObject({ status: 0 });
		expect(git('log', '-1', '--format=%s', `v${present}`)).toBe(`Release ${present}`);
	});

	it('refuses a version that is tagged, and changes nothing', () => {
		git('tag', 'v1.2.3');
		const { status, stderr } = release('1.2.3');

		expect([status, stderr]).toEqual([1, 'v1.2.3 is tagged already. Choose a version after it.\n']);
		expect(git('status', '--porcelain')).toBe('');
		expect(git('log', '--format=%s')).toBe('Begin');
	});

	it('refuses a changelog without news', () => {
		expect(release('1.2.3').status).toBe(0);
		const { status, stderr } = release('1.2.4');

		expect([status, stderr]).toEqual([1, 'CHANGELOG.md names nothing under Unreleased\n']);
		expect(git('tag')).toBe('v1.2.3');
	});
});
