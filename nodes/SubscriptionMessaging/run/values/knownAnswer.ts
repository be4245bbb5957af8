import type { ServiceAnswer } from '../../service/answer/answerOf';
import { customTicketOf, type Call } from '../../service/contract/call';

/** Stands for the answer of a send that is known by its ticket alone. */
export function knownAnswer(call: Call, message: string): ServiceAnswer {
	return {
		result: true,
		error_code: 0,
		message,
		transaction_ticket: null,
		custom_ticket: customTicketOf(call),
	};
}

/** Stands for the answer of a send that is left out. */
export function sentBeforeAnswer(call: Call): ServiceAnswer {
	return knownAnswer(call, 'Not sent, because the service knows the custom ticket');
}
