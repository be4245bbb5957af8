import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './sources';

const foldersIn = (folder: string) =>
	readdirSync(join(ROOT, folder), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && !/^(?:node_modules|dist|\..*)$/.test(entry.name))
		.map(({ name }) => join(folder, name));

const isLocked = (folder: string) => existsSync(join(ROOT, folder, 'package-lock.json'));

const developed = ['', ...foldersIn('')].filter(isLocked);
const oldHosts = foldersIn('test/compat/hosts').filter(isLocked);

test('updates are proposed, in groups, for each lockfile but those of old versions of n8n', () => {
	const updates = readFileSync(join(ROOT, '.github', 'dependabot.yml'), 'utf8')
		.split(/^\s*- package-ecosystem: /m)
		.filter((update) => update.startsWith('npm\n') && /^\s+groups:\n\s+\w/m.test(update));
	const covered = updates.map((update) => /^\s+directory: (.*)$/m.exec(update)?.[1]);
	expect(covered.sort()).toEqual(developed.map((folder) => `/${folder}`).sort());
	expect(covered).toEqual(expect.arrayContaining(['/', '/host']));
});

test.each([...developed, ...oldHosts])(
	'%s/package-lock.json holds what to install, and not from where',
	(folder) => {
		const lockfile = readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8');
		expect(lockfile.match(/"integrity": "sha\d+-/g)?.length).toBeGreaterThan(0);
		expect(lockfile.match(/"resolved": ".*"/g) ?? []).toEqual([]);
	},
);
