import type { IDataObject } from 'n8n-workflow';

import {
	charactersIn,
	fillPlaceholders,
	segmentsOf,
	textLimit,
	type TextLimit,
} from '../../service/text/messageText';
import { numbersOf, recipientsOf, textOf } from '../../service/contract/call';
import type { Skipped } from '../../actions/fields/skipped';
import type { PreparedItem, PreparedRequest } from '../values/call';
import { reachColumns } from './reachColumns';
import { beforeColumns, recipientsAllowedColumn, smartColumns } from './sendRows';

/**
 * What each recipient of an item would get, one row a recipient and part.
 *
 * @param repeated its recipients, where all of them are in items before
 */
export function previewRows(
	{ requests, skipped, evaluation, storedText, warnings, recipientsAllowed, reached }: PreparedItem,
	repeated: readonly Skipped[] | undefined,
): IDataObject[] {
	return [
		...requests.flatMap((prepared) =>
			previewOf(prepared, storedText, reachColumns(reached)).map((row, position) => ({
				...row,
				...smartColumns(requests[0]?.smart),
				...(repeated && { skipped: repeated[position]?.reason }),
				...(warnings && { warnings: [...warnings] }),
			})),
		),
		...skipped.map((one) => ({
			sent: false,
			preview: true,
			sendTo: one.sendTo,
			skipped: one.reason,
			...(one.sent_before && beforeColumns(one)),
		})),
	].map((row) => ({
		...row,
		...recipientsAllowedColumn(recipientsAllowed),
		...(evaluation && { evaluation }),
	}));
}

function previewOf(
	{ call, fitted, redirectedFrom, question }: PreparedRequest,
	storedText: string | undefined,
	reach: IDataObject,
): IDataObject[] {
	const start: IDataObject = { sent: false, preview: true };
	const place: IDataObject = { group: call.keyword, ...reach, ...fitted };
	const original = (position: number) =>
		redirectedFrom && { redirected_from: redirectedFrom[position] };
	const base = textOf(call) ?? storedText;
	if (base === undefined) {
		// A warning says that it could not be read.
		return recipientsOf(call).map(({ sendTo, customfields }, position) => ({
			...start,
			sendTo,
			...original(position),
			...place,
			text: null,
			customfields: customfields && [...customfields],
		}));
	}
	if (call.operation === 'plainSend') {
		return numbersOf(call).map((sendTo, position) => ({
			...start,
			sendTo,
			...original(position),
			...place,
			...measured(base),
		}));
	}
	if (call.everyone) return [{ ...start, everyone: true, ...place, ...measured(base) }];
	return recipientsOf(call).map(({ sendTo, message: own, customfields, locale }, position) => ({
		...start,
		sendTo,
		...original(position),
		...place,
		...measured(
			own || base,
			customfields ?? [],
			// The document gives other languages 70 characters in localized sends only.
			call.operation === 'sendMessageSpecifyLocale' ? textLimit(locale, own || base) : textLimit(),
			question !== undefined,
		),
	}));
}

function measured(
	text: string,
	fields: ReadonlyArray<{ name?: string | null; value?: string | null }> = [],
	limit: TextLimit = textLimit(),
	counts = false,
): IDataObject {
	const filled = fillPlaceholders(text, fields);
	return {
		text: filled.text,
		characters: charactersIn(filled.text),
		limit: limit.max,
		...(counts && { remaining: limit.max - limit.length(filled.text) }),
		// What the service does with a text that only its values make too long is not shown.
		too_long: limit.length(filled.text) > limit.max,
		...segmentsOf(filled.text),
		missing: filled.missing,
		...(filled.formatted.length > 0 && { formatted: filled.formatted }),
	};
}
