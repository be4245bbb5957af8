import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { displayNameOf } from '../../actions/fields/displayName';
import type { Operation } from '../../actions/operation/operation';
import { effectOf } from '../../service/contract/contract';
import {
	NotSentError,
	OutcomeUnclearError,
	PartlySentError,
	ServiceRefusedError,
	type MessagingServiceError,
} from '../../service/errors/errors';
import type { Outcomes, PlannedCall } from '../values/call';
import { hasFailed, type Ended } from '../values/ended';
import type { RunMemory } from '../memory/store';
import { isTool } from '../../n8n/toolCall';
import { escapeHtml } from '../../wording/html';
import { nextStep } from '../../wording/nextStep';
import { describeEarlier, describeRest, describeRun, itemRange } from './summary';
import type { Failure } from './titles';
import { inOwnWords, nodeError } from '../../wording/nodeError';

const STOPPED = "the campaign stopped, because another request's outcome is unknown";

const AGAIN =
	'Run the workflow again with the same key. It sends only to those who lack the message.';

const RETRY =
	'Press Retry in the list of executions: a new execution may repeat what was carried out.';

/** A Retry of the workflow that calls it begins a new execution of this one. */
const NO_RETRY =
	'Send the rest by a new execution: Retry of the calling workflow would repeat what was carried out.';

/** A call that failed or did not leave, or of which the outcome is unknown, and why. */
interface BrokenCall {
	readonly planned: PlannedCall;
	readonly error: MessagingServiceError;
}

/**
 * The call whose outcome keeps an item from having its own; nothing where all went well. A campaign may stop
 * although the run goes on.
 */
export function brokenCall(
	calls: readonly PlannedCall[],
	outcomes: Outcomes,
): BrokenCall | undefined {
	for (const planned of calls) {
		const outcome = outcomes.get(planned);
		if (hasFailed(outcome)) {
			return { planned, error: outcome.error };
		}
	}
	const left = calls.find((planned) => outcomes.get(planned)?.kind === 'notAttempted');
	return (
		left && {
			planned: left,
			error: new NotSentError(STOPPED, AGAIN, effectOf(left.call.operation)),
		}
	);
}

/** The error that n8n shows in place of the output. It tells the outcome of the other items, too. */
export function errorOfRun(ended: Ended, broken: BrokenCall): NodeApiError {
	const { call, itemIndexes, settings } = broken.planned;
	const error = errorOfItem(ended, [broken.planned], broken, itemIndexes[0] ?? 0);
	const { chains, skippedItems } = ended.plan;
	const isShared = chains.flat().length > 1 || itemIndexes.length > 1 || skippedItems.size > 0;
	if (isShared && effectOf(call.operation) !== 'read') {
		addToDescription(error, describeRun(ended.plan, ended.outcomes));
		// Whom a campaign reached is known to a new execution, too.
		if (settings.campaign === undefined && isAnyDone(ended)) {
			addToDescription(error, ended.context.getMode() === 'integrated' ? NO_RETRY : RETRY);
		}
	}
	return error;
}

function isAnyDone({ outcomes }: Ended): boolean {
	return [...outcomes.values()].some(({ kind }) => kind === 'accepted');
}

/** Says more than an error does by itself. */
function addToDescription<E extends Failure>(error: E, ...more: readonly string[]): E {
	error.description = [error.description, ...more].filter(Boolean).join(' ');
	return error;
}

/**
 * The error of one item.
 *
 * @param calls of the item, among them the broken one
 */
export function errorOfItem(
	{ context, operation, outcomes }: Ended,
	calls: readonly PlannedCall[],
	{ planned: { call }, error }: BrokenCall,
	itemIndex: number,
): NodeApiError {
	return serviceItemError(context, itemIndex, error, {
		message: messageOf(context, error, calls, outcomes),
		description: nextStep(error, call, labelsOf(operation)),
	});
}

/**
 * What the service said about an item.
 *
 * @param told of it, as plain text
 */
export function serviceItemError(
	context: IExecuteFunctions,
	itemIndex: number,
	error: MessagingServiceError,
	told: { message: string; description: string },
): NodeApiError {
	// From texts alone: n8n would search an error object for a status code and replace the message.
	const message = `${told.message} [item ${itemIndex}]`;
	const explained = inOwnWords(
		new NodeApiError(
			context.getNode(),
			{},
			{ message, description: escapeHtml(told.description), itemIndex },
		),
		message,
	);
	if (error instanceof ServiceRefusedError && typeof error.errorCode === 'number') {
		explained.context.error_code = error.errorCode;
	}
	return explained;
}

/** The fields of an operation as people see them, by the interface's names. */
export function labelsOf({ properties }: Operation): (parameter: string) => string {
	return (parameter) => `'${displayNameOf(properties, parameter)}'`;
}

/** Of an item that goes on with its error, n8n keeps nothing but the message, and an agent reads no more. */
function messageOf(
	context: IExecuteFunctions,
	error: MessagingServiceError,
	calls: readonly PlannedCall[],
	outcomes: Outcomes,
): string {
	if (!context.continueOnFail() && !isTool(context)) return error.message;
	return withReason(error.message, error) + describeRest(calls, outcomes);
}

function withReason(message: string, error: MessagingServiceError): string {
	if (error instanceof PartlySentError) return `${message}: ${error.reason}`;
	if (!(error instanceof OutcomeUnclearError) || error.effect === 'read') return message;
	const what = error.effect === 'send' ? 'message was sent' : 'change was made';
	return error.known.page
		? `${message}, so we can't tell whether this ${what}: ${error.told}`
		: `${message}: ${error.told}`;
}

/** Of a run that has sent, and cannot wait for what comes of it. */
export function cannotWait(
	{ context, plan, outcomes }: Ended,
	{ message }: Error,
): NodeOperationError {
	return nodeError(
		context,
		`The execution can't wait: ${message}`,
		`The messages had left before, so a new execution would send them again. ${describeRun(plan, outcomes)}`,
	);
}

/** The same of one item that goes on with it: n8n keeps its message alone. */
export function cannotWaitFor(
	context: IExecuteFunctions,
	{ message }: Error,
	customTicket: string,
): NodeOperationError {
	return nodeError(
		context,
		`The execution can't wait: ${message}. The message had left before (custom ticket ${customTicket})`,
		'A new execution would send it again.',
	);
}

/** A refusal that also says what earlier tries of the run did. */
export function withEarlier(refusal: NodeOperationError, memory: RunMemory): NodeOperationError {
	const earlier = describeEarlier(memory);
	return earlier ? addToDescription(refusal, earlier) : refusal;
}

/**
 * A refusal that also names the items of which it is not known whether an earlier try sent them.
 *
 * @param isReached by position of the item: whether it certainly has the message
 */
export function withUnclear(
	refusal: NodeOperationError,
	itemIndexes: Iterable<number>,
	isReached: (itemIndex: number) => boolean,
): NodeOperationError {
	const all = [...itemIndexes];
	const groups = [
		['Carried out by an earlier try', all.filter(isReached)],
		['Outcome unknown', all.filter((itemIndex) => !isReached(itemIndex))],
	] as const;
	const named = groups.map(([label, those]) =>
		those.length > 0 ? `${label}: ${itemRange(those)}.` : '',
	);
	return addToDescription(refusal, ...named);
}
