/** Prints the tasks in words and what n8n tells a model of the nodes, to be given to a model. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { CONTEXT, TASKS } from './tasks';

const { definitions } = JSON.parse(
	execFileSync(process.execPath, [join(__dirname, 'aiBuilder.mjs')], {
		input: '[]',
		encoding: 'utf8',
	}),
) as { definitions: string[] };

const FORM =
	'Answer with one JSON array, with an entry for each task in their order: { "node": "subscriptionMessaging", "parameters": { ... } }. The node is the last part of its type. An expression begins with =, as in "={{ $json.phone }}".';

console.log(
	[
		'Fill an n8n node for each of these tasks. Know nothing but the definitions below.',
		CONTEXT,
		FORM,
		TASKS.map(({ words }, index) => `${index + 1}. ${words}`).join('\n'),
		...definitions,
	].join('\n\n'),
);
