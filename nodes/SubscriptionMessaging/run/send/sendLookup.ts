import { sleepFor } from '../../eventLoop/sleep';
import { textIn } from '../../service/answer/answerOf';
import { customTicketOf, recipientsOf, type Call, type Unit } from '../../service/contract/call';
import { ServiceRefusedError, type MessagingServiceError } from '../../service/errors/errors';
import { judged, type TransactionDetail } from '../../service/answer/deliveryStatus';
import { comparableAddress } from '../../service/text/address';
import { AddressIndex, isTelling } from '../../service/text/addressIndex';
import { personKey } from '../../service/text/personKey';
import { each, type Steps } from '../../service/collections/steps';
import { tally } from '../../service/collections/byKey';
import { outcomeUnclear } from '../../wording/outcomeUnclear';
import type { Pace } from '../../transport/pace';
import type { CallContext, Session } from '../../transport/session';
import {
	BETWEEN_LOOK_UPS,
	areSameRefusals,
	provesNothing,
	TicketLookup,
	type LookupSettings,
	type TicketAnswer,
} from '../../lookups/ticketLookup';
import { UnitGroups } from '../../lookups/unitGroups';
import type { TicketState } from './sendPolicy';

/** What a look-up tells of a send. */
export interface LookedUp {
	state: TicketState;
	/** Addresses of its recipients that the service lists, as they were sent. */
	reached: ReadonlySet<string>;
	/** Rows that are not clearly those of one recipient, so that whoever is missing may have it too. */
	isDoubtful?: boolean;
	/** What the service lists under the ticket. */
	details: readonly TransactionDetail[];
	/** Why the service could not say. */
	error?: MessagingServiceError;
	/** The service has a part of its text that follows. */
	isFollowed?: boolean;
	/** It refuses the look-up of any ticket in these words. */
	refusesAll?: boolean;
}

/** Asks for the custom tickets of a run's sends. */
export class SendLookup {
	private readonly tickets: TicketLookup;

	private readonly groups: UnitGroups;

	/** What the service keeps of custom tickets, where it cuts them. */
	private shortened: string | undefined;

	constructor(context: CallContext, session: Session, pace: Pace) {
		this.tickets = new TicketLookup(context, session, pace);
		this.groups = new UnitGroups(context, session, pace);
	}

	/** The unit that is asked for a send: of one to everyone in a division, a group of it. */
	async unitAsked(call: Call, settings: LookupSettings): Promise<Unit> {
		const { code, keyword, everyone } = call;
		return everyone ? await this.groups.groupOf(call, settings) : { code, keyword };
	}

	async ask(call: Call, settings: LookupSettings): Promise<TicketAnswer> {
		const { everyone } = call;
		const sent = {
			...(await this.unitAsked(call, settings)),
			transaction_ticket: null,
			custom_ticket: customTicketOf(call) ?? null,
			everyone,
		};
		const answer = await this.tickets.ask(sent, settings);
		if (answer.kind !== 'known' || everyone) return answer;
		const anybody = await this.tickets.listsAnybody(sent, settings);
		if (anybody) {
			return { kind: 'couldNotSay', error: anybody === true ? provesNothing() : anybody };
		}
		if (!this.isShortened(call)) return answer;
		const reason = `the service keeps ${this.shortened?.length} characters of a custom ticket, which several sends have in common`;
		return { kind: 'couldNotSay', error: outcomeUnclear(reason, 'read') };
	}

	/** Waits before a second look at what the service did not know, by which a message may leave again. */
	async beforeSecondLook(signal: AbortSignal | undefined): Promise<void> {
		await sleepFor(BETWEEN_LOOK_UPS, signal);
		this.tickets.learnAgain();
	}

	/** The service answered a send with another custom ticket, which may be a part of its own. */
	echoed(call: Call, ticket: string): void {
		if (customTicketOf(call)?.toLowerCase().startsWith(ticket.toLowerCase())) {
			this.shortened = ticket;
		}
	}

	private isShortened(call: Call): boolean {
		const { length } = this.shortened ?? {};
		return length !== undefined && (customTicketOf(call) ?? '').length > length;
	}
}

