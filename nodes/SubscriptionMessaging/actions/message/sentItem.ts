import { phoneNumberIn } from '../../service/text/phoneNumber';
import type { Skipped } from '../fields/skipped';
import type { ItemFields } from '../itemFields';

/** A phone number in the form in which sends carry it; anything else as it is. */
export function asSent(entered = ''): string | undefined {
	const text = entered.trim();
	return phoneNumberIn(text) ?? (text || undefined);
}

/** A row of a send that left nobody a ticket, as one that was skipped, goes on as it is. */
export function unsentIn(fields: ItemFields): Skipped | undefined {
	const { sent, sendTo, skipped, error } = fields.input();
	// By *Continue*, what went wrong is all that an item has.
	if (sent === undefined && typeof error === 'string') return { sendTo: '', reason: error };
	if (sent !== false) return undefined;
	return {
		sendTo: typeof sendTo === 'string' ? sendTo : '',
		reason: typeof skipped === 'string' ? skipped : 'it was not sent',
	};
}
