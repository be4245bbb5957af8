import { NodeApiError, type IPollFunctions } from 'n8n-workflow';

import {
	BusyError,
	NotSentError,
	NotThisInterfaceError,
	OutcomeUnclearError,
	type MessagingServiceError,
} from '../service/errors/errors';
import { escapeHtml, plainTitle } from '../wording/html';
import { inOwnWords } from '../wording/nodeError';
import { shortTitle } from '../wording/shortTitle';
import { adviceOn } from '../wording/advice';

/** Why a poll failed, in the form by which n8n decides when to poll again. */
type PollFailure = NonNullable<NodeApiError['failure']>;

const NOTHING_CHANGED = 'No change is lost: the next successful check reports it.';

/** The error of a poll that could not read a group. n8n shows it as a failed execution. */
export function pollError(
	context: IPollFunctions,
	group: string,
	error: MessagingServiceError,
): NodeApiError {
	const { title, rest } = shortTitle(
		`The subscribers of ${group} could not be read: ${error.message}`,
	);
	const whatNow =
		adviceOn(error) ??
		"Choose the group from the list, or remove it, and check 'Code' and the credential.";
	const description = [rest, whatNow, NOTHING_CHANGED].filter(Boolean).join(' ');
	const failure = causeFor(error);
	const message = plainTitle(title);
	return inOwnWords(
		new NodeApiError(
			context.getNode(),
			{},
			{ message, description: escapeHtml(description), ...(failure && { failure }) },
		),
		message,
	);
}

/** The cursor is there and cannot be used, so that nothing can be told of the time since. */
export function lostCursor(context: IPollFunctions, reason: string): NodeApiError {
	return new NodeApiError(
		context.getNode(),
		{},
		{
			message: 'The trigger lost its list of subscribers',
			description: `Who joined, left, returned or changed since the last check is not known, because ${reason}. A new list was made. Compare Subscriber → Get Many with your own list.`,
		},
	);
}

/** A refusal may have any reason, because the interface documents no meaning of its numbers. */
function causeFor(error: MessagingServiceError): PollFailure | undefined {
	if (error instanceof BusyError) {
		return {
			cause: error.httpStatus === 429 ? 'rate-limited' : 'temporarily-unavailable',
			retryAfterMs: error.retryAfter * 1000,
		};
	}
	return error instanceof NotSentError ||
		error instanceof OutcomeUnclearError ||
		(error instanceof NotThisInterfaceError && error.httpStatus >= 500)
		? { cause: 'temporarily-unavailable' }
		: undefined;
}
