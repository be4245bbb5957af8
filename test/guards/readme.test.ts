import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operationsPage } from '../../docs/operationsPage';
import { withOperationsTable } from '../../docs/operationsTable';

it('the README lists the operations that the node has (npm run docs writes them)', () => {
	const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
	expect(readme).toBe(withOperationsTable(readme));
});

it('the README names the versions of n8n that the package is tested with', () => {
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
	expect(section).toContain(`n8n ${others.reverse().join(', ')} and ${last}:`);
});

it('docs/operations.md lists the fields that the operations have (npm run docs writes it)', () => {
	const page = readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8');
	expect(page).toBe(operationsPage());
});
