import type { Metafile } from 'esbuild';

import { bundledLibraries, lockfileOf } from '../../release/bundledLibraries';
import { packed, packedFiles, read } from './packed';

const metafile = JSON.parse(read('.cache/bundle.json')) as Metafile;
const { packages } = JSON.parse(read('package-lock.json')) as {
	packages: Record<string, { version?: string }>;
};

/** Every module of which something is in the bundle and that is not ours. */
const foreignModules = Object.values(metafile.outputs)
	.flatMap(({ inputs }) => Object.keys(inputs))
	.filter((path) => !/^(?:nodes|credentials)\/|^package\.ts$|^outside:/.test(path));

describe('the libraries in the bundle', () => {
	it('are known for each module in it that is not ours', async () => {
		const libraries = await bundledLibraries(metafile);
		const ofNone = foreignModules.filter(
			(path) => !libraries.some(({ folder }) => path.startsWith(`${folder}/`)),
		);
		expect(foreignModules).not.toEqual([]);
		expect(ofNone).toEqual([]);
	});

	it('are the versions of the lockfile', async () => {
		const libraries = await bundledLibraries(metafile);
		const locked = libraries.map(({ name }) => [name, packages[`node_modules/${name}`]?.version]);
		expect(libraries.map(({ name, version }) => [name, version])).toEqual(locked);
	});

	it('are all that is asked about in an audit', async () => {
		const libraries = await bundledLibraries(metafile);
		const { packages: asked } = lockfileOf(libraries);
		const versions = libraries.map(({ name, version }) => [`node_modules/${name}`, { version }]);
		const { '': root, ...others } = asked;
		expect(Object.keys(root.dependencies)).toEqual(libraries.map(({ name }) => name));
		expect(others).toEqual(Object.fromEntries(versions));
	});

	it('have the text of a permissive licence in the package, with its copyright', async () => {
		expect(packedFiles()).toContain('dist/THIRD-PARTY-LICENSES.txt');
		const sections = packed('dist/THIRD-PARTY-LICENSES.txt').split(/^(?=\S+ \S+ \(.*\)\n={72}$)/m);
		const libraries = await bundledLibraries(metafile);
		expect(sections).toHaveLength(1 + libraries.length);
		libraries.forEach(({ name, version, licence }, index) => {
			const section = sections[index + 1] ?? '';
			expect(section).toMatch(`${name} ${version} (${licence})\n`);
			expect(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD']).toContain(
				licence,
			);
			expect(section).toMatch(/copyright/i);
			expect(section).toMatch(/permission|redistribution/i);
		});
	});
});
