import 'reflect-metadata';

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { LazyPackageDirectoryLoader, PackageDirectoryLoader } from 'n8n-core';

import { ROOT, tarball } from './packed';

/** What n8n does with a package when it starts; tells which files of it were run for that. */
const START = `
	require('reflect-metadata');
	const { LazyPackageDirectoryLoader } = require('n8n-core');
	const loader = new LazyPackageDirectoryLoader(process.argv[1]);
	loader.loadAll().then(() => {
		for (const name in loader.known.credentials) loader.getCredential(name);
		const run = Object.keys(require.cache).filter((path) => path.startsWith(loader.directory));
		process.stdout.write(JSON.stringify(run.map((path) => path.slice(loader.directory.length + 1))));
	});
`;

/** As n8n hands it to the editor, without what it notes for a check of its own nodes. */
const asJson = (value: object): unknown =>
	JSON.parse(
		JSON.stringify(value, (key, entry: unknown) =>
			key === '__loadOptionsMethods' ? undefined : entry,
		),
	);

/** As n8n copies them, which leaves out what a class has in its prototype. */
const copied = (types: PackageDirectoryLoader['types']) => ({
	...types,
	credentials: types.credentials.map((type) => ({ ...type })),
});

describe('what n8n reads when it starts, in place of running the package', () => {
	let folder: string;

	beforeAll(() => {
		// Where the package finds the library that n8n lends it.
		folder = mkdtempSync(join(ROOT, '.cache', 'unpacked-'));
		execFileSync('tar', ['-xzf', tarball(), '-C', folder]);
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	it('is what running it gives', async () => {
		const lazy = new LazyPackageDirectoryLoader(join(folder, 'package'));
		const eager = new PackageDirectoryLoader(join(folder, 'package'));
		await Promise.all([lazy.loadAll(), eager.loadAll()]);
		expect(lazy.isLazyLoaded).toBe(true);
		expect(lazy.known).toEqual(asJson(eager.known));
		expect(lazy.types).toEqual(asJson(copied(eager.types)));
	});

	it.each([
		['is installed while n8n runs', PackageDirectoryLoader],
		['was there when n8n started', LazyPackageDirectoryLoader],
	])(
		'offers no Custom API Call, which could not use the credential, where it %s',
		async (_when, Loader) => {
			const loader = new Loader(join(folder, 'package'));
			await loader.loadAll();
			const { credentials } = copied(loader.types);
			expect(credentials.map(({ name, authenticate }) => [name, authenticate])).toEqual([
				['subscriptionMessagingApi', undefined],
			]);
		},
	);

	it('leaves nothing to run but the credential', () => {
		const run = execFileSync(process.execPath, ['--eval', START, join(folder, 'package')], {
			cwd: ROOT,
			encoding: 'utf8',
		});
		expect(JSON.parse(run)).toEqual(['dist/credentials/SubscriptionMessagingApi.credentials.js']);
	});
});
