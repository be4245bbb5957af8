/**
 * Writes what the editor shows of each operation's output before it has run
 * (`nodes/SubscriptionMessaging/__schema__`), and the examples that the pages of docs/operations show
 * (`docs/outputExamples.json`), from what the built node gives in n8n's engine at a sandbox:
 * `npm run schemas`. A test fails when the files are behind.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { GenericValue, IDataObject } from 'n8n-workflow';

import { RESOURCES } from '../nodes/SubscriptionMessaging/actions/router';
import { startSandbox } from '../sandbox/server';
import { runNode, type RunResult } from '../test/engine/engine';
import { EXAMPLES } from './outputRuns';
import { triggerOutputs } from './triggerOutputs';

/** The part of JSON Schema that the editor reads. */
type JsonSchema =
	| { type: 'string' | 'number' | 'boolean' | 'null' }
	| { type: 'array'; items: JsonSchema | Record<string, never> }
	| { type: 'object'; properties: Record<string, JsonSchema> };

export const EXAMPLES_FILE = join(__dirname, 'outputExamples.json');
export const SCHEMA_FOLDER = join(__dirname, '../nodes/SubscriptionMessaging/__schema__/v1.0.0');

/** The output of each operation, by its resource and name. */
export async function outputs(): Promise<Map<string, IDataObject[]>> {
	// Delivered at once, so that the operation that waits for it has something to say.
	const { sandbox, baseUrl, close } = await startSandbox({ statusDelay: 0 });
	const { username, password, apiKey, code } = sandbox.settings;
	const { keyword } = sandbox.organization.company;
	const credential = { baseUrl, username, password, api_key: apiKey, code, keyword };
	try {
		const found = new Map<string, IDataObject[]>();
		for (const { value: resource, operations } of RESOURCES) {
			for (const { value: operation } of operations) {
				sandbox.reset();
				const example = EXAMPLES[resource]?.[operation];
				if (!example) {
					throw new Error(
						`Add fields that give the output of ${resource}.${operation} to docs/outputRuns.ts`,
					);
				}
				let output: IDataObject[] = [{}];
				for (const parameters of example.runs) {
					const { items, error, visit } = await runNode({
						credential,
						items: output.slice(0, 1),
						parameters: { resource, operation, ...parameters },
					});
					if (error) throw new Error(`${resource} ${operation}: ${error.message}`);
					const link = /http\S+$/.exec(sandbox.messages.all[0]?.text ?? '')?.[0] ?? '';
					const decided = example.decision && (await answered(visit, link, example.decision));
					output = (decided ?? items).map(({ json }) => json);
				}
				found.set(`${resource}/${operation}`, output);
			}
		}
		return found;
	} finally {
		await close();
	}
}

/** Presses a button on the page of a link. */
async function answered(visit: RunResult['visit'], url: string, decision: string) {
	const [, token] = /name="token" value="([^"]+)"/.exec((await visit({ url })).html) ?? [];
	return (await visit({ method: 'POST', url, body: { token, decision } })).items;
}

/** The schema of each operation's items, by the path of its file below the folder. */
export function outputSchemas(
	found: ReadonlyMap<string, readonly IDataObject[]>,
): Map<string, JsonSchema> {
	return new Map([...found].map(([operation, items]) => [`${operation}.json`, schemaOf(items)]));
}

/** What differs from run to run, and what stands for it in an example. */
const STAND_INS: ReadonlyArray<[found: RegExp, shown: string]> = [
	[/^\d{8}-[\da-f]{6}$/, '31415926-5a1e9c'],
	[/^n8n-[\w-]+$/, 'n8n-Q7dZ3kX0pLr2'],
	[/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '2026-01-31T09:30:00.000Z'],
	[/http:\/\/127\.0\.0\.1:\d+\/\w+/, 'https://short.example.com/a1b2c3'],
];

/** The first item of each output, fit for a page: the same in every run, and short. */
export function outputExamples(
	found: ReadonlyMap<string, readonly IDataObject[]>,
): Record<string, unknown> {
	return Object.fromEntries(
		[...found].map(([operation, [first]]) => [operation, exampleOf(first ?? {})]),
	);
}

function exampleOf(value: unknown): unknown {
	if (typeof value === 'string') {
		return STAND_INS.reduce((text, [pattern, shown]) => text.replace(pattern, shown), value);
	}
	// One entry tells what the others of a list hold.
	if (Array.isArray(value)) {
		return value.filter((it, position) => position === 0 || typeof it !== 'object').map(exampleOf);
	}
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, exampleOf(held)]));
}

/** What all of the values have in common; what is nil in one may be told by another. */
function schemaOf(values: readonly GenericValue[]): JsonSchema {
	const given = values.filter((value) => value !== null && value !== undefined);
	const [first] = given;
	if (first === undefined) return { type: 'null' };
	if (Array.isArray(first)) {
		const entries = given.flat() as GenericValue[];
		return { type: 'array', items: entries.length > 0 ? schemaOf(entries) : {} };
	}
	if (typeof first === 'object') {
		const objects = given as IDataObject[];
		const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
		const properties = names.map((name): [string, JsonSchema] => [
			name,
			schemaOf(objects.map((object) => object[name] as GenericValue)),
		]);
		return { type: 'object', properties: Object.fromEntries(properties) };
	}
	return { type: typeof first as 'string' | 'number' | 'boolean' };
}

async function write() {
	const found = await outputs();
	const schemas = outputSchemas(found);
	const shown = outputExamples(new Map([...found, ...(await triggerOutputs())]));
	writeFileSync(EXAMPLES_FILE, `${JSON.stringify(shown, null, '\t')}\n`);
	rmSync(SCHEMA_FOLDER, { recursive: true, force: true });
	for (const [path, schema] of schemas) {
		const file = join(SCHEMA_FOLDER, path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify(schema, null, '\t')}\n`);
	}
}

if (require.main === module) void write();
