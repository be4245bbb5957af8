import type { Sandbox } from '../../sandbox/sandbox';

/** What the service did about a custom ticket: took a send, or said whether it knows the ticket. */
export type TicketEvent = 'took' | 'known' | 'unknown';

/** What happened at the service, in its order: the truth that reports are held against. */
export class Journal {
	private readonly tickets = new Map<string, TicketEvent[]>();

	constructor(private readonly sandbox: Sandbox) {
		const { messages } = sandbox;
		const record = messages.record.bind(messages);
		messages.record = (order, ...more) => {
			this.note(order.custom_ticket, 'took');
			return record(order, ...more);
		};
		const withCustomTicket = messages.withCustomTicket.bind(messages);
		messages.withCustomTicket = (ticket) => {
			const found = withCustomTicket(ticket);
			this.note(ticket, found ? 'known' : 'unknown');
			return found;
		};
	}

	/** Everything about a ticket, oldest first. */
	of(ticket: string): readonly TicketEvent[] {
		return this.tickets.get(ticket) ?? [];
	}

	/** By recipient (keyword of the group, and address): the custom ticket of each message. */
	received(): ReadonlyMap<string, string[]> {
		const received = new Map<string, string[]>();
		for (const { keyword, sendTo, custom_ticket } of this.sandbox.messages.all) {
			const recipient = `${keyword}/${sendTo}`;
			const tickets = received.get(recipient);
			if (tickets) tickets.push(custom_ticket);
			else received.set(recipient, [custom_ticket]);
		}
		return received;
	}

	private note(ticket: string, event: TicketEvent): void {
		if (ticket === '') return;
		const events = this.tickets.get(ticket);
		if (events) events.push(event);
		else this.tickets.set(ticket, [event]);
	}
}