/**
 * Whether a look-up is refused as its send is, by a service that refuses all: in the same words or, where
 * it was asked for before, in any of its own, as under the keyword of a division.
 */
export function isAlike(
	error: MessagingServiceError,
	{ error: ofLookUp, refusesAll = false }: Pick<LookedUp, 'error' | 'refusesAll'>,
	call: Call,
	isAskedAgain: boolean,
): boolean {
	return (
		refusesAll &&
		error instanceof ServiceRefusedError &&
		ofLookUp instanceof ServiceRefusedError &&
		(isAskedAgain || areSameRefusals(error, ofLookUp, customTicketOf(call)))
	);
}

/**
 * What the service has under the ticket of a send, compared with its recipients.
 *
 * @param wasRefused by the service's own answer: then only a status that says that the message went out,
 *     or none, speaks against that
 * @param underTicket everyone whom the run addresses under the ticket, in other calls too: a row may fit one
 *     of this call by its national digits, and be that of somebody in another
 */
export function* lookedUp(
	call: Call,
	answer: TicketAnswer,
	{ wasRefused = false, underTicket }: { wasRefused?: boolean; underTicket?: AddressIndex } = {},
): Steps<LookedUp> {
	const nobody = { reached: new Set<string>(), details: [] };
	if (answer.kind === 'notKnown') return { state: 'notKnown', ...nobody };
	if (answer.kind !== 'known') {
		const { kind, error, refusesAll } = answer;
		return { state: kind, ...nobody, error, ...(refusesAll && { refusesAll }) };
	}
	const { details } = answer;
	const recipients = recipientsOf(call).map(({ sendTo }) => sendTo);
	const { reached, isDoubtful, hasStrangers } = yield* reachedIn(
		recipients,
		details,
		wasRefused,
		underTicket,
	);
	const count = recipients.filter((address) => reached.has(address)).length;
	if (count === recipients.length) return { state: 'known', reached, details };
	// One whom it names otherwise than they were sent may be among those who are missing.
	if (count > 0)
		return { state: 'partly', reached, details, isDoubtful: isDoubtful || hasStrangers };
	return { state: isDoubtful ? 'couldNotSay' : 'others', reached, details };
}

/**
 * Who is listed as often as the send names them. A row tells of none where it fits several recipients, as
 * a number without its country code may, and where it names nobody, as one with hidden digits or the last four alone.
 */
function* reachedIn(
	recipients: readonly string[],
	details: readonly TransactionDetail[],
	wasRefused: boolean,
	underTicket = new AddressIndex(recipients),
): Steps<{ reached: ReadonlySet<string>; isDoubtful: boolean; hasStrangers: boolean }> {
	const index = new AddressIndex(recipients);
	const own = new Set(recipients.map(personKey));
	const rows = new Map<string, number>();
	let isDoubtful = false;
	let hasStrangers = false;
	yield* each(details, (detail) => {
		const sendTo = textIn(detail.sendTo);
		const anybody = underTicket.meant(sendTo);
		// Another call may have sent to them by another form of the number.
		const isOurs = anybody.some(([address]) => own.has(personKey(address)));
		const meant = anybody.length > 1 ? anybody : index.meant(sendTo);
		const [addresses, ...others] = isOurs ? meant : [];
		const speaksOfNone = addresses === undefined ? !isTelling(sendTo) : others.length > 0;
		const isDenied = wasRefused && judged(detail).status === 'other';
		if (speaksOfNone || (addresses !== undefined && isDenied)) isDoubtful = true;
		else if (addresses === undefined) hasStrangers = true;
		else tally(rows, comparableAddress(addresses[0]));
	});
	const wanted = new Map<string, number>();
	for (const address of recipients) tally(wanted, comparableAddress(address));
	const isReached = (address: string) => {
		const person = comparableAddress(address);
		return (rows.get(person) ?? 0) >= wanted.get(person)!;
	};
	const reached = new Set(recipients.filter(isReached));
	return {
		reached,
		hasStrangers,
		isDoubtful: isDoubtful || [...rows.keys()].some((person) => !isReached(person)),
	};
}
