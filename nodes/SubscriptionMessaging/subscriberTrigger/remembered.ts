import { each, type Steps } from '../service/collections/steps';
import { LargeMap } from '../service/collections/largeMap';
import type { PersonState } from './personState';
import { PSEUDONYM_LENGTH } from './pseudonyms';

/** Letters that hold a state, by its number. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Characters of a person in the text of a group: the pseudonym, and the letter of the state. */
export const RECORD_LENGTH = PSEUDONYM_LENGTH + 1;

const STATES = new Uint8Array(128);
for (let state = 0; state < LETTERS.length; state++) STATES[LETTERS.charCodeAt(state)] = state;

/** How a person is written into the text of a group. */
export function recordOf(pseudonym: string, state: PersonState): string {
	return pseudonym + LETTERS.charAt(state);
}

/** The people of a group as they were remembered: a text of 12 characters for each. */
export class RememberedGroup {
	private readonly positions = new LargeMap<number>();

	private constructor(readonly text: string) {}

	static *read(text: string): Steps<RememberedGroup> {
		const group = new RememberedGroup(text);
		yield* each(group.positionsOfAll(), (position) => {
			group.positions.set(group.pseudonymAt(position), position);
		});
		return group;
	}

	get count(): number {
		return this.text.length / RECORD_LENGTH;
	}

	*positionsOfAll(): Generator<number> {
		for (let position = 0; position < this.count; position++) yield position;
	}

	positionOf(pseudonym: string): number | undefined {
		return this.positions.get(pseudonym);
	}

	pseudonymAt(position: number): string {
		const start = position * RECORD_LENGTH;
		return this.text.slice(start, start + PSEUDONYM_LENGTH);
	}

	stateAt(position: number): PersonState {
		return STATES[this.text.charCodeAt(position * RECORD_LENGTH + PSEUDONYM_LENGTH)] ?? 0;
	}
}
