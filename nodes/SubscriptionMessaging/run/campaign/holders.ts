import { each, ENTRIES_IN_STEP, type Steps } from '../../service/collections/steps';
import { AddressIndex, isTelling } from '../../service/text/addressIndex';
import { personKey } from '../../service/text/personKey';
import { campaignTicket } from './campaignKey';
import { CampaignStop } from './campaignStop';

interface Held {
	/** Bit 0 for a text that was not split, bit p for part p. */
	readonly parts: number;
	/** The parts of them that a ticket lists which no earlier try of this run began. */
	readonly elsewhere: number;
	/** One that lists the person for each of the parts, as they were found. */
	readonly tickets: readonly string[];
}

/**
 * Who of the people of a run has a campaign's message already. Of each person only the address is
 * kept, and people of one ticket share the rest; of nobody else anything. An index of the addresses is
 * made only for a service that writes them otherwise than they were sent.
 */
export class Holders {
	/** By person; those of one ticket share what is held. */
	private readonly held = new Map<string, Held | undefined>();
	private readonly shared = new Map<string, Held>();

	private index: AddressIndex | undefined;

	private constructor(
		private readonly key: string,
		private readonly begun: ReadonlyMap<string, ReadonlySet<string>>,
	) {}

	/**
	 * @param addresses of everyone whom the run is to reach
	 * @param begun by person, the tickets under which an earlier try of the run began to send
	 */
	static *of(
		key: string,
		addresses: Iterable<string>,
		begun: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
	): Steps<Holders> {
		const holders = new Holders(key, begun);
		yield* each(addresses, (address) => holders.held.set(personKey(address), undefined));
		return holders;
	}

	/**
	 * The service lists the addresses under a number.
	 *
	 * @throws CampaignStop where one can stand for two people of the run, or for anybody: whoever it hides
	 * would get the message again
	 */
	*add(addresses: readonly string[], number: number, part?: number): Steps<void> {
		let count = 0;
		for (const address of addresses) {
			if (++count % ENTRIES_IN_STEP === 0) yield;
			const same = personKey(address);
			const person = this.held.has(same) ? same : yield* this.whoIs(address, number, part);
			if (person !== undefined) this.note(person, number, part);
		}
	}

	/** The person for whom an address stands that is written otherwise; nobody for a stranger. */
	private *whoIs(address: string, number: number, part?: number): Steps<string | undefined> {
		if (!this.index) {
			const index = new AddressIndex();
			yield* index.enter(this.held.keys());
			this.index = index;
		}
		const people = this.index.meant(address);
		if (people.length === 0 && !isTelling(address)) throw this.namesNobody(address, number, part);
		if (people.length > 1) {
			throw new CampaignStop(
				`"${address}", which the service lists, fits ${people.length} recipients`,
				'Remove one of these recipients, or send to them without a campaign key.',
			);
		}
		return people[0]?.[0];
	}

	private note(person: string, number: number, part?: number): void {
		const ticket = campaignTicket(this.key, number, part);
		const held = this.held.get(person) ?? { parts: 0, elsewhere: 0, tickets: [] };
		const bit = 1 << (part ?? 0);
		const isNew = (held.parts & bit) === 0;
		const parts = held.parts | bit;
		const elsewhere = held.elsewhere | (this.begun.get(person)?.has(ticket) ? 0 : bit);
		// All tickets of a redirected campaign list one person.
		const tickets = isNew ? [...held.tickets, ticket] : held.tickets;
		const name = [parts, elsewhere, ...tickets].join(' ');
		const shared = this.shared.get(name) ?? { parts, elsewhere, tickets };
		this.shared.set(name, shared);
		this.held.set(person, shared);
	}

	private namesNobody(address: string, number: number, part?: number): CampaignStop {
		return new CampaignStop(
			`the service lists "${address}" under ${campaignTicket(this.key, number, part)}, and that names nobody`,
			'It may be any of your recipients. Find out who has the message, and send to the others with another campaign key.',
		);
	}

	/** Whether a person has a part of the text; from 1. */
	has(address: string, part: number): boolean {
		const { parts = 0 } = this.held.get(personKey(address)) ?? {};
		return (parts & (1 | (1 << part))) !== 0;
	}

	/** Whether a person has a part by another execution than the one that this run repeats. */
	hasElsewhere(address: string, part: number): boolean {
		const { elsewhere = 0 } = this.held.get(personKey(address)) ?? {};
		return (elsewhere & (1 | (1 << part))) !== 0;
	}

	/** The tickets that list a person. */
	ticketsOf(address: string): readonly string[] {
		return this.held.get(personKey(address))?.tickets ?? [];
	}
}
