import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { compare, namedSurvivors, placeOf } from '../mutants/survivors.js';
import { ROOT } from './sources';

const flat = (text: string) => text.replace(/\s+/g, ' ');

/** Whether whole lines, one or several behind each other, are the text: as a mutant names its place. */
const holdsLines = (lines: readonly string[], wanted: string) =>
	lines.some((_line, start) => {
		let joined = '';
		for (let end = start; end < lines.length && joined.length < wanted.length; end++) {
			joined = `${joined} ${lines[end]}`.trim();
		}
		return joined === wanted;
	});

type Named = ReturnType<typeof namedSurvivors>[number];

const isWrong = ({ file, original, line, reason }: Named) => {
	const path = join(ROOT, file);
	if (!existsSync(path) || !/\w+ \w+ \w+/.test(reason)) return true;
	const text = readFileSync(path, 'utf8');
	// An entry without a line would excuse each place that holds its text, also one that nobody looked at.
	if (line === undefined) return flat(text).split(flat(original)).length !== 2;
	const wanted = flat(line).trim();
	return (
		!holdsLines(
			text.split('\n').map((each) => flat(each).trim()),
			wanted,
		) || !wanted.includes(flat(original).trim())
	);
};

test('each survivor that stays is named with the place where it is, and a reason', () => {
	expect(namedSurvivors().length).toBeGreaterThan(0);
	expect(namedSurvivors().filter(isWrong)).toEqual([]);
});

test('a survivor with another place or without a reason would be found', () => {
	const [named] = namedSurvivors();
	expect(isWrong(named!)).toBe(false);
	expect(isWrong({ ...named!, file: 'nodes/gone.ts' })).toBe(true);
	expect(isWrong({ ...named!, original: 'is not there' })).toBe(true);
	expect(isWrong({ ...named!, line: `${named!.original} is not there` })).toBe(true);
	expect(isWrong({ ...named!, original: 'return', line: undefined })).toBe(true);
	expect(isWrong({ ...named!, reason: 'because' })).toBe(true);
});

describe('the list of survivors', () => {
	const mutant = {
		file: 'a.ts',
		original: 'a > b',
		line: 'if (a > b) c',
		replacement: 'a >=\n\tb',
		isKilled: false,
	};
	const entry = { file: 'a.ts', original: 'a >\n  b', replacement: 'a >= b', reason: 'why' };

	it('covers a survivor wherever its lines are, and no other', () => {
		expect(compare([mutant], [entry])).toEqual({ unnamed: [], outdated: [] });
		const other = { ...mutant, replacement: 'true' };
		expect(compare([mutant, other], [entry]).unnamed).toEqual([other]);
		expect(compare([{ ...mutant, file: 'b.ts' }], []).unnamed).toHaveLength(1);
	});

	it('covers only the line that it tells', () => {
		const here = { ...entry, line: 'if (a >\n b) c' };
		expect(compare([mutant], [here])).toEqual({ unnamed: [], outdated: [] });
		const elsewhere = { ...mutant, line: 'if (a > b) d' };
		expect(compare([elsewhere], [here])).toEqual({ unnamed: [elsewhere], outdated: [here] });
	});

	it('is out of date where a test kills the mutant by now', () => {
		const killed = { ...mutant, isKilled: true };
		expect(compare([killed], [entry])).toEqual({ unnamed: [], outdated: [entry] });
		expect(compare([{ ...killed, file: 'b.ts' }], [entry]).outdated).toEqual([]);
	});

	it('names a place by its text', () => {
		const place = { start: { line: 1, column: 5 }, end: { line: 2, column: 4 } };
		expect(placeOf('if (a\n\t&& b) c', place)).toEqual({ original: 'a &&', line: 'if (a && b) c' });
	});
});
