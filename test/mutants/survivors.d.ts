interface Position {
	line: number;
	column: number;
}

interface Mutant {
	file: string;
	original: string;
	line: string;
	replacement: string;
	isKilled: boolean;
}

interface Named {
	file: string;
	original: string;
	line?: string;
	replacement: string;
	reason: string;
}

export function placeOf(
	text: string,
	location: { start: Position; end: Position },
): { original: string; line: string };

export function compare(
	mutants: Mutant[],
	named: Named[],
): { unnamed: Mutant[]; outdated: Named[] };

export function namedSurvivors(): Named[];
