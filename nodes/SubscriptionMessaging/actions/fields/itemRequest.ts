import type { CallName, EnteredRequest } from '../../service/contract/call';
import type { SmartText } from '../../service/text/smartEncoding';
import type { Question } from './question';
import type { Skipped } from './skipped';

/** What an operation wants called for one item; code and settings are added for all alike. */
export type ItemRequest<N extends CallName = CallName> = EnteredRequest<N> & {
	/** Addresses that were left out of a send, and why. */
	skipped?: Skipped[];
	/** The send left the input item out, so that there is nothing to ask the service about. */
	leftOut?: true;
	/** The recipient is that of the input item: requests that share all else are gathered. */
	fromItems?: true;
	/** Whose rows of the answer the item gets; all of them where it is left out. */
	recipient?: string;
	/** Whom a report expects under the ticket. */
	expected?: readonly string[];
	/** Which part this is of a text that was cut to fit, or checked for it; from 1. */
	fitted?: { part: number; parts: number };
	/** What *Smart Encoding* did to the texts of the item. */
	smart?: SmartText;
	/** The group keeps its name, which is to be read before it is updated. */
	keepsName?: true;
	/** What its recipients are asked on the page of the link that each of them gets. */
	question?: Question;
	/** The address of the delivery report is for a trigger that wants it signed. */
	signsStatusUrl?: true;
};
