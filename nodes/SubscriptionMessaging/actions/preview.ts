import type { IDataObject } from 'n8n-workflow';

import { characters, fillPlaceholders, segmentsOf } from '../service/messageText';
import { recipientsOf } from './plan';
import type { PreparedItem, PreparedRequest } from './prepare';

/** What each recipient of an item would get, one row a recipient and part. */
export function previewRows({ requests, skipped }: PreparedItem): IDataObject[] {
	return [
		...requests.flatMap((prepared, part) => previewOf(prepared, part, requests.length)),
		...skipped.map(({ sendTo, reason }) => ({ preview: true, sendTo, skipped: reason })),
	];
}

function previewOf({ request, call }: PreparedRequest, part: number, parts: number): IDataObject[] {
	const place: IDataObject = {
		preview: true,
		operation: call.operation,
		...(request.fitted && { part: part + 1, parts }),
	};
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
		return phone.split(',').map((sendTo) => ({ ...place, sendTo, ...measured(base, []) }));
	}
	if (call.everyone) return [{ ...place, everyone: true, ...measured(base, []) }];
	return recipientsOf(call).map((recipient) => ({
		...place,
		sendTo: recipient.sendTo,
		...measured(recipient.message || base, recipient.customfields ?? []),
	}));
}

function measured(
	text: string,
	fields: ReadonlyArray<{ name?: string | null; value?: string | null }>,
): IDataObject {
	const filled = fillPlaceholders(text, fields);
	return {
		text: filled.text,
		characters: characters(filled.text),
		...segmentsOf(filled.text),
		missing: filled.missing,
		...(filled.formatted.length > 0 && { formatted: filled.formatted }),
	};
}
