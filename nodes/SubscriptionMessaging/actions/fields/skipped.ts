/** An address that was left out of a send, and why. */
export interface Skipped {
	sendTo: string;
	reason: string;
	/** It has the message already, under this ticket. */
	sent_before?: true;
	custom_ticket?: string;
}
