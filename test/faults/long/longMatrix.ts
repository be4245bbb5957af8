import { sortOfAnswer, type Cell } from '../trial/cell';
import { randomNumbers, wholeMatrix, type Dimensions } from '../trial/pairwise';

/**
 * FAULT_CELLS takes so many of the cells, in an order that FAULT_SEED chooses; all without it. Of each
 * service, the first 8,500 hold every combination with one answer of each sort. FAULT_FORM takes those of one form,
 * e.g. `ask`.
 */
const { FAULT_CELLS = 'Infinity', FAULT_SEED = '11', FAULT_FORM } = process.env;

/** In these a cell has one value, by its number: what they change is in the shorter matrix pair by pair. */
const TAKEN_IN_TURN = ['notKnown', 'letter', 'onError', 'parallel', 'nth'] as const;

/** Says the counts so far after each so many cells. */
export const EVERY = 1000;

/** Every operation × fault × look-up × option × course, in an order that has no pattern. */
export function cellsOf(dimensions: Dimensions<Cell>, makesSense: (cell: Cell) => boolean): Cell[] {
	const random = randomNumbers(Number(FAULT_SEED));
	const firstOfEach = Object.fromEntries(
		TAKEN_IN_TURN.map((name) => [name, dimensions[name].slice(0, 1)]),
	);
	const form = dimensions.form.filter((each) => FAULT_FORM === undefined || each === FAULT_FORM);
	if (form.length === 0) throw new Error(`FAULT_FORM is none of ${dimensions.form.join(', ')}`);
	const all = wholeMatrix({ ...dimensions, ...firstOfEach, form }, makesSense);
	const cells = [...all].map((cell) => {
		let turned = cell;
		for (const name of TAKEN_IN_TURN) {
			const values = dimensions[name];
			const next = { ...turned, [name]: values[Math.floor(random() * values.length)] };
			if (makesSense(next)) turned = next;
		}
		return turned;
	});
	return inRounds(shuffled(cells, random)).slice(0, Number(FAULT_CELLS));
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
	return values
		.map((value) => ({ value, place: random() }))
		.sort((one, other) => one.place - other.place)
		.map(({ value }) => value);
}

/** First one cell of each combination with every sort of answer, then the next one of each. */
function inRounds(cells: readonly Cell[]): Cell[] {
	const counts = new Map<string, number>();
	return cells
		.map((cell) => {
			const { form, when, lookUp, onUnclear, course } = cell;
			const key = JSON.stringify([form, when, sortOfAnswer(cell), lookUp, onUnclear, course]);
			const round = counts.get(key) ?? 0;
			counts.set(key, round + 1);
			return { cell, round };
		})
		.sort((one, other) => one.round - other.round)
		.map(({ cell }) => cell);
}
