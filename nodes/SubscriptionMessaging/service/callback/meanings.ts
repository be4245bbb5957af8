import { RANK_OF_EITHER, type FieldMapping } from './fields';
import { plain, type Path } from './path';
import { EITHER, KNOWN, STATUS_FIELDS, type StatusField } from './spellings';
import { lengthOf } from './surroundings';
import type { Scalar } from './value';
import { wholeNumberIn } from '../xml/scalars';

/** What a name stands for, and how sure that is: 0 for a name of the mapping, then in order of the spellings. */
interface Meaning {
	field: StatusField;
	rank: number;
}

/** What the names in a callback stand for: those of a mapping, and besides those that services are known to write. */
export class Meanings {
	private readonly mapped = new Map<string, StatusField>();

	/** Characters of the longest name that can be recognised. */
	private readonly longest: number;

	constructor(mapping: FieldMapping) {
		for (const field of STATUS_FIELDS) {
			const name = plain(mapping[field] ?? '');
			if (name !== '') this.mapped.set(name, field);
		}
		const names = [...this.mapped.keys(), ...KNOWN.keys(), ...EITHER];
		this.longest = Math.max(...names.map(({ length }) => length));
	}

	/** Whether the mapping names anything. */
	get areMapped(): boolean {
		return this.mapped.size > 0;
	}

	/** The field that a name stands for: alone, after the name around it, or after all of them. */
	of(name: string, value: Scalar, { outer, whole }: Path): Meaning | undefined {
		const own = plain(name);
		for (const [distance, around] of ['', outer, whole].entries()) {
			if (around.length + own.length > this.longest) continue;
			const spelling = around + own;
			const mapped = this.mapped.get(spelling);
			if (mapped) return { field: mapped, rank: 0 };
			if (EITHER.includes(spelling)) {
				const isCode = codeNumber(value) !== undefined;
				return {
					field: isCode ? 'status_code' : 'status_message',
					rank: RANK_OF_EITHER + distance / 10,
				};
			}
			const known = KNOWN.get(spelling);
			if (known) return { field: known.field, rank: known.rank + distance / 10 };
		}
		return undefined;
	}
}

/** Undefined where a value is no whole number of at most nine digits. */
export function codeNumber(value: Scalar): number | undefined {
	const code = lengthOf(value) > LONGEST_NUMBER ? undefined : wholeNumberIn(String(value));
	return Math.abs(code ?? NaN) < 1e9 ? code : undefined;
}

/** Characters, with blanks around the digits. */
const LONGEST_NUMBER = 100;
