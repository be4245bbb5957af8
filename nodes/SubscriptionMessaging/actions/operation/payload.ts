import { objectIn, type Payload, type ServiceAnswer } from '../../service/answer/answerOf';
import type { Call } from '../../service/contract/call';
import { withBooleans } from './booleans';
import type { Rows } from './operation';

/** The payload of an answer as one row; the whole answer where there is none. */
export function* payload(answer: ServiceAnswer): Rows {
	yield yield* withBooleans(objectIn(answer.response) ?? answer);
}

/** The entries of the payload's list, one row each; none where the list is empty or missing. */
export function listedRows<E extends object>(
	listIn: (payload: Payload) => ReadonlyArray<E | null> | null | undefined,
) {
	return function* (answer: ServiceAnswer): Generator<E | void, void> {
		for (const entry of listIn(objectIn(answer.response) ?? {}) ?? []) {
			// A sparse or nil entry is no row.
			if (entry !== null) yield yield* withBooleans(entry);
		}
	};
}

export const carrierRows = listedRows(({ list }) => list);

/** A deletion answers nothing: the row says what was deleted. */
export function* deleted(_answer: ServiceAnswer, { code, keyword, parameters }: Call): Rows {
	const id = 'template' in parameters && { id: parameters.template.id };
	yield { deleted: true, keyword, default_code: code, ...id };
}
