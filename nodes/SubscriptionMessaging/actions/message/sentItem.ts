import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../service/collections/object';
import { phoneNumberIn } from '../../service/text/phoneNumber';
import { mayBeSent } from '../../wording/mayBeSent';
import type { Skipped } from '../fields/skipped';
import type { ItemFields } from '../fields/itemFields';

/** A phone number in the form in which sends carry it; anything else as it is. */
export function asSent(entered = ''): string | undefined {
	const text = entered.trim();
	return phoneNumberIn(text) ?? (text || undefined);
}

/**
 * The recipients to whom the send of the item sent nothing, as those that it left out. Of one that failed,
 * its error tells no more than whether it may have sent.
 */
export function unsentIn(fields: ItemFields): Skipped[] {
	const input = fields.input();
	const { sent, skipped_recipients: leftOut, error } = input;
	// By *Continue*, what went wrong is all that an item has.
	if (sent === undefined && typeof error === 'string' && error.trim() !== '') {
		return [{ sendTo: '', reason: error, ...(mayBeSent(error) && { isUnknown: true }) }];
	}
	const rows: unknown[] = Array.isArray(leftOut) ? leftOut : [input];
	return rows.filter(isUnsent).map(({ sendTo, skipped }) => ({
		sendTo: typeof sendTo === 'string' ? sendTo : '',
		reason: typeof skipped === 'string' ? skipped : 'it was not sent',
	}));
}

/** A row of a send that the node writes; a column `sent` of the list's own may say anything. */
const isUnsent = (row: unknown): row is IDataObject =>
	isObject(row) && row.sent === false && ('skipped' in row || 'preview' in row);
