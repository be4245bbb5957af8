/**
 * Writes the table of operations into the README, from the operations of the node:
 * `npm run docs`. A test fails when the README is behind.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { RESOURCES } from '../nodes/SubscriptionMessaging/actions/router';
import type { Operation } from '../nodes/SubscriptionMessaging/actions/operation/operation';
import { operationDefinition } from '../nodes/SubscriptionMessaging/service/contract/contract';

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

/** The operations of the interface behind an operation of the node. */
export function callsOf({ calls }: Operation): string {
	return calls.map((call) => `\`${nameOf(call)}\``).join(', ');
}

function nameOf(call: Operation['calls'][number]): string {
	return call === 'plainSend' ? 'plain send' : `${operationDefinition(call).binding}.${call}`;
}

export function transportsOf({ calls: [call], properties }: Operation): string {
	if (call === 'plainSend') return 'plain HTTP';
	const options = properties.find(({ name }) => name === 'options')?.options ?? [];
	const canBeChosen = options.some(({ name }) => name === 'transport');
	return canBeChosen && operationDefinition(call).nvp ? 'SOAP, NVP' : 'SOAP';
}

if (require.main === module) {
	const path = join(__dirname, '..', 'README.md');
	writeFileSync(path, withOperationsTable(readFileSync(path, 'utf8')));
}
