import type { IDataObject } from 'n8n-workflow';

import type { Skipped } from '../../actions/fields/skipped';
import {
	customTicketOf,
	numbersOf,
	recipientsOf,
	withRecipients,
} from '../../service/contract/call';
import { type Steps } from '../../service/collections/steps';
import { segmentsIn } from '../checks/maxSegments';
import { positionIn } from '../values/addressed';
import { notAccepted } from '../values/notAccepted';
import { peopleColumns } from './reachColumns';
import type { AcceptedCall, PlannedCall, PreparedItem, PreparedRequest } from '../values/call';

/**
 * The output of an item whose sends were all accepted: whether it was sent, to whom, by which group and
 * under which tickets; of several sends the ticket of the first stands alone, too. Without *Simplify*,
 * what else the service answered follows.
 */
export function* sendRow(
	itemIndex: number,
	sends: readonly AcceptedCall[],
	{
		simplify,
		skipped,
		warnings,
		recipientsAllowed,
		reached,
		requests: [request],
	}: Pick<
		PreparedItem,
		'simplify' | 'skipped' | 'warnings' | 'recipientsAllowed' | 'reached' | 'requests'
	>,
): Steps<IDataObject> {
	const [{ planned, answer }] = sends as [AcceptedCall];
	const { fitted, fromItems } = planned;
	const own = {
		sent: true,
		...(yield* audienceColumns(itemIndex, sends)),
		...redirection(itemIndex, sends),
		group: planned.call.keyword,
		transaction_ticket: answer.transaction_ticket,
		...sentTickets(sends),
		...(reached && peopleColumns(reached)),
		...recipientsAllowedColumn(recipientsAllowed),
		...(fromItems && { batch: planned.index }),
		...(fitted && { parts: fitted.parts }),
		...((fitted || request?.smart) && segmentsColumn(itemIndex, sends)),
		...smartColumns(request?.smart),
		...(sends.some(({ evidence }) => evidence === 'recovered') && { recovered: true }),
		...(sends.some(({ evidence }) => evidence === 'sentBefore') && { sent_before: true }),
		...(skipped.length > 0 && { skipped_recipients: skipped.map(skippedRow) }),
		...(warnings && { warnings: [...warnings] }),
	};
	// The columns of the node come first, and are what it says of the send.
	return simplify ? own : { ...own, ...answer, ...own };
}

/** What *Smart Encoding* replaced, and how many SMS the text would have been without it. */
export function smartColumns(smart: PreparedRequest['smart']): IDataObject {
	if (!smart) return {};
	return { segments_before: smart.segmentsBefore, replaced: [...smart.replaced] };
}

/** A recipient that was left out of a send, and why, or the ticket by which a campaign has reached it before. */
export function skippedRow(recipient: Partial<Skipped>): IDataObject {
	const { sendTo, reason, isUnknown } = recipient;
	if (isUnknown) return { sendTo, status: null, unknown_reason: reason };
	return recipient.sent_before
		? { sent: true, sendTo, ...beforeColumns(recipient) }
		: { sent: false, sendTo, skipped: reason };
}

/** By which tickets a recipient that was left out has the message already. */
export function beforeColumns({
	sent_before,
	custom_ticket,
	custom_tickets,
}: Partial<Skipped>): IDataObject {
	return { sent_before, custom_ticket, ...(custom_tickets && { custom_tickets }) };
}

/** The custom ticket, and all tickets of a text that was sent in parts. */
export function sentTickets(sends: readonly AcceptedCall[]): IDataObject {
	const customTickets = sends.flatMap((send) => customTicketOf(send.planned.call) ?? []);
	return {
		...(customTickets.length > 0 && { custom_ticket: customTickets[0] }),
		...(sends.length > 1 && {
			transaction_tickets: sends.map((send) => send.answer.transaction_ticket),
		}),
		...(new Set(customTickets).size > 1 && { custom_tickets: customTickets }),
	};
}

/** How the credential limits whom an item reaches; nothing where it does not. */
export function recipientsAllowedColumn(rule: PreparedItem['recipientsAllowed']): IDataObject {
	if (rule === undefined) return {};
	return { recipients_allowed: rule === 'redirect' ? rule : 'only_these' };
}

/** Whom the message was for, where the credential redirects it: of an item one, of a list all. */
function redirection(itemIndex: number, sends: readonly AcceptedCall[]): IDataObject {
	const [{ planned }] = sends as [AcceptedCall];
	const { redirectedFrom, fromItems, itemIndexes } = planned;
	if (!redirectedFrom) return {};
	if (fromItems) return { redirected_from: redirectedFrom[positionIn(itemIndexes, itemIndex)] };
	return {
		redirected_from: [...new Set(sends.flatMap((send) => send.planned.redirectedFrom ?? []))],
	};
}

/** Whom the message went to, in the form in which the numbers were sent. */
function* audienceColumns(itemIndex: number, sends: readonly AcceptedCall[]): Steps<IDataObject> {
	const [{ planned }] = sends as [AcceptedCall];
	if (planned.call.everyone) return { everyone: true };
	if (planned.fromItems) return { sendTo: ownRecipient(planned, itemIndex)?.sendTo };
	if (planned.call.operation === 'plainSend') return yield* numbersOfPlainSends(sends);
	return { recipients: recipientsOf(planned.call).map(({ sendTo }) => sendTo) };
}

/** The numbers that the service took, and those that it does not list for every part of the text. */
function* numbersOfPlainSends(sends: readonly AcceptedCall[]): Steps<IDataObject> {
	const recipients = [...new Set(sends.flatMap(({ planned }) => numbersOf(planned.call)))];
	const left = new Set<string>();
	for (const { planned, answer } of sends) {
		for (const number of yield* notAccepted(planned.call, answer)) left.add(number);
	}
	if (left.size === 0) return { recipients };
	return { recipients: recipients.filter((number) => !left.has(number)), not_accepted: [...left] };
}

/** SMS that the recipient of the item gets, or the one who gets most of them; nothing for emails. */
function segmentsColumn(itemIndex: number, sends: readonly AcceptedCall[]): IDataObject {
	const segments = segmentsIn(
		sends.map(({ planned }) => {
			const own = planned.fromItems && ownRecipient(planned, itemIndex);
			return own ? { ...planned, call: withRecipients(planned.call, [own]) } : planned;
		}),
	);
	return segments > 0 ? { segments } : {};
}

function ownRecipient({ call, itemIndexes }: PlannedCall, itemIndex: number) {
	return recipientsOf(call)[positionIn(itemIndexes, itemIndex)];
}
