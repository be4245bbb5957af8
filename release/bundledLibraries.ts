import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Metafile } from 'esbuild';

/** Texts of libraries that publish none with their package, from their repositories. */
const OWN_TEXTS = join(__dirname, 'licences');
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

export interface Library {
	name: string;
	version: string;
	/** SPDX identifier, as the library's package.json has it. */
	licence: string;
	folder: string;
}

/** The libraries of which anything is in a bundle, sorted by name. */
export async function bundledLibraries({ outputs }: Metafile): Promise<Library[]> {
	const folders = new Set<string>();
	for (const { inputs } of Object.values(outputs)) {
		for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
			const [folder] = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
			if (folder && bytesInOutput > 0) folders.add(folder);
		}
	}
	const libraries = await Promise.all(
		[...folders].map(async (folder) => {
			const manifest = await readFile(join(folder, 'package.json'), 'utf8');
			const { name, version, license } = JSON.parse(manifest) as Record<string, string>;
			if (!name || !version || !license) {
				throw new Error(`${folder}/package.json names no name, version or licence`);
			}
			return { name, version, licence: license, folder };
		}),
	);
	return libraries.sort((a, b) => a.name.localeCompare(b.name));
}

/** @throws when neither the package nor `licences/` holds a text */
async function licenceText({ name, folder }: Library): Promise<string> {
	const files = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).sort();
	if (files.length === 0) {
		return await readFile(join(OWN_TEXTS, `${name.replace('/', '__')}.txt`), 'utf8');
	}
	const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
	return texts.join('\n');
}

/** One text for all libraries: their licences have to go with what is made of them. */
export async function licenceTexts(libraries: Library[]): Promise<string> {
	const sections = await Promise.all(
		libraries.map(async (library) => {
			const { name, version, licence } = library;
			const written = (await licenceText(library)).replaceAll('\r\n', '\n').trim();
			// A paragraph a line: what is the same in several of them is then written in the same way.
			const text = written
				.replace(/(?<=\S)[ \t]*\n[ \t]*(?=\S)(?!Copyright)/g, ' ')
				.replace(/\n\s+/g, '\n\n');
			return `${name} ${version} (${licence})\n${'='.repeat(72)}\n\n${text}\n`;
		}),
	);
	return ['bundle.js holds parts of these libraries.\n', ...sections].join('\n\n');
}

/** A package that depends on exactly these libraries, as npm writes it down. */
export function lockfileOf(libraries: Library[]) {
	const dependencies = Object.fromEntries(libraries.map(({ name, version }) => [name, version]));
	const installed = libraries.map(
		({ name, version }) => [`node_modules/${name}`, { version }] as const,
	);
	const root = { name: 'bundle', version: '0.0.0', dependencies };
	return {
		name: root.name,
		version: root.version,
		lockfileVersion: 3,
		requires: true,
		packages: { '': root, ...Object.fromEntries(installed) },
	};
}
