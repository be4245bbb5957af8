import { LONGEST_NAME } from '../xml/limits';

/** What a post may hold at most; a list of 20,000 recipients stays well below. */
export const CALLBACK_LIMITS = {
	/** Of the body, without content encoding. */
	bytes: 8 * 1024 * 1024,
	/** Members and entries of what is posted, all levels together. */
	values: 200_000,
	/** Members of one object with different names: the engine lists the names of an object all at once. */
	names: 50_000,
	/**
	 * Names of more than 10,000 characters, all levels together: all of one length have one hash above 16,383
	 * characters, so that each is compared with all others.
	 */
	longNames: 50,
	/** Objects and lists within each other. */
	depth: 40,
	/** The same for the statuses, where what surrounds a list counts for each of its entries. */
	emittedValues: 500_000,
	/** Of names and texts: in what is posted, and again in the statuses. */
	characters: 16 * 1024 * 1024,
} as const;

/** Values of the statuses of a short post, and more for each byte of it. */
const LEAST = 20_000;
const PER_BYTE = 4;

/** A post of which nothing is taken. The message says why, and holds nothing of what was posted. */
export class CallbackRefusedError extends Error {
	override readonly name = 'CallbackRefusedError';

	constructor(
		reason: string,
		/** To answer with: 413 where it is too much, 415 where its form can't be read, 400 where it cannot be right. */
		readonly httpStatus: 400 | 413 | 415,
	) {
		super(`The post was refused: ${reason}`);
	}
}

export function tooDeep(): CallbackRefusedError {
	return new CallbackRefusedError(`it is nested more than ${CALLBACK_LIMITS.depth} deep`, 400);
}

function tooManyLongNames(): CallbackRefusedError {
	return new CallbackRefusedError(
		`it has more than ${CALLBACK_LIMITS.longNames} names of more than ${LONGEST_NAME} characters`,
		413,
	);
}

/** Units of work in one step. A value is one unit, and so are this many characters: */
const STEP = 2_000;
const CHARACTERS_PER_UNIT = 64;

/** Characters that are worked on at once where a text is longer. */
export const SLICE = 32_768;

/** What a value holds, all levels together. */
export interface Amount {
	values: number;
	/** Of names and texts. */
	characters: number;
}

/** Counts what one post makes n8n hold, while it is made, and when a step of the work is over. */
export class Budget {
	private values = 0;

	private characters = 0;

	private longNames = 0;

	private work = 0;

	/** @param reasons what is said where it is too much */
	constructor(
		private readonly most: Amount,
		private readonly reasons: Record<keyof Amount, string>,
	) {}

	/** For reading what was posted. */
	static ofPost(): Budget {
		return new Budget(CALLBACK_LIMITS, {
			values: `it has more than ${CALLBACK_LIMITS.values} values`,
			characters: `it has more than ${CALLBACK_LIMITS.characters} characters`,
		});
	}

	/**
	 * For the statuses that are made of it.
	 *
	 * @param bytes of what was posted
	 */
	static ofStatuses(bytes = Infinity): Budget {
		const { emittedValues, characters } = CALLBACK_LIMITS;
		const values = Math.min(emittedValues, LEAST + PER_BYTE * bytes);
		return new Budget(
			{ values, characters },
			{
				values: `its statuses would have more than ${values} values`,
				characters: `its statuses would have more than ${characters} characters`,
			},
		);
	}

	/**
	 * Values that are about to be made, and the characters of their names and texts.
	 *
	 * @throws CallbackRefusedError as soon as they are too many
	 */
	add(values: number, characters = 0): void {
		this.values += values;
		this.characters += characters;
		this.work += values + characters / CHARACTERS_PER_UNIT;
		if (this.values > this.most.values) throw new CallbackRefusedError(this.reasons.values, 413);
		if (this.characters > this.most.characters) {
			throw new CallbackRefusedError(this.reasons.characters, 413);
		}
	}

	/**
	 * A member that is about to be made, apart from its value.
	 *
	 * @param characters that are not counted yet
	 * @throws CallbackRefusedError
	 */
	addName({ length }: string, characters = length): void {
		this.add(1, characters);
		if (length > LONGEST_NAME && ++this.longNames > CALLBACK_LIMITS.longNames) {
			throw tooManyLongNames();
		}
	}

	/** Whether a step is over, after so much more work that makes nothing. */
	isStepOver(units = 0, characters = 0): boolean {
		this.work += units + characters / CHARACTERS_PER_UNIT;
		if (this.work < STEP) return false;
		this.work = 0;
		return true;
	}

	/** What was counted so far, to go back to where a format turns out to be another. */
	mark(): () => void {
		const { values, characters, longNames } = this;
		return () => Object.assign(this, { values, characters, longNames });
	}
}

/** Numbers in a row that V8 may leave free in the array in which it keeps members that have numbers as names. */
const GAP = 1024;

/** Slots of that array for each name, beyond which it takes a dictionary. */
const SPARSE = 24;

/** Names that it takes over into the other one in a unit of work. */
const TAKEN_OVER = 4;

/**
 * Counts the different names of one object. V8 lays out the numbers among them anew behind a gap, whatever
 * order they come in, also when the object is copied: 453 kB of such names held n8n for 74 seconds.
 */
export class Names {
	private count = 0;

	private numbers = 0;

	/** Which runs of numbers there are: a gap lies before each of them at most. */
	private readonly runs = new Set<number>();

	private work = 0;

	constructor(private readonly budget: Budget) {}

	/** @throws CallbackRefusedError where they are too many, or too much work */
	add(name: string): void {
		if (++this.count > CALLBACK_LIMITS.names) {
			throw new CallbackRefusedError(
				`an object in it has more than ${CALLBACK_LIMITS.names} names`,
				413,
			);
		}
		const number = Number(name);
		if (!(number < SPARSE * CALLBACK_LIMITS.names)) return;
		this.runs.add(Math.trunc(number / GAP));
		const work = (++this.numbers * this.runs.size) / TAKEN_OVER;
		this.budget.add(work - this.work);
		this.work = work;
	}
}
