import type { Effect } from '../service/contract/contract';
import {
	OtherTicketError,
	OutcomeUnclearError,
	type KnownOfUnclear,
} from '../service/errors/errors';

const WHAT_NOW: Record<Effect, string> = {
	read: 'This operation only reads, so it can be run again.',
	change:
		"The change may have been made. Retry doesn't repeat it, so see whether it was made. If not, run this as a new execution.",
	send: 'The message may have been sent. Find out before you run this again, or people may receive it twice: look it up with Message → Get Status by its custom ticket, or ask the service.',
};

/**
 * It is not known whether a call was carried out.
 *
 * @param known what is known of it nevertheless
 */
export function outcomeUnclear(
	reason: string,
	effect: Effect,
	known?: KnownOfUnclear,
): OutcomeUnclearError {
	return new OutcomeUnclearError(reason, WHAT_NOW[effect], effect, known);
}

/** The answer belongs to another custom ticket, as one from a cache does. */
export function answerToAnother(echoed: string, effect: Effect): OtherTicketError {
	return new OtherTicketError(echoed, WHAT_NOW[effect], effect);
}
