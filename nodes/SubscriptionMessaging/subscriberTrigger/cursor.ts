import type { IDataObject } from 'n8n-workflow';

import type { Steps } from '../service/collections/steps';
import type { Pseudonyms } from './pseudonyms';
import { RECORD_LENGTH } from './remembered';

const VERSION = 1;

/** Characters that are written at once. */
const PIECE = 500_000;

/** What was remembered of each group, by its keyword. */
export type Remembered = ReadonlyMap<string, string>;

/** How a cursor was found. */
type FoundCursor =
	| { kind: 'none' }
	/** It is there, and cannot be used: why, as the end of a sentence. */
	| { kind: 'lost'; reason: string }
	| { kind: 'read'; remembered: Remembered };

/**
 * Reads what an earlier poll has put into the static data of the node. It is used only where its seal
 * shows that nothing of it changed, and that the same credential made it: anything else would be
 * compared with people it knows nothing of, and all of them would seem to have joined or left.
 */
export function* readCursor({ cursor }: IDataObject, pseudonyms: Pseudonyms): Steps<FoundCursor> {
	if (cursor === undefined || cursor === null) return { kind: 'none' };
	if (typeof cursor !== 'object' || Array.isArray(cursor)) return lost('the list is damaged');
	const { version, seal, groups } = cursor as IDataObject;
	if (version !== VERSION) return lost('another version of this node wrote the list');
	if (!isListOfGroups(groups)) return lost('the list is damaged');
	if (seal !== (yield* pseudonyms.seal(jsonOf(groups)))) {
		return lost('the credential, its Base URL or the code changed since, or the list is damaged');
	}
	return { kind: 'read', remembered: new Map(groups) };
}

/** What is remembered, for `cursor` in the static data of the node, which n8n stores. */
export function* cursorOf(remembered: Remembered, pseudonyms: Pseudonyms): Steps<IDataObject> {
	const groups = [...remembered];
	const seal = yield* pseudonyms.seal(jsonOf(groups));
	return { version: VERSION, seal, groups };
}

/** The groups as JSON, in pieces. */
function* jsonOf(groups: ReadonlyArray<readonly [keyword: string, people: string]>) {
	yield '[';
	for (const [index, [keyword, people]] of groups.entries()) {
		yield `${index > 0 ? ',' : ''}[${JSON.stringify(keyword)},"`;
		for (let at = 0; at < people.length; at += PIECE) {
			yield JSON.stringify(people.slice(at, at + PIECE)).slice(1, -1);
		}
		yield '"]';
	}
	yield ']';
}

function lost(reason: string): FoundCursor {
	return { kind: 'lost', reason };
}

function isListOfGroups(value: unknown): value is Array<[keyword: string, people: string]> {
	return (
		Array.isArray(value) &&
		value.every((entry: unknown) => {
			if (!Array.isArray(entry) || entry.length !== 2) return false;
			const [keyword, people] = entry as unknown[];
			return (
				typeof keyword === 'string' &&
				typeof people === 'string' &&
				people.length % RECORD_LENGTH === 0
			);
		})
	);
}
