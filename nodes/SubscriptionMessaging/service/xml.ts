/** What a document may cost at most. */
export interface ReadLimits {
	/** Bytes of the answer, after any content encoding is undone. */
	bytes: number;
	/** Elements, and again as many that multi-references repeat. */
	elements: number;
	/** Elements within each other. */
	depth: number;
}
