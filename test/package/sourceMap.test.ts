import { join, posix, relative } from 'node:path';

import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

import { packed, packedFiles, read, ROOT } from './packed';

const BUNDLE = 'dist/bundle.js';
const CREDENTIAL = 'dist/credentials/SubscriptionMessagingApi.credentials.js';

/** Texts of errors that occur once, from files of every layer. */
const LANDMARKS: Array<[path: string, text: string, bundle: string]> = [
	['nodes/SubscriptionMessaging/service/phoneNumber.ts', 'is not a country code', BUNDLE],
	['nodes/SubscriptionMessaging/trigger/confirmation.ts', 'tickets to confirm', BUNDLE],
	['nodes/SubscriptionMessaging/run/waiting.ts', 'A callback to a waiting execution', BUNDLE],
	['credentials/secrets.ts', 'has no authentication object', CREDENTIAL],
];

const mapOf = (bundle: string) =>
	new TraceMap(
		packed(`${bundle}.map`),
		`file://${join(ROOT, posix.dirname(bundle))}/${posix.basename(bundle)}.map`,
	);

const sourcesOf = (bundle: string) =>
	mapOf(bundle).resolvedSources.map((source) => relative(`file://${ROOT}`, source ?? ''));

describe('the source maps', () => {
	it.each(LANDMARKS)('lead to the line of %s that holds "%s"', (path, landmark, bundle) => {
		const text = packed(bundle);
		const before = text.slice(0, text.indexOf(landmark)).split('\n');
		expect(text.split(landmark)).toHaveLength(2);
		const { source, line } = originalPositionFor(mapOf(bundle), {
			line: before.length,
			column: before.at(-1)!.length,
		});
		expect(source).toBe(`file://${join(ROOT, path)}`);
		expect(read(path).split('\n')[line! - 1]).toContain(landmark);
	});

	it.each([
		[BUNDLE, 'nodes/SubscriptionMessaging/run/execute.ts'],
		[CREDENTIAL, 'credentials/SubscriptionMessagingApi.credentials.ts'],
	])('of %s names sources of ours, no library, and holds no text', (bundle, ours) => {
		const sources = sourcesOf(bundle);
		expect(sources).toContain(ours);
		expect(sources.filter((source) => !/^(?:nodes|credentials)\//.test(source))).toEqual([]);
		expect(JSON.parse(packed(`${bundle}.map`))).not.toHaveProperty('sourcesContent');
	});

	it('are there for every file that holds code of ours', () => {
		const files = packedFiles();
		const own = files.filter((path) => path.endsWith('.js') && !path.endsWith('.node.js'));
		expect(own.map((path) => `${path}.map`)).toEqual(files.filter((path) => path.endsWith('.map')));
	});
});
