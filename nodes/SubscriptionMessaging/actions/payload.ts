import type { IDataObject } from 'n8n-workflow';

import type { ServiceAnswer } from '../service/answer/answer';
import type { Call } from '../service/call';
import { withBooleans } from './booleans';
import type { Rows } from './operation';

/** The payload of an answer as one row; the whole answer where there is none. */
export function* payload(answer: ServiceAnswer): Rows {
	yield yield* withBooleans(payloadOf(answer) ?? (answer as IDataObject));
}

/** The entries of the payload's list, one row each; none where the list is empty or missing. */
export function rowsOf(list: string): (answer: ServiceAnswer) => Rows {
	return function* (answer) {
		const entries = (payloadOf(answer)?.[list] ?? []) as Array<IDataObject | string | null>;
		for (const entry of entries) {
			// A sparse or nil entry is no row.
			if (entry === null) continue;
			yield typeof entry === 'object' ? yield* withBooleans(entry) : { value: entry };
		}
	};
}

export const carrierRows = rowsOf('list');

/** A deletion answers nothing: the row says what was deleted. */
export function* deleted(_answer: ServiceAnswer, { keyword, parameters }: Call): Rows {
	const id = 'template' in parameters && { id: parameters.template.id };
	yield { deleted: true, keyword, ...id };
}

/** What the answer holds; nothing where that is no object. */
export function payloadOf(answer: ServiceAnswer): IDataObject | undefined {
	const { response } = answer as { response?: unknown };
	return typeof response === 'object' && response !== null ? (response as IDataObject) : undefined;
}
