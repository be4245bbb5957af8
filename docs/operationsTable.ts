/**
 * Writes the table of operations into the README, from the operations of the node:
 * `npm run docs`. A test fails when the README is behind.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { RESOURCES } from '../nodes/SubscriptionMessaging/actions/router';

const BEGIN = '<!-- operations:begin (npm run docs) -->';
const END = '<!-- operations:end -->';

/** The README with its table of operations as the code has it now. */
export function withOperationsTable(readme: string): string {
	const begin = readme.indexOf(BEGIN);
	const end = readme.indexOf(END);
	if (begin < 0 || end < begin) throw new Error(`README.md lacks "${BEGIN}" or "${END}"`);
	return `${readme.slice(0, begin + BEGIN.length)}\n\n${operationsTable()}\n\n${readme.slice(end)}`;
}

function operationsTable(): string {
	const rows = RESOURCES.map(({ name, operations }) => [
		`**${name}**`,
		operations.map((operation) => operation.name).join(', '),
	]);
	return [['Resource', 'Operations'], ['---', '---'], ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

if (require.main === module) {
	const path = join(__dirname, '..', 'README.md');
	writeFileSync(path, withOperationsTable(readFileSync(path, 'utf8')));
}
