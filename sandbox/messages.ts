import { randomBytes, randomInt } from 'node:crypto';

export type Transport = 'soap' | 'nvp' | 'plain';

export interface CustomField {
	name: string;
	value: string;
}

/** What a send asks for, for all of its recipients. */
export interface SendOrder {
	operation: string;
	transport: Transport;
	keyword: string;
	/** Path of the unit, e.g. "North › Staff". */
	unit: string;
	code: string;
	thread: boolean | null;
	custom_ticket: string;
	status_url: string;
}

export interface Delivery {
	sendTo: string;
	type: number;
	carrier: number | null;
	country: string;
	locale: string;
	/** As it reaches the recipient, placeholders filled. */
	text: string;
}

/** One message to one recipient. */
export interface Message extends SendOrder, Delivery {
	/** Counts up from 1 in order of arrival. */
	readonly id: number;
	readonly transaction_ticket: string;
	/** ISO 8601. */
	readonly time: string;
	/** Epoch milliseconds from which on the message counts as delivered. */
	deliveredFrom: number;
	/** Set by hand, in place of the status that time gives. */
	fixed?: Status;
	/** Epoch milliseconds at which that was set. */
	fixedAt?: number;
}

export interface Status {
	status_code: number;
	status_message: string;
}

/** The only two delivery statuses that the document shows (States and transitions). */
export const DELIVERED: Status = { status_code: 100, status_message: 'Delivered' };
export const SENT_TO_CARRIER: Status = { status_code: 101, status_message: 'Sent to Carrier' };

export function statusOf(message: Message): Status {
	return message.fixed ?? (isWaiting(message) ? SENT_TO_CARRIER : DELIVERED);
}

/** Whether time will still change the status. */
export function isWaiting({ deliveredFrom, fixed }: Message): boolean {
	return fixed === undefined && Date.now() < deliveredFrom;
}

/** Every message that was sent, by ticket and in order. */
export class Messages {
	readonly all: Message[] = [];
	private readonly byTicket = new Map<string, Message[]>();
	private readonly byCustomTicket = new Map<string, Message[]>();

	/**
	 * Records a send and returns its ticket. The same custom ticket again is another send: the
	 * document promises no deduplication.
	 */
	record(order: SendOrder, deliveries: readonly Delivery[], statusDelay: number): string {
		const ticket = this.newTicket();
		const now = Date.now();
		const time = new Date(now).toISOString();
		const sent = deliveries.map<Message>((delivery, index) => ({
			id: this.all.length + index + 1,
			...order,
			...delivery,
			transaction_ticket: ticket,
			time,
			deliveredFrom: now + statusDelay,
		}));
		for (const message of sent) this.all.push(message);
		this.byTicket.set(ticket, sent);
		if (order.custom_ticket !== '') {
			const known = this.byCustomTicket.get(order.custom_ticket) ?? [];
			for (const message of sent) known.push(message);
			this.byCustomTicket.set(order.custom_ticket, known);
		}
		return ticket;
	}

	withTicket(ticket: string): readonly Message[] | undefined {
		return this.byTicket.get(ticket);
	}

	withCustomTicket(ticket: string): readonly Message[] | undefined {
		return this.byCustomTicket.get(ticket);
	}

	/** Makes messages count as delivered at once: those of a ticket, or all. Returns those that were not. */
	deliver(ticket?: string): readonly Message[] {
		const messages = ticket === undefined ? this.all : (this.withTicket(ticket) ?? []);
		const waiting = messages.filter(isWaiting);
		for (const message of waiting) message.deliveredFrom = Date.now();
		return waiting;
	}

	/**
	 * Gives the messages of a ticket, or only the one to an address, a status for good. Returns them.
	 * Only 100 and 101 are documented; any other number stands for what a service may call a failure.
	 */
	fix(ticket: string, sendTo: string | undefined, status: Status): readonly Message[] {
		const messages = (this.withTicket(ticket) ?? []).filter(
			(message) => sendTo === undefined || message.sendTo === sendTo,
		);
		for (const message of messages) Object.assign(message, { fixed: status, fixedAt: Date.now() });
		return messages;
	}

	clear(): void {
		this.all.length = 0;
		this.byTicket.clear();
		this.byCustomTicket.clear();
	}

	private newTicket(): string {
		let ticket: string;
		do ticket = `${randomInt(10_000_000, 100_000_000)}-${randomBytes(3).toString('hex')}`;
		while (this.byTicket.has(ticket));
		return ticket;
	}
}

/**
 * Text with its placeholders filled (Sending rules, 5): `{name}` by the custom field of that name,
 * `{amount:0.00}` by a number with as many decimals. A placeholder without a field stays as it is,
 * since the document says nothing of it.
 */
export function fillPlaceholders(text: string, fields: readonly CustomField[]): string {
	const values = new Map(fields.map(({ name, value }) => [name, value]));
	return text.replace(
		/\{([^{}:]+)(?::([^{}]*))?\}/g,
		(placeholder, name: string, format?: string) => {
			const value = values.get(name);
			if (value === undefined) return placeholder;
			return format === undefined ? value : formatNumber(value, format);
		},
	);
}

function formatNumber(value: string, format: string): string {
	const decimals = /^0(?:\.(0+))?$/.exec(format);
	const number = Number(value);
	if (!decimals || value.trim() === '' || !Number.isFinite(number)) return value;
	return number.toFixed(decimals[1]?.length ?? 0);
}
