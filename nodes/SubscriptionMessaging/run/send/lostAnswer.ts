import {
	NotThisInterfaceError,
	PartlySentError,
	type MessagingServiceError,
	OutcomeUnclearError,
	type ServiceRefusedError,
} from '../../service/errors/errors';
import type { LostAnswer } from '../values/call';

/** What is remembered of why an outcome is not known; of a list that was taken in part, of that of the others. */
export function lostAnswer(error: OutcomeUnclearError | PartlySentError): LostAnswer {
	if (error instanceof PartlySentError) {
		const { rest } = error;
		return rest instanceof OutcomeUnclearError ? lostAnswer(rest) : { reason: rest.message };
	}
	const { page, refusal } = error.known;
	return {
		reason: error.reason,
		...(page && {
			page: { found: page.found, httpStatus: page.httpStatus, detail: page.detail },
		}),
		...(refusal && {
			refusal: { errorCode: refusal.errorCode, serviceMessage: refusal.serviceMessage },
		}),
	};
}

/** A refusal that is taken at its word, though look-ups were refused alike; only *Retry On Fail* reads it. */
export function refusedAlike(error: MessagingServiceError): LostAnswer {
	const { errorCode = null, serviceMessage = null } = error as Partial<ServiceRefusedError>;
	return { reason: '', refusal: { errorCode, serviceMessage }, isRefusedAlike: true };
}

/** What came in place of an answer. */
export function pageOf(lost: LostAnswer | undefined): NotThisInterfaceError | undefined {
	const { page } = lost ?? {};
	return page && new NotThisInterfaceError(page.found, page.httpStatus, page.detail);
}
