/** Something that a service, or whoever posts, can make long, and what reads it. */
export interface Shape {
	name: string;
	/** Repetitions at the smallest of the sizes; at it the work should take 10 milliseconds or more. */
	size: number;
	make(size: number): Uint8Array;
	/**
	 * Does all the work that the input causes, with the rests that the package makes. What it refuses
	 * must not be thrown.
	 */
	read(input: Uint8Array): Promise<void>;
}
