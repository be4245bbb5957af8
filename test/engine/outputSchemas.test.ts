import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { outputSchemas, SCHEMA_FOLDER } from '../../docs/outputSchemas';

test('the editor shows of each operation what it gives (docs/outputSchemas.ts writes it down)', async () => {
	const files = readdirSync(SCHEMA_FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
		path.endsWith('.json'),
	);
	const stored = Object.fromEntries(
		files.map((path) => [
			path,
			JSON.parse(readFileSync(join(SCHEMA_FOLDER, path), 'utf8')) as unknown,
		]),
	);
	expect(stored).toEqual(Object.fromEntries(await outputSchemas()));
});
