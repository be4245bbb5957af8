import type { IExecuteFunctions } from 'n8n-workflow';
import { askedTicket } from '../../actions/message/statusRow';
import type { MessagingServiceError } from '../../service/errors/errors';
import { paceOf } from '../../transport/pace';
import type { Session } from '../../transport/session';
import { TicketLookup, type TicketAnswer } from '../../lookups/ticketLookup';
import type { ChosenPace } from '../values/call';
import type { ReportedTicket } from './tickets';

/** Tickets of which the service says nothing, after which no more is asked. */
export const MOST_UNANSWERED = 20;

/** The service says nothing of any ticket, so there is nothing to report. */
export class NoReport extends Error {
	constructor(
		readonly said: MessagingServiceError,
		readonly ticket: Pick<ReportedTicket, 'call' | 'settings' | 'itemIndexes'>,
	) {
		super(said.message);
	}
}

/** Asks one account for the tickets of a report. */
export class TicketAsker {
	private readonly lookup: TicketLookup;

	private readonly signal: AbortSignal | undefined;

	/** Whether the service said something of a ticket. */
	isAnswered = false;

	private readonly unanswered: NoReport[] = [];

	constructor(context: IExecuteFunctions, session: Session, { pause }: Pick<ChosenPace, 'pause'>) {
		this.signal = context.getExecutionCancelSignal();
		this.lookup = new TicketLookup(context, session, paceOf(session, pause, this.signal));
	}

	/** Once the service has said nothing of 20 tickets, and nothing of any other, it is asked no more. */
	async ask(ticket: ReportedTicket): Promise<TicketAnswer> {
		const { silence } = this;
		if (silence && this.unanswered.length >= MOST_UNANSWERED) {
			return { kind: 'couldNotSay', error: silence.said };
		}
		this.signal?.throwIfAborted();
		const answer = await this.lookup.ask(sentUnder(ticket), ticket.settings);
		this.signal?.throwIfAborted();
		if (answer.kind === 'couldNotSay') {
			this.unanswered.push(new NoReport(answer.error, ticket));
		} else this.isAnswered = true;
		return answer;
	}

	/** Why there is nothing to report, where the service said nothing of any ticket. */
	get silence(): NoReport | undefined {
		return this.isAnswered ? undefined : this.unanswered[0];
	}
}

function sentUnder({ call }: ReportedTicket) {
	const { code, keyword } = call;
	return { code, keyword, transaction_ticket: null, custom_ticket: null, ...askedTicket(call) };
}
