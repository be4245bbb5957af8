/** Posts by which n8n itself has the node ask how the messages of a waiting execution ended. */

import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isFinalStatus } from '../../service/answer/deliveryStatus';
import { ownResumeAddress } from '../../statusAddress/resumeAddress';
import { signAddress } from '../../statusAddress/sign';
import { nudge } from '../../transport/nudge';
import type { Session } from '../../transport/session';
import { later } from '../../eventLoop/timers';
import { messagesOf, type DeliveryRow } from './deliveryRows';

/**
 * Milliseconds after the pause begins. n8n refuses what is posted before it has stored the pause, so
 * the service is asked once more when it has; the second time only if the first one was too early.
 */
const SOON = [5_000, 30_000];

/** Milliseconds after a report that the service does not show yet. */
const AFTER_A_REPORT = 10_000;

/** Milliseconds; a timer may be a moment earlier than the clock. */
const LATE = 1_000;

/** Asks n8n a moment after the pause began, because a message may have arrived before n8n takes posts. */
export async function nudgeSoon(
	context: IExecuteFunctions,
	session: Session,
	open: DeliveryRow,
): Promise<void> {
	nudgeAfter(SOON, context, await addressFor(context, session, open));
}

function nudgeAfter(
	[delay, ...further]: readonly number[],
	{ helpers }: Pick<IExecuteFunctions, 'helpers'>,
	address: string,
): void {
	if (delay === undefined) return;
	later(delay, () => {
		void nudge(helpers, address).then((isDone) => {
			if (!isDone) nudgeAfter(further, { helpers }, address);
		});
	});
}

/**
 * Sends that are asked for once more.
 *
 * Bounded: by the reports that come within a few seconds, each for a send of an execution that waits.
 */
const onceMore = new Set<string>();

/**
 * Has n8n call the waiting node again in a moment: the service has reported a status of a send, and its
 * look-up does not show a final one yet. One call a send is under way at most.
 */
export async function nudgeOnceMore(
	context: IWebhookFunctions,
	session: Session,
	open: DeliveryRow,
): Promise<void> {
	const address = await addressFor(context, session, open);
	if (onceMore.has(address)) return;
	onceMore.add(address);
	const { helpers } = context;
	// Only then: a proxy may make a report of what n8n itself posts.
	const forget = () => onceMore.delete(address);
	later(AFTER_A_REPORT, () => void nudge(helpers, address).then(forget));
}

/**
 * By execution and limit: how to call the question at its limit off.
 *
 * Bounded: by the executions that wait, each until its limit.
 */
const questions = new Map<string, () => void>();

/**
 * Has n8n call the waiting node at the limit, by a request to itself: n8n alone would only pass its items
 * on. A callback sets this up, and not the run before the pause, all of whose data the timer would keep.
 * The first callback is the one that `nudgeSoon` makes; after a restart of n8n, it is the next report.
 *
 * @param limit milliseconds since 1970; NaN where it is not known
 */
export async function nudgeAtLimit(
	context: IWebhookFunctions,
	session: Session,
	limit: number,
	open: DeliveryRow,
): Promise<void> {
	const key = questionKey(context, limit);
	if (questions.has(key) || !Number.isFinite(limit)) return;
	const { helpers } = context;
	const address = await addressFor(context, session, open);
	// Another callback may have come meanwhile.
	if (questions.has(key)) return;
	const ask = () => {
		questions.delete(key);
		void nudge(helpers, address);
	};
	questions.set(key, later(limit - Date.now() + LATE, ask));
}

/** An execution goes on before its limit, so that nothing needs to be asked then. */
export function callOffNudge(context: IWebhookFunctions, limit: number): void {
	const key = questionKey(context, limit);
	questions.get(key)?.();
	questions.delete(key);
}

function questionKey(context: IWebhookFunctions, limit: number): string {
	return `${context.getExecutionId()} ${limit}`;
}

/** Where n8n is reached about a message of the waiting execution. */
async function addressFor(
	context: IExecuteFunctions | IWebhookFunctions,
	session: Session,
	row: DeliveryRow,
): Promise<string> {
	const resumeUrl = ownResumeAddress(
		context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string,
	);
	const { custom_ticket } = messagesOf(row).find((message) => !isFinalStatus(message)) ?? row;
	const send = { customTicket: custom_ticket ?? '', code: row.code };
	return signAddress(await session.statusAddressKey(), resumeUrl, send);
}
