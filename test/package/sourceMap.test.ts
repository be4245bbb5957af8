import { join, relative } from 'node:path';

import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

import { packed, read, ROOT } from './packed';

/** Texts of errors that occur once, from files of every layer and of a library. */
const LANDMARKS: Array<[path: string, text: string]> = [
	['nodes/SubscriptionMessaging/service/text/phoneNumber.ts', 'is not a country code'],
	['nodes/SubscriptionMessaging/trigger/confirmation.ts', 'does not show the status yet'],
	['nodes/SubscriptionMessaging/run/wait/paused.ts', 'to a waiting execution could not be'],
	['credentials/secrets.ts', 'has no authentication object'],
	['node_modules/saxes/saxes.js', 'unclosed tag:'],
];

describe('the source map', () => {
	const bundle = packed('dist/bundle.js');
	const text = packed('dist/bundle.js.map');
	const map = new TraceMap(text, `file://${join(ROOT, 'dist')}/`);

	it.each(LANDMARKS)('leads to the line of %s that holds "%s"', (path, landmark) => {
		const before = bundle.slice(0, bundle.indexOf(landmark)).split('\n');
		expect(bundle.split(landmark)).toHaveLength(2);
		const { source, line } = originalPositionFor(map, {
			line: before.length,
			column: before.at(-1)!.length,
		});
		expect(source).toBe(`file://${join(ROOT, path)}`);
		expect(read(path).split('\n')[line! - 1]).toContain(landmark);
	});

	it('names the sources, and holds no text', () => {
		const sources = map.resolvedSources.map((source) => relative(`file://${ROOT}`, source ?? ''));
		expect(sources).toContain('nodes/SubscriptionMessaging/run/execute.ts');
		expect(JSON.parse(text)).not.toHaveProperty('sourcesContent');
	});

	it('leads each line that throws to one that does', () => {
		const sources = new Map<string, string[]>();
		const lineOf = (path: string, line: number) => {
			if (!sources.has(path)) sources.set(path, read(path).split('\n'));
			return sources.get(path)![line - 1];
		};
		const thrown = bundle.split('\n').flatMap((text, index) => {
			const { source, line } = originalPositionFor(map, { line: index + 1, column: text.length });
			if (!/^\s*throw /.test(text) || !source) return [];
			return [lineOf(relative(ROOT, source.replace('file://', '')), line!)];
		});
		expect(thrown.length).toBeGreaterThan(30);
		expect(thrown.filter((text) => !text?.includes('throw '))).toEqual([]);
	});

	it('has a position for each line of a file in the bundle that is more than a bracket', () => {
		const lines = bundle.slice(0, bundle.indexOf('\n0 && (module.exports')).split('\n');
		let isOfFile = false;
		const unknown = lines.filter((line, index) => {
			if (/^\/\/ \S+\.[jt]s$/.test(line)) isOfFile = true;
			if (!isOfFile || !/\w/.test(line) || /^\s*\/\//.test(line)) return false;
			return originalPositionFor(map, { line: index + 1, column: line.length }).line === null;
		});
		expect(unknown).toEqual([]);
	});
});

describe('the bundle', () => {
	const bundle = packed('dist/bundle.js');

	it('can be read, with the names of the sources', () => {
		expect(bundle).toContain('\n// run/execute.ts\n');
		expect(bundle).toContain('\n// node_modules/p-limit/index.js\n');
		expect(bundle).toMatch(/^\tasync turn\(\) \{$/m);
	});

	it('has no comments but the names of its files', () => {
		const comments = bundle.split('\n').filter((line) => /^\s*\/[/*]/.test(line));
		expect(comments.length).toBeGreaterThan(100);
		expect(comments.filter((line) => !/^\/\/ [@\w./-]+\.(ts|js|json)$/.test(line))).toEqual([]);
	});
});
