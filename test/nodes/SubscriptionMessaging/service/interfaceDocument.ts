import type { InputFact, MemberFact, Need } from './interfaceFacts';

/** A table of the document: its cells below the header, with the heading that it stands under. */
export interface Table {
	heading: string;
	header: string[];
	rows: string[][];
}

/** The tables of a Markdown document, in order. */
export function readTables(markdown: string): Table[] {
	const tables: Table[] = [];
	let heading = '';
	let open: Table | undefined;
	for (const line of markdown.split('\n')) {
		if (!line.startsWith('|')) {
			heading = /^#+ (.*)/.exec(line)?.[1] ?? heading;
			open = undefined;
			continue;
		}
		const cells = line
			.slice(1, line.lastIndexOf('|'))
			.split('|')
			.map((cell) => cell.trim());
		if (!open) {
			open = { heading, header: cells, rows: [] };
			tables.push(open);
		} else if (!cells.every((cell) => /^-+$/.test(cell))) {
			open.rows.push(cells);
		}
	}
	return tables;
}

/** Names that a sentence lists with commas and a last "and". */
export function listed(sentence: string): string[] {
	return sentence.split(/,\s*(?:and\s+)?|\s+and\s+/).filter(Boolean);
}

/** The only text that a pattern's first group matches; its absence is a difference too. */
export function sentence(markdown: string, pattern: RegExp): string {
	const match = pattern.exec(markdown);
	if (!match?.[1]) throw new Error(`The document has no text like ${String(pattern)}`);
	return match[1];
}

function limitsOf(text: string): Pick<MemberFact, 'max' | 'maxDigits'> {
	const max = /\bmax (\d+)|(\d+) max\b/.exec(text);
	const maxDigits = /Integer\[(\d+)\]/.exec(text);
	return {
		...(max && { max: Number(max[1] ?? max[2]) }),
		...(maxDigits && { maxDigits: Number(maxDigits[1]) }),
	};
}

function needOf(text: string): Need {
	if (/required on create and update/.test(text)) return 'create and update';
	if (/required on create/.test(text)) return 'create';
	if (/required to identify .* in every template operation/.test(text)) {
		return 'every template operation';
	}
	return /\boptional\b/.test(text) ? 'optional' : 'unstated';
}

/** Rows of a table of fields: names (several with commas), type, then "Required" or notes. */
export function readMembers({ header, rows }: Table): Record<string, MemberFact> {
	const required = header.indexOf('Required');
	return Object.fromEntries(
		rows.flatMap((cells) => {
			const [names = '', type = '', ...notes] = cells;
			const need = needOf(`${type} ${notes.join(' ')}`);
			const fact: MemberFact = {
				type: type.split(',')[0] ?? '',
				need: required === -1 ? need : /^yes/.test(cells[required] ?? '') ? 'always' : 'optional',
				...limitsOf(type),
			};
			return listed(names).map((name): [string, MemberFact] => [name, fact]);
		}),
	);
}

/** Members written as prose: "a, b (strings); c (integer; …); d (WSAddress)". */
export function readProseMembers(prose: string): Record<string, MemberFact> {
	const groups = [...prose.matchAll(/([\w`, ]+?)\s*\((\w+)[^)]*\)/g)];
	return Object.fromEntries(
		groups.flatMap(([, names = '', type = '']) =>
			listed(
				names
					.replaceAll('`', '')
					.replace(/^\s*and /, '')
					.trim(),
			).map((name): [string, MemberFact] => [
				name,
				{ type: type === 'strings' ? 'string' : type, need: 'unstated' },
			]),
		),
	);
}

/** Types of object inputs that the document names by the resource alone. */
const RESOURCE_TYPES: Record<string, string> = {
	division: 'WSDivision',
	group: 'WSSubscriptionnode',
	template: 'WSTemplate',
};

/** The cell "Inputs besides auth"; `earlier` resolves inputs that are described further up. */
export function readInputs(cell: string, earlier: Map<string, InputFact>): InputFact[] {
	if (/^none\b/.test(cell)) return [];
	return splitOutsideParentheses(cell).map((text) => {
		const input = readInput(text, earlier);
		if (!earlier.has(input.name)) earlier.set(input.name, input);
		return input;
	});
}

function readInput(text: string, earlier: Map<string, InputFact>): InputFact {
	const name = /^\w+/.exec(text)?.[0] ?? '';
	if (text === name || text === `${name} as above`) {
		const described = earlier.get(name);
		if (!described) throw new Error(`The document describes no input "${text}"`);
		return described;
	}
	const inParentheses = /\((.*)\)/.exec(text)?.[1] ?? '';
	const resource = RESOURCE_TYPES[name];
	if (resource) {
		const limit = limitsOf(inParentheses).max;
		const needs = /^(\w+)(?: required\b|$)/.exec(inParentheses)?.[1];
		return {
			name,
			type: resource,
			need: 'always',
			needs: needs ? [needs] : [],
			...(limit && { memberMax: { [needs ?? '']: limit } }),
		};
	}
	const [, type = ''] = /^\w+: ((?:array of )?\w+)/.exec(text) ?? [];
	const outside = text.replace(/\(.*\)/, '');
	const also = /named `(\w+)` in (SOAP and NVP|NVP)/.exec(text);
	const other = /(\d+) when not English/.exec(text);
	const { max } = limitsOf(outside);
	return {
		name,
		type,
		need: /\brequired\b/.test(outside)
			? 'always'
			: /\boptional\b|\bdefault\b/.test(outside)
				? 'optional'
				: 'unstated',
		...(max && (/comma-separated/.test(outside) ? { maxEntries: max } : { max })),
		...(other && { maxOtherLanguages: Number(other[1]) }),
		...(also && { alsoNamed: { name: also[1]!, in: also[2] as 'SOAP and NVP' | 'NVP' } }),
	};
}

function splitOutsideParentheses(cell: string): string[] {
	return (cell.match(/(?:\([^)]*\)|[^;(])+/g) ?? []).map((part) => part.trim());
}

/** Response types of a table of operations: stated, "same" as the row above, or the table's own. */
export function readOutputs({ header, rows }: Table, unknown: readonly string[]): string[] {
	const stated = (text = '') => /\bWS\w+Response\b/.exec(text)?.[0];
	const ofTable = stated(header[2]) ?? stated(rows[0]?.[2]) ?? '';
	let above = ofTable;
	return rows.map(([name = '', , output = '']) => {
		if (unknown.includes(name)) return 'unknown';
		above = stated(output) ?? (output.startsWith('same') ? above : ofTable);
		return above;
	});
}
