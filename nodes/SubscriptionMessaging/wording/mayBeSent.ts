/**
 * The message of an error after which a message may have been sent to somebody, or one before was. By
 * *Continue*, it is all that an item tells of its send.
 */
export const MAY_BE_SENT =
	/^(We can't tell|This address doesn't|The service lists|The execution can't wait)|(earlier try|carried out before|has it already|only some of|went out before|not show it yet|not show this one yet)/;

/** What the message of an item ends with of which a part was sent. */
const PARTLY_SENT = /\. Of the \d{1,9} requests of this item: \d{1,9} carried out before/;

/** Whether a message may have been sent, by an error's message; what the service says in it may sound like it. */
export function mayBeSent(message: string): boolean {
	if (PARTLY_SENT.test(message)) return true;
	return MAY_BE_SENT.test(message) && !message.startsWith('The service refused: ');
}
