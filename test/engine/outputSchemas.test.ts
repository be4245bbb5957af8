import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	EXAMPLES_FILE,
	outputExamples,
	outputs,
	outputSchemas,
	SCHEMA_FOLDER,
} from '../../docs/outputSchemas';
import { triggerOutputs } from '../../docs/triggerOutputs';

let found: Awaited<ReturnType<typeof outputs>>;
beforeAll(async () => {
	found = await outputs();
}, 60_000);

test('the editor shows of each operation what it gives (npm run schemas writes it down)', () => {
	const files = readdirSync(SCHEMA_FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
		path.endsWith('.json'),
	);
	const stored = Object.fromEntries(
		files.map((path) => [
			path,
			JSON.parse(readFileSync(join(SCHEMA_FOLDER, path), 'utf8')) as unknown,
		]),
	);
	expect(stored).toEqual(Object.fromEntries(outputSchemas(found)));
});

test('docs/operations shows of each operation and trigger what it gives (npm run schemas, then npm run docs)', async () => {
	const stored = JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as unknown;
	expect(stored).toEqual(outputExamples(new Map([...found, ...(await triggerOutputs())])));
});
