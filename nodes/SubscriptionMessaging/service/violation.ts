/** Something in a call that the interface does not allow. */
export interface Violation {
	/** Where: parameter name, then member names and list positions. */
	path: ReadonlyArray<string | number>;
	/** Completes a sentence that begins with the field's name, e.g. "is empty". */
	problem: string;
	/** How to mend it. */
	fix: string;
}

/** Of a change that changes nothing. */
export function unchanged(parameter: string): Violation {
	return {
		path: [parameter],
		problem: 'holds nothing to change',
		fix: 'Add at least one field to change.',
	};
}

export function empty(path: ReadonlyArray<string | number>): Violation {
	return {
		path,
		problem: 'is empty',
		fix: 'Enter a value, or check the expression that fills it.',
	};
}

export function wrongType(
	path: ReadonlyArray<string | number>,
	wanted: string,
	value: unknown,
): Violation {
	const given = Array.isArray(value) ? 'a list' : value === null ? 'null' : describe(value);
	return {
		path,
		problem: `must be ${wanted}, but ${given} was given`,
		fix: 'Check the expression that fills it.',
	};
}

function describe(value: unknown): string {
	switch (typeof value) {
		case 'object':
			return 'an object';
		case 'string':
			return `the text "${value.slice(0, 40)}"`;
		default:
			return `the ${typeof value} ${String(value)}`;
	}
}
