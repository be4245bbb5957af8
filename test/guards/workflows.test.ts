import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import ts from 'typescript';

import { INSTALL } from '../prerequisites.js';
import prerequisites from '../prerequisites.json';
import { importedModule, sourcesIn } from './sources';

const ROOT = resolve(__dirname, '../..');
const FOLDER = join(ROOT, '.github', 'workflows');
const files = readdirSync(FOLDER);
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

/** What a workflow runs of others that could become something else tomorrow. */
const unpinned = (workflow: string) =>
	[...workflow.matchAll(/^\s*(?:- )?["']?uses["']?\s*:\s*(.*)$/gm)]
		.map(([, used = '']) => used.trim())
		.filter((used) => !/^\.\//.test(used) && !/^[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(used));

/** A token that may write goes to the jobs that need it, each by itself. */
const mayOnlyRead = (workflow: string) =>
	/^permissions:\n {2}contents: read\n(?! )/m.test(workflow);

test.each(files)('%s uses actions pinned by commit, with their version', (file) => {
	expect(unpinned(read(file))).toEqual([]);
});

test.each(['- uses: a/b@v4', 'uses: a/b@main', 'uses: a/b@0123abc # v1.0.0', "uses: 'docker://x'"])(
	'%s would be found',
	(line) => {
		const pinned = `- uses: a/b/c@${'0'.repeat(40)} # v1.2.3\nuses: ./.github/workflows/ci.yml`;
		expect(unpinned(`${pinned}\n      ${line}`)).toHaveLength(1);
	},
);

test.each(files)('%s may only read unless a job asks for more', (file) => {
	expect(mayOnlyRead(read(file))).toBe(true);
	expect(mayOnlyRead('permissions:\n  contents: read\n  issues: write\n\njobs:\n')).toBe(false);
	expect(mayOnlyRead('permissions: write-all\n')).toBe(false);
});

test('no workflow hands what strangers write to a shell', () => {
	const expression = /run:[^\n]*\$\{\{|run: [|>][-+]?\n(?:(?! *- ).*\n)*?.*\$\{\{/;
	expect(files.filter((file) => expression.test(read(file)))).toEqual([]);
	expect(expression.test('      - run: echo ${{ github.head_ref }}')).toBe(true);
});

test('CI installs what the tests need and runs them all, by the commands that people are told', () => {
	const [install, ...tests] = readFileSync(join(ROOT, '.ci/run'), 'utf8')
		.split('\n')
		.filter((line) => /^(?:node|npm|npx|sudo|apt)/.test(line))
		.map((line) => line.replace(' < /dev/null', ''));
	expect(install).toBe(INSTALL);
	expect(tests).toEqual(['npm test']);
	expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('\nnpm test\n');
	expect(read('ci.yml')).toMatch(/^ {6}- run: \.ci\/run$/m);
});

test('each layer that needs something is one that exists', () => {
	const layers = prerequisites.flatMap((need) => need.layers);
	const { projects } = require('../../jest.config.js') as {
		projects: Array<{ displayName: string }>;
	};
	expect(layers).not.toEqual([]);
	expect(projects.map(({ displayName }) => displayName)).toEqual(expect.arrayContaining(layers));
});

test('CI runs on each Node that the package supports', () => {
	const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
		engines: { node: string };
	};
	const [, versions = ''] = /^ +node: \[(.*)\]$/m.exec(read('ci.yml')) ?? [];
	const [oldest, ...newer] = versions.split(', ').map(Number);
	expect(`>=${oldest}`).toBe(engines.node);
	expect(newer).toEqual([22, 24]);
});

test('who takes the Node that the project names has the one that n8n wants', () => {
	const { engines } = JSON.parse(readFileSync(join(ROOT, 'host/package.json'), 'utf8')) as {
		engines: { node: string };
	};
	expect(readFileSync(join(ROOT, '.nvmrc'), 'utf8')).toBe(`${engines.node}\n`);
});

describe('a release', () => {
	const release = read('release.yml');

	test('publishes the file that the tests ran with, by the workflow and with provenance', () => {
		expect(read('ci.yml')).toMatch(
			/upload-artifact@.*\n +with:\n +name: package\n +path: \.cache\/package/,
		);
		expect(release).toMatch(/download-artifact@.*\n +with:\n +name: package\n/);
		const published = [...release.matchAll(/run: (npm publish.*)/g)].map(([, command]) => command);
		expect(published).toEqual([
			expect.stringMatching(/^npm publish \.\/package\/\*\.tgz --provenance /),
		]);
		expect(release).not.toContain('npm run build');
		expect(release).toMatch(/ {2}publish:\n {4}needs: \[version, test, compatibility\]/);
	});

	test('of the first version needs no publishing by hand', () => {
		const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
		expect(guide).not.toMatch(/`npm publish`/);
		expect(release).toContain('secrets.NPM_TOKEN');
		expect(guide).toContain('`NPM_TOKEN`');
	});
});

test('the libraries in the bundle are updated by themselves', () => {
	const imported: string[] = [];
	const visit = (node: ts.Node): void => {
		const module = importedModule(node);
		if (module && !/^(?:\.|node:|n8n-workflow)/.test(module)) {
			imported.push(module.split('/', module.startsWith('@') ? 2 : 1).join('/'));
		}
		ts.forEachChild(node, visit);
	};
	[...sourcesIn('nodes'), ...sourcesIn('credentials')].forEach(visit);
	const [, bundled = ''] =
		/bundled:\n +patterns: \[(.*)\]/.exec(
			readFileSync(join(ROOT, '.github/dependabot.yml'), 'utf8'),
		) ?? [];
	expect(bundled.split(', ').sort()).toEqual([...new Set(imported)].sort());
});

test('Windows and macOS start the demo and run what needs nothing else', () => {
	const ci = read('ci.yml');
	expect(ci).toMatch(/os: \[windows-\d+, macos-\d+\]/);
	expect(ci).toContain('run: node test/startOnce.mjs');
	expect(ci).toContain('run: node test/run.mjs types unit package engine');
});
