import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** Part of a pattern on one way through it. */
interface Step {
	/** Which of the sample characters it can match; undefined for an assertion. */
	characters: ReadonlySet<string> | undefined;
	isUnbounded: boolean;
	mayBeEmpty: boolean;
}

type Path = readonly Step[];

/** Enough characters to tell the classes of a pattern apart. */
const SAMPLES = [
	...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
	...'ſαж日\u2028\u200b\ufeff\u3000›–',
];

/** Repetitions from here on count as unbounded. */
const MANY = 1_000;

const MOST_PATHS = 500;

/**
 * Why a regular expression can take time that grows with the square of a text, or faster; undefined
 * where it can't. Two rules:
 *
 * - Two unbounded repetitions stand next to each other, or one within the other, and can match the
 *   same characters, so that a text can be divided between them in many ways.
 * - The search may begin anywhere in what an unbounded repetition matches, and then runs to its end
 *   again before it fails.
 */
export function whySlow(source: string, flags: string): string | undefined {
	const unicodeSets = flags.includes('v');
	const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
		unicode: flags.includes('u'),
		unicodeSets,
	});
	const options = flags.replace(/[^iusv]/g, '');
	for (const path of pathsOfAlternatives(pattern.alternatives, options)) {
		const reason = whyPathIsSlow(path, flags.includes('y') || isAnchored(path));
		if (reason) return reason;
	}
	return undefined;
}

const ANCHOR: Step = { characters: undefined, isUnbounded: false, mayBeEmpty: false };
const LOOK: Step = { ...ANCHOR, mayBeEmpty: true };

function pathsOfAlternatives(alternatives: readonly AST.Alternative[], flags: string): Path[] {
	return alternatives.flatMap(({ elements }) => {
		let paths: Path[] = [[]];
		for (const element of elements) {
			const next = pathsOf(element, flags);
			paths = paths.flatMap((path) => next.map((steps) => [...path, ...steps]));
			if (paths.length > MOST_PATHS) throw new Error('The pattern has too many alternatives');
		}
		return paths;
	});
}

function pathsOf(element: AST.Element, flags: string): Path[] {
	switch (element.type) {
		case 'Group':
		case 'CapturingGroup':
			return pathsOfAlternatives(element.alternatives, flags);
		case 'Quantifier':
			return pathsOfQuantifier(element, flags);
		case 'Assertion':
			return [[element.kind === 'start' ? ANCHOR : LOOK]];
		case 'Backreference':
			return [[{ characters: new Set(SAMPLES), isUnbounded: false, mayBeEmpty: true }]];
		default:
			return [[{ characters: matched(element.raw, flags), isUnbounded: false, mayBeEmpty: false }]];
	}
}

function pathsOfQuantifier({ element, min, max }: AST.Quantifier, flags: string): Path[] {
	const isUnbounded = max >= MANY;
	const paths = pathsOf(element, flags);
	const isOne = paths.every((path) => path.length === 1 && path[0]!.characters !== undefined);
	if (isOne && element.type !== 'Group' && element.type !== 'CapturingGroup') {
		return [[{ ...paths[0]![0]!, isUnbounded, mayBeEmpty: min === 0 }]];
	}
	// What is repeated comes after itself.
	const repeated = isUnbounded
		? paths.flatMap((first) => paths.map((second) => [...first, ...second]))
		: paths;
	return min === 0 ? [[], ...repeated] : repeated;
}

function matched(raw: string, flags: string): ReadonlySet<string> {
	const one = new RegExp(`^(?:${raw})$`, flags);
	return new Set(SAMPLES.filter((sample) => one.test(sample)));
}

function isAnchored(path: Path): boolean {
	return path.find((step) => step !== LOOK) === ANCHOR;
}

function whyPathIsSlow(path: Path, isAnchoredAtStart: boolean): string | undefined {
	for (const [index, step] of path.entries()) {
		if (!step.isUnbounded) continue;
		if (hasUnboundedNeighbour(path, index)) return 'two unbounded repetitions beside each other';
		const canRestart = path
			.slice(0, index)
			.every((before) => before.mayBeEmpty || !separates(before, step));
		const canFail = path.slice(index + 1).some((after) => !after.mayBeEmpty || after === LOOK);
		if (!isAnchoredAtStart && canRestart && canFail) {
			return 'a search may begin anywhere in an unbounded repetition';
		}
	}
	return undefined;
}

/** Whether a later repetition can take what this one has, with nothing in between that tells them apart. */
function hasUnboundedNeighbour(path: Path, index: number): boolean {
	const step = path[index]!;
	for (let at = index + 1; at < path.length; at++) {
		const next = path[at]!;
		if (next.isUnbounded && !separates(next, step)) return !takesAnyRest(path, at);
		if (!next.mayBeEmpty && separates(next, step)) return false;
	}
	return false;
}

/** Whether nothing can fail from here on, as with `.*` and the flag `s` at the end. */
function takesAnyRest(path: Path, index: number): boolean {
	const isLast = path.slice(index + 1).every((step) => step === LOOK);
	return isLast && path[index]!.mayBeEmpty && path[index]!.characters!.size === SAMPLES.length;
}

function separates({ characters }: Step, { characters: others }: Step): boolean {
	if (characters === undefined || others === undefined) return false;
	return ![...characters].some((character) => others.has(character));
}
