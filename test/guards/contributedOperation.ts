import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import type { Operation } from '../../nodes/SubscriptionMessaging/actions/operation/operation';
import { ROOT } from './sources';

const ACTIONS = join(ROOT, 'nodes/SubscriptionMessaging/actions');

/** The operation that CONTRIBUTING.md shows, as a file in the folder of its resource would give it. */
export function contributedOperation(resource: string): Operation {
	const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
	const [, code = ''] = /^ {3}```ts\n([^]*?)^ {3}```$/m.exec(page) ?? [];
	const { outputText } = ts.transpileModule(code.replace(/^ {3}/gm, ''), {
		compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
	});
	const exported: Record<string, Operation> = {};
	const load = (path: string) => require(join(ACTIONS, resource, path)) as unknown;
	new Function('require', 'exports', outputText)(load, exported);
	const [operation, ...others] = Object.values(exported);
	if (!operation || others.length > 0) throw new Error('CONTRIBUTING.md shows no operation');
	return operation;
}
