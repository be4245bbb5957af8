import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SubscriptionMessagingApi } from '../../credentials/SubscriptionMessagingApi.credentials';
import { badgesInWords, badgesSvg } from '../../docs/badges';
import { operationsPages } from '../../docs/operationsPage';
import { withOperationsTable } from '../../docs/operationsTable';

it('the README lists the operations that the node has (npm run docs writes them)', () => {
	const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
	expect(readme).toBe(withOperationsTable(readme));
});

it('the README and the page on compatibility name the versions of n8n that the package is tested with', () => {
	const root = join(__dirname, '../..');
	const { dependencies } = JSON.parse(readFileSync(join(root, 'host/package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	const hosts = readdirSync(join(root, 'test/compat/hosts'));
	const versions = [...hosts, dependencies.n8n].sort((a, b) =>
		a.localeCompare(b, undefined, { numeric: true }),
	);
	const oldest = versions[0]!.replace(/\.\d+$/, '');
	const [, section = ''] =
		/### Compatibility\n+(.*)/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
	const [last, ...others] = [...versions].reverse();
	expect(section).toContain(`n8n ${oldest} or newer`);
	expect(section).toContain(`n8n ${others.reverse().join(', ')} and ${last}.`);
	const page = readFileSync(join(root, 'docs/compatibility.md'), 'utf8');
	expect(page).toContain(`n8n ${oldest} or newer`);
	expect(versions.filter((version) => !page.includes(version))).toEqual([]);
});

const docs = join(__dirname, '../../docs');

it('the badges say what package.json says (npm run docs writes them)', () => {
	expect(readFileSync(join(docs, 'images/badges.svg'), 'utf8')).toBe(badgesSvg());
	const readme = readFileSync(join(docs, '../README.md'), 'utf8');
	expect(readme).toContain(`![${badgesInWords()}](docs/images/badges.svg)`);
});

it.each([...operationsPages()])(
	'docs/%s lists fields and output as the operations have them (npm run docs writes it)',
	(path, write) => {
		expect(readFileSync(join(docs, path), 'utf8')).toBe(write());
	},
);

it('docs/operations has no page of a resource that is gone', () => {
	const pages = readdirSync(join(docs, 'operations')).map((name) => `operations/${name}`);
	expect([...operationsPages().keys()]).toEqual(expect.arrayContaining(pages));
});

it('docs/sandbox.md lists what the sandbox can be asked for', () => {
	const root = join(__dirname, '../..');
	const source = readFileSync(join(root, 'sandbox/control.ts'), 'utf8');
	const routed = [...source.matchAll(/^\troutes\.(get|post|delete)\('(\/\w+)'/gm)].map(
		([, method = '', path = '']) => `${method.toUpperCase()} /_sandbox${path}`,
	);
	const chained = [
		...source.matchAll(/\.route\('(\/\w+)'\)((?:\s+\.\w+\([^]*?\n\t\t\}\))+)/g),
	].flatMap(([, path = '', methods = '']) =>
		[...methods.matchAll(/^\t\t\.(get|patch|post)\(/gm)].map(
			([, method = '']) => `${method.toUpperCase()} /_sandbox${path}`,
		),
	);
	expect(chained).toEqual(['GET /_sandbox/settings', 'PATCH /_sandbox/settings']);
	const page = readFileSync(join(root, 'docs/sandbox.md'), 'utf8');
	const listed = [...page.matchAll(/^\| `([A-Z]+ \S+)` \|/gm)].map(([, request]) => request);
	expect(listed.sort()).toEqual([...routed, ...chained].sort());
});

const PAGES = [
	...readdirSync(join(__dirname, '../..')),
	'examples/README.md',
	...readdirSync(docs, { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md'));

it('the links of the nodes and the credential lead to pages that are there', () => {
	const root = join(__dirname, '../..');
	const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		homepage: string;
	};
	const nodes = readdirSync(join(root, 'nodes/SubscriptionMessaging'))
		.filter((name) => name.endsWith('.node.json'))
		.map((name) => `nodes/SubscriptionMessaging/${name}`);
	expect(nodes).toHaveLength(3);
	for (const path of ['credentials/SubscriptionMessagingApi.credentials.ts', ...nodes]) {
		const linked = [...readFileSync(join(root, path), 'utf8').matchAll(/https:[^"'\s]+/g)]
			.map(([url]) => url)
			.filter((url) => url.startsWith(homepage));
		expect(linked).toContain(`${homepage}/blob/main/docs/credential.md`);
		for (const url of linked) {
			// GitHub's own name for the README as a whole.
			const page = url === `${homepage}#readme` ? 'README.md' : url.split('/blob/main/')[1];
			expect([url, page && existsSync(join(root, page))]).toEqual([url, true]);
		}
	}
});

it('the page of the credential explains each of its fields', () => {
	const page = readFileSync(join(docs, 'credential.md'), 'utf8');
	const secrets = ['Username', 'Password', 'API Key'];
	const named = new SubscriptionMessagingApi().properties
		.filter(({ name, type }) => type !== 'notice' && !/^(allowedRecipients|redirectTo)/.test(name))
		.map(({ displayName }) => (secrets.includes(displayName) ? secrets.join(', ') : displayName));
	for (const name of named) expect(page).toContain(`\n| ${name} | `);
});

it.each(PAGES)('what %s links to is there, headings included', (page) => {
	const root = join(__dirname, '../..');
	const text = (path: string) => readFileSync(path, 'utf8').replace(/^```[^]*?^```/gm, '');
	const anchors = (path: string) =>
		[...text(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
			heading
				.toLowerCase()
				.replace(/[^\p{L}\p{N}\s_-]/gu, '')
				.replaceAll(' ', '-'),
		);
	const links = [
		...text(join(root, page)).matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]+))?\)/g),
	];
	const broken = links.filter(([, path, anchor]) => {
		const target = path ? join(root, page, '..', path) : join(root, page);
		return !existsSync(target) || (anchor && !anchors(target).includes(anchor));
	});
	expect(broken.map(([link]) => link)).toEqual([]);
});
