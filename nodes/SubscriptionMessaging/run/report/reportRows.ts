import type { IDataObject } from 'n8n-workflow';

import type { Skipped } from '../../actions/fields/skipped';
import { askedTicket, statusRow } from '../../actions/message/statusRow';
import { each, type Steps } from '../../service/collections/steps';
import { statusOf, type ReportedPerson } from './reportedPeople';
import type { ReportedCampaign, ReportedTicket } from './tickets';

/** What a report knows when all tickets have been asked for. */
export interface ReportFound {
	/** In order; each once. */
	readonly people: readonly ReportedPerson[];
	/** Messages that the service listed. */
	readonly messages: number;
	/** By position: those that were asked for and are in use, or may be. */
	readonly tickets: ReadonlyMap<number, ReportedTicket>;
	/** By position of the ticket: why the service gave no status for it. */
	readonly unknown: ReadonlyMap<number, string>;
	readonly campaigns: readonly ReportedCampaign[];
	/** Those to whom the send before sent nothing, or may have. */
	readonly skipped: readonly Skipped[];
}

/** Statuses that are told apart, and the characters of each by which they are; the rest is one. */
const MOST_OTHERS = 1_000;
const COMPARED = 1_000;

/** The totals of a report, in one row. */
export function* summaryRow(found: ReportFound): Steps<IDataObject> {
	const { people, messages, tickets, unknown, campaigns, skipped } = found;
	const lost = skipped.filter(({ isUnknown }) => isUnknown);
	const notSent = skipped.length - lost.length;
	const counts = { delivered: 0, in_transit: 0, other: 0, unknown: 0 };
	const others = new Map<string, IDataObject & { count: number }>();
	const further = { status_code: null, status_message: null, count: 0 };
	yield* each(people, (person) => {
		const status = statusOf(person);
		counts[status ?? 'unknown'] += 1;
		if (status !== 'other') return;
		const { status_code = null, status_message = null } = person.detail;
		const key = JSON.stringify([status_code, status_message?.slice(0, COMPARED)]);
		const before = others.get(key) ?? (others.size < MOST_OTHERS ? undefined : further);
		if (before) before.count += 1;
		else others.set(key, { status_code, status_message, count: 1 });
	});
	const groups = new Set([...tickets.values()].map(({ call }) => call.keyword));
	for (const { call } of campaigns) groups.add(call.keyword);
	const keys = new Set(campaigns.map(({ key }) => key));
	return {
		...(groups.size === 1 && { group: [...groups][0] }),
		...(keys.size === 1 && { campaign_key: [...keys][0] }),
		ticket_count: tickets.size,
		message_count: messages,
		recipient_count: people.length,
		delivered_count: counts.delivered,
		in_transit_count: counts.in_transit,
		other_count: counts.other,
		unknown_count: counts.unknown + lost.length,
		...(notSent > 0 && { not_sent_count: notSent }),
		other_statuses: [...others.values(), ...(further.count > 0 ? [further] : [])].toSorted(
			(a, b) => b.count - a.count,
		),
		unknown_tickets: [
			...[...unknown].map(([position, reason]) => ({
				...askedTicket(tickets.get(position)!.call),
				unknown_reason: reason,
			})),
			...lost.map(({ reason }) => ({ unknown_reason: reason })),
		],
	};
}

/** One recipient of a report, with the status that is furthest from delivered. */
export function recipientRow(
	{ sendTo, detail, ticket, tickets, reason }: ReportedPerson,
	ticketAt: (position: number) => ReportedTicket,
): IDataObject {
	return {
		...statusRow({ ...detail, sendTo }, ticketAt(ticket).call),
		...(tickets.length > 1 &&
			allTickets(tickets.toSorted((a, b) => a - b).map((position) => ticketAt(position)))),
		...(reason !== undefined && { unknown_reason: reason }),
	};
}

function allTickets(tickets: readonly ReportedTicket[]): IDataObject {
	const own = tickets.map(({ call }) => askedTicket(call));
	const custom_tickets = own.flatMap(({ custom_ticket }) => custom_ticket ?? []);
	const transaction_tickets = own.flatMap(({ transaction_ticket }) => transaction_ticket ?? []);
	return {
		...(custom_tickets.length > 0 && { custom_tickets }),
		...(transaction_tickets.length > 0 && { transaction_tickets }),
	};
}
