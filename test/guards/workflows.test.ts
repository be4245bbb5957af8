import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const FOLDER = join(ROOT, '.github', 'workflows');
const files = readdirSync(FOLDER);
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const words = (text: string) => text.trim().split(/\s+/);

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

test('CI installs what the tests need, as the script for other machines does', () => {
	const [, list = ''] =
		/packages=\(([^)]*)\)/.exec(readFileSync(join(ROOT, '.ci/run'), 'utf8')) ?? [];
	const [, installed = ''] = /--no-install-recommends\n([^#]*)\n {6}#/.exec(read('ci.yml')) ?? [];
	expect(words(list)).toContain('php-soap');
	// The runner has a Chromium; that of Ubuntu's packages does not run there.
	expect(words(installed)).toEqual(words(list).filter((name) => name !== 'chromium'));
});

test('CI runs on each Node that the package supports', () => {
	const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
		engines: { node: string };
	};
	const [, versions = ''] = /^ +node: \[(.*)\]$/m.exec(read('ci.yml')) ?? [];
	const [oldest, ...newer] = versions.split(', ').map(Number);
	expect(`>=${oldest}`).toBe(engines.node);
	expect(newer).toEqual([22, 24]);
	expect(readFileSync(join(ROOT, '.nvmrc'), 'utf8')).toBe(`${oldest}\n`);
});
