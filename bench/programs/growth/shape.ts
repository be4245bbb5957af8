/** Something that a service, or whoever posts, can make long, and what reads it. */
export interface Shape {
	name: string;
	/** Repetitions at the smallest of the sizes; at it the work should take 10 milliseconds or more. */
	size: number;
	/**
	 * Makes the input, and what does all the work that it causes, with the rests that the package makes.
	 * What it refuses must not be thrown.
	 */
	prepare(size: number): Prepared | Promise<Prepared>;
}

export interface Prepared {
	bytes: number;
	work(): Promise<unknown>;
}

/** Parts of the size at which an input was found to take long, so that most are read to their end. */
export const PARTS = 8;

/** Of bytes that one and the same work reads. */
export function prepared(input: Uint8Array, read: (input: Uint8Array) => Promise<void>): Prepared {
	return { bytes: input.length, work: async () => await read(input) };
}
