import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { withOperationsTable } from '../../docs/operationsTable';

it('the README lists the operations that the node has (npm run docs writes them)', () => {
	const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
	expect(readme).toBe(withOperationsTable(readme));
});
