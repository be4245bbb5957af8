import type { ServiceAnswer } from '../../service/answer/answer';
import { customTicketOf, recipientsOf, type Call } from '../../service/call';
import { ServiceRefusedError, type MessagingServiceError } from '../../service/errors';
import { AddressIndex } from '../../service/text/addressIndex';
import { each, type Steps } from '../../service/steps';
import type { Pace } from '../../transport/pace';
import type { CallContext, Session } from '../../transport/session';
import {
	TicketLookup,
	type LookupSettings,
	type TicketAnswer,
	type TransactionDetail,
} from '../../transport/ticketLookup';
import { UnitGroups } from '../../transport/unitGroup';
import type { TicketState } from './sendPolicy';

/** What a look-up tells of a send. */
export interface LookedUp {
	state: TicketState;
	/** Addresses of its recipients that the service lists, as they were sent. */
	reached: ReadonlySet<string>;
	/** What the service lists under the ticket. */
	details: readonly TransactionDetail[];
	/** Why the service could not say. */
	error?: MessagingServiceError;
}

/** Asks for the custom tickets of a run's sends. */
export class SendLookup {
	private readonly tickets: TicketLookup;

	private readonly groups: UnitGroups;

	/** Refusals after which two look-ups have shown that nothing had been sent. */
	private readonly proven = new Set<string>();

	constructor(context: CallContext, session: Session, pace: Pace) {
		this.tickets = new TicketLookup(context, session, pace);
		this.groups = new UnitGroups(context, session, pace);
	}

	async ask(call: Call, settings: LookupSettings): Promise<TicketAnswer> {
		const { code, keyword, everyone } = call;
		return await this.tickets.ask(
			{
				code,
				keyword: everyone ? await this.groups.keywordFor(call, settings) : keyword,
				transaction_ticket: null,
				custom_ticket: customTicketOf(call) ?? null,
				everyone,
			},
			settings,
		);
	}

	/** Look-ups have shown of a refusal that it is true: the next one like it needs less asking. */
	prove(refusal: MessagingServiceError, call: Call): void {
		if (refusal instanceof ServiceRefusedError) this.proven.add(kindOf(refusal, call));
	}

	isProven(refusal: MessagingServiceError, call: Call): boolean {
		return refusal instanceof ServiceRefusedError && this.proven.has(kindOf(refusal, call));
	}
}

/** What a refusal has in common with others that differ by what they name: its code, or else its words. */
function kindOf(refusal: ServiceRefusedError, call: Call): string {
	const { errorCode } = refusal;
	return Number(errorCode) ? String(errorCode) : wordsOf(refusal, call);
}

/** Code and words of a refusal, without the ticket. */
function wordsOf({ errorCode, serviceMessage }: ServiceRefusedError, call: Call): string {
	const ticket = customTicketOf(call);
	const text = serviceMessage ?? '';
	return JSON.stringify([errorCode, ticket ? text.split(ticket) : [text]]);
}

/**
 * Whether a look-up is refused as its send is: in the same words or, where it was asked for before, in
 * any of its own, as under the keyword of a division.
 */
export function isAlike(
	error: MessagingServiceError,
	ofLookUp: MessagingServiceError | undefined,
	call: Call,
	isAskedAgain: boolean,
): boolean {
	return (
		error instanceof ServiceRefusedError &&
		ofLookUp instanceof ServiceRefusedError &&
		(isAskedAgain || wordsOf(error, call) === wordsOf(ofLookUp, call))
	);
}

/** What the service has under the ticket of a send, compared with its recipients. */
export function* lookedUp(call: Call, answer: TicketAnswer): Steps<LookedUp> {
	const nobody = { reached: new Set<string>(), details: [] };
	if (answer.kind === 'notKnown') return { state: 'notKnown', ...nobody };
	if (answer.kind !== 'known') return { state: answer.kind, ...nobody, error: answer.error };
	const { details } = answer;
	const recipients = recipientsOf(call).map(({ sendTo }) => sendTo);
	const reached = yield* reachedIn(recipients, details);
	const count = recipients.filter((address) => reached.has(address)).length;
	const state = count === recipients.length ? 'known' : count > 0 ? 'partly' : 'others';
	return { state, reached, details };
}

/** A row that fits several recipients, as a number without its country code may, tells of none. */
function* reachedIn(
	recipients: readonly string[],
	details: readonly TransactionDetail[],
): Steps<ReadonlySet<string>> {
	const index = new AddressIndex(recipients);
	const reached = new Set<string>();
	yield* each(details, ({ sendTo }) => {
		const same = index.exactly(sendTo);
		const alike = same.length > 0 ? same : index.matching(sendTo);
		if (same.length === 0 && alike.length !== 1) return;
		for (const address of alike) reached.add(address);
	});
	return reached;
}

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
