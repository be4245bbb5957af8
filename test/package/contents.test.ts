import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';

import { ROOT, packed, packedFiles, tarball } from './packed';

const NODE = 'dist/nodes/SubscriptionMessaging/SubscriptionMessaging';
const BELONGS = [
	'LICENSE',
	'README.md',
	'package.json',
	'dist/THIRD-PARTY-LICENSES.txt',
	'dist/bundle.js',
	'dist/bundle.js.map',
	'dist/credentials/SubscriptionMessagingApi.credentials.js',
	'dist/icons/subscriptionMessaging.dark.svg',
	'dist/icons/subscriptionMessaging.svg',
	// Instead of running the package, n8n reads these at its start.
	...['known', 'types'].flatMap((folder) =>
		['credentials', 'nodes'].map((kind) => `dist/${folder}/${kind}.json`),
	),
	...['', 'SubscriberTrigger', 'Trigger'].flatMap((name) =>
		['.node.js', '.node.json'].map((ending) => `${NODE}${name}${ending}`),
	),
];
/** What the editor shows as the output of an operation, one file each. */
const SCHEMA =
	/^dist\/nodes\/SubscriptionMessaging\/__schema__\/v\d+\.\d+\.\d+\/[a-zA-Z]+(?:\/[a-zA-Z]+)?\.json$/;

describe('the packed package', () => {
	it('holds what n8n loads and shows, and nothing else', () => {
		const files = packedFiles().filter((path) => !SCHEMA.test(path));
		expect(files).toEqual([...BELONGS].sort());
	});

	it('is at most 250 kB to fetch and 1.25 MB to keep', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'packed-'));
		try {
			execFileSync('tar', ['-xzf', tarball(), '-C', folder]);
			const sizes = packedFiles().map((path) => statSync(join(folder, 'package', path)).size);
			const over = statSync(tarball()).size - 250_000;
			const advice = `The packed package is ${over} bytes too large. "What may the package weigh?" in CONTRIBUTING.md says where to look.`;
			expect(over > 0 ? advice : '').toBe('');
			expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_250_000);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	});

	it('asks for nothing to be installed with it, and runs nothing when it is installed', () => {
		const manifest = JSON.parse(packed('package.json')) as Record<string, object | undefined>;
		const { dependencies, optionalDependencies, bundleDependencies, scripts = {} } = manifest;
		expect({ dependencies, optionalDependencies, bundleDependencies }).toEqual({});
		const LIFECYCLE =
			/^(?:pre|post)?(?:install|uninstall|publish|version|pack)$|^(?:pre|post)?prepare$|^prepublishOnly$|^dependencies$/;
		expect(Object.keys(scripts).filter((name) => LIFECYCLE.test(name))).toEqual([]);
	});

	it('gives n8n each class by the name of its file', () => {
		const { n8n } = JSON.parse(packed('package.json')) as {
			n8n: { nodes: string[]; credentials: string[] };
		};
		for (const path of [...n8n.nodes, ...n8n.credentials]) {
			const name = posix.basename(path).split('.')[0] ?? '';
			const loaded = require(join(ROOT, path)) as Record<string, new () => object>;
			expect(Object.keys(loaded)).toEqual([name]);
			expect(new loaded[name]!()).toHaveProperty(path.includes('nodes/') ? 'description' : 'name');
		}
	});
});
