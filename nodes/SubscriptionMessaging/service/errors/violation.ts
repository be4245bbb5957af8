/** What kind of mistake something is, with the values that a way to mend it depends on. */
export type Mistake =
	| {
			code:
				| 'codeNotDigits'
				| 'emailForPhone'
				| 'empty'
				| 'everyoneWithList'
				| 'invisible'
				| 'lookalike'
				| 'noRecipient'
				| 'noWebAddress'
				| 'notAnEmail'
				| 'notANumber'
				| 'notOneMailbox'
				| 'notOneOf'
				| 'notShortCarrierId'
				| 'tooManyDigits'
				| 'unchanged'
				| 'wrongType';
	  }
	/** `sign`: what separates the values, e.g. `a comma`. */
	| { code: 'separated'; sign: string }
	/** `by`: characters beyond the limit. */
	| { code: 'tooLong' | 'tooLongForLocale'; by: number }
	/** `most`: phone numbers that one request takes. */
	| { code: 'tooManyNumbers'; most: number }
	/** `position`: of the character, from 1. */
	| { code: 'unsendable'; position: number };

/** What keeps a value from being sent. How to mend it is worded where people enter it. */
export type ValueProblem = Mistake & {
	/** Completes a sentence that begins with the name of the parameter, e.g. "is empty". */
	problem: string;
};

/** Something in a call that the interface does not allow. */
export type Violation = ValueProblem & {
	/** Where: parameter name, then member names and list positions. */
	path: ReadonlyArray<string | number>;
};

/** Of a change that changes nothing. */
export function unchanged(parameter: string): Violation {
	return { path: [parameter], problem: 'holds nothing to change', code: 'unchanged' };
}

export function empty(path: ReadonlyArray<string | number>): Violation {
	return { path, problem: 'is empty', code: 'empty' };
}

export function wrongType(
	path: ReadonlyArray<string | number>,
	wanted: string,
	value: unknown,
): Violation {
	const given = Array.isArray(value) ? 'a list' : value === null ? 'null' : describe(value);
	return { path, problem: `must be ${wanted}, but ${given} was given`, code: 'wrongType' };
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
