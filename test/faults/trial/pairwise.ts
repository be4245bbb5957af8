/** The values that each dimension of a matrix may have. */
export type Dimensions<Cell> = { readonly [Name in keyof Cell]: readonly Cell[Name][] };

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Every cell of a matrix that makes sense. */
export function* wholeMatrix<Cell extends object>(
	dimensions: Dimensions<Cell>,
	isValid: (cell: Cell) => boolean,
): Generator<Cell> {
	const names = Object.keys(dimensions) as Array<keyof Cell>;
	function* from(index: number, partial: Partial<Cell>): Generator<Cell> {
		const name = names[index];
		if (name === undefined) {
			if (isValid(partial as Cell)) yield partial as Cell;
			return;
		}
		for (const value of dimensions[name]) yield* from(index + 1, { ...partial, [name]: value });
	}
	yield* from(0, {});
}

/** Cells tried for each that is taken: more give a smaller selection, and take longer. */
const CANDIDATES = 40;

/** Tries to complete a pair of values to a cell that makes sense. */
const COMPLETIONS = 60;

/**
 * Cells of a matrix in which every pair of values of any two dimensions occurs, as far as a cell
 * with both makes sense. The same seed selects the same cells.
 */
export function pairwise<Cell extends object>(
	dimensions: Dimensions<Cell>,
	isValid: (cell: Cell) => boolean,
	seed: number,
): Cell[] {
	const names = Object.keys(dimensions) as Array<keyof Cell>;
	const random = randomNumbers(seed);
	const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
	const pairsOf = (cell: Cell) =>
		names.flatMap((first, index) =>
			names
				.slice(index + 1)
				.map((second) => JSON.stringify([first, cell[first], second, cell[second]])),
		);
	const completed = (fixed: Partial<Cell>): Cell | undefined => {
		for (let tries = 0; tries < COMPLETIONS; tries += 1) {
			const cell = { ...fixed } as Cell;
			for (const name of names) if (!(name in fixed)) cell[name] = pick(dimensions[name]);
			if (isValid(cell)) return cell;
		}
		return undefined;
	};

	const open = new Map<string, Partial<Cell>>();
	for (const [index, first] of names.entries()) {
		for (const second of names.slice(index + 1)) {
			for (const one of dimensions[first]) {
				for (const other of dimensions[second]) {
					const pair = { [first]: one, [second]: other } as Partial<Cell>;
					open.set(JSON.stringify([first, one, second, other]), pair);
				}
			}
		}
	}
	const cells: Cell[] = [];
	while (open.size > 0) {
		const [key, pair] = open.entries().next().value as [string, Partial<Cell>];
		let best: Cell | undefined;
		let most = 0;
		for (let candidate = 0; candidate < CANDIDATES; candidate += 1) {
			const cell = completed(pair);
			if (!cell) break;
			const gain = pairsOf(cell).filter((it) => open.has(it)).length;
			if (gain > most) [best, most] = [cell, gain];
		}
		if (best) {
			cells.push(best);
			for (const covered of pairsOf(best)) open.delete(covered);
		}
		// No cell with this pair makes sense, or it is covered now.
		open.delete(key);
	}
	return cells;
}
