/** An address that was left out of a send, and why. */
export interface Skipped {
	sendTo: string;
	reason: string;
	/** It has the message already, under `custom_ticket`. */
	sent_before?: true;
	/** Position of the input item that sends to it. */
	repeats?: number;
	/** Whether it has a message is not known. */
	isUnknown?: true;
	custom_ticket?: string;
	/** Where several list it, as of the parts of a text. */
	custom_tickets?: string[];
}

/** Why a recipient gets nothing, after the name or number. */
export const REPEATED = 'it occurs more than once';

/** @param item position of that which sends to the recipient */
export function occursIn(item: number, sendTo: string): Skipped {
	return { sendTo, reason: `the same recipient is in item ${item}`, repeats: item };
}
