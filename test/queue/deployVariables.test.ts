import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

const ROOT = join(__dirname, '../..');
const N8N = join(ROOT, 'host/node_modules');

/** What n8n says of variables that it had, or that another version will not have. */
const OF_OTHER_VERSIONS = /[\\/](?:breaking-changes|deprecation)[\\/]/;

/** Every variable that the n8n of the image reads: those of its configuration, and those it reads by itself. */
function variablesOfN8n(): Set<string> {
	const files = ['@n8n/config/dist', 'n8n/dist']
		.flatMap((folder) =>
			readdirSync(join(N8N, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
				join(folder, file),
			),
		)
		.filter((file) => file.endsWith('.js') && !OF_OTHER_VERSIONS.test(file));
	const read = /\bEnv\)?\('([A-Z][A-Z\d_]+)'|\bprocess\.env\.([A-Z][A-Z\d_]+)/g;
	const found = files.flatMap((file) =>
		[...readFileSync(join(N8N, file), 'utf8').matchAll(read)].map(
			([, configured, own]) => configured ?? own ?? '',
		),
	);
	return new Set(found);
}

const { services } = parse(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8'), {
	merge: true,
}) as { services: Record<string, { image: string; environment?: Record<string, string> }> };

const known = variablesOfN8n();

it('the list holds what n8n reads, and not what it no longer does', () => {
	expect(known).toContain('N8N_PORT');
	expect(known).not.toContain('QUEUE_WORKER_MAX_STALLED_COUNT');
	expect(known).not.toContain('N8N_RUNNERS_ENABLED');
});

it.each(
	Object.entries(services)
		.filter(([, { image }]) => image.startsWith('n8n-'))
		.map(([name, { environment = {} }]) => [name, Object.keys(environment)] as const),
)('%s is given variables that n8n reads', (_name, variables) => {
	expect(variables).toContain('N8N_ENCRYPTION_KEY');
	expect(variables.filter((variable) => !known.has(variable))).toEqual([]);
});
