import type { IDataObject } from 'n8n-workflow';

import type { ServiceAnswer } from '../service/answer';
import type { Request } from './operation';

/** The payload of an answer as one row; the whole answer where there is none. */
export function payload(answer: ServiceAnswer): IDataObject[] {
	return [payloadOf(answer) ?? (answer as IDataObject)];
}

/** The entries of the payload's list, one row each; none where the list is empty or missing. */
export function rowsOf(list: string): (answer: ServiceAnswer) => IDataObject[] {
	return (answer) => {
		const entries = (payloadOf(answer)?.[list] ?? []) as Array<IDataObject | string | null>;
		// A sparse or nil entry is no row.
		return entries
			.filter((entry) => entry !== null)
			.map((entry) => (typeof entry === 'object' ? entry : { value: entry }));
	};
}

export const carrierRows = rowsOf('list');

/** A deletion answers nothing: the row says what was deleted. */
export function deleted(_answer: ServiceAnswer, request: Request): IDataObject[] {
	const { template } = request.parameters as { template?: { id?: string } };
	return [{ deleted: true, keyword: request.keyword, ...(template && { id: template.id }) }];
}

function payloadOf(answer: ServiceAnswer): IDataObject | undefined {
	const { response } = answer as { response?: unknown };
	return typeof response === 'object' && response !== null ? (response as IDataObject) : undefined;
}
