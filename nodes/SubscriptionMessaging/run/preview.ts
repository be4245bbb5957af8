import type { IDataObject } from 'n8n-workflow';

import {
	characters,
	fillPlaceholders,
	segmentsOf,
	textLimit,
	type TextLimit,
} from '../service/messageText';
import { numbersOf, recipientsOf } from './addressees';
import type { PreparedItem, PreparedRequest } from './prepare';

/**
 * What each recipient of an item would get, one row a recipient and part.
 *
 * @param repeats the item that sends the same to the same recipient before
 */
export function previewRows(
	{ requests, skipped }: PreparedItem,
	repeats: number | undefined,
): IDataObject[] {
	const repeated = repeats !== undefined && { skipped: `it occurs before, in item ${repeats}` };
	return [
		...requests.flatMap((prepared) => previewOf(prepared)).map((row) => ({ ...row, ...repeated })),
		...skipped.map(({ sendTo, reason }) => ({ preview: true, sendTo, skipped: reason })),
	];
}

function previewOf({ request, call }: PreparedRequest): IDataObject[] {
	const place: IDataObject = { preview: true, operation: call.operation, ...request.fitted };
	const { template, message, phone } = call.parameters as {
		template?: { id?: string; text?: string };
		message?: string;
		phone?: string;
	};
	const base = message ?? template?.text;
	if (base === undefined) {
		const note = `The text of the template ${template?.id} is known to the service only`;
		return recipientsOf(call).map(({ sendTo, customfields }) => ({
			...place,
			sendTo,
			text: null,
			customfields: customfields as unknown as IDataObject[],
			note,
		}));
	}
	if (phone !== undefined) {
		return numbersOf(call, 'phone').map((sendTo) => ({ ...place, sendTo, ...measured(base) }));
	}
	if (call.everyone) return [{ ...place, everyone: true, ...measured(base) }];
	return recipientsOf(call).map(({ sendTo, message: own, customfields, locale }) => ({
		...place,
		sendTo,
		...measured(own || base, customfields ?? [], textLimit(locale)),
	}));
}

function measured(
	text: string,
	fields: ReadonlyArray<{ name?: string | null; value?: string | null }> = [],
	limit: TextLimit = textLimit(),
): IDataObject {
	const filled = fillPlaceholders(text, fields);
	return {
		text: filled.text,
		characters: characters(filled.text),
		limit: limit.max,
		// What the service does with a text that only its values make too long is not shown.
		tooLong: limit.length(filled.text) > limit.max,
		...segmentsOf(filled.text),
		missing: filled.missing,
		...(filled.formatted.length > 0 && { formatted: filled.formatted }),
	};
}
