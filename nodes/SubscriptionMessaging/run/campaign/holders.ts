import { comparableAddress } from '../../service/text/address';
import type { Steps } from '../../service/steps';
import { AddressIndex, isTelling } from '../../service/text/addressIndex';
import { campaignTicket } from './campaignKey';
import { CampaignStop } from './search';

/** Parts that can be told apart; nobody gets a text in so many messages. */
export const MOST_PARTS = 30;

interface Held {
	/** Bit 0 for a text that was not split, bit p for part p. */
	parts: number;
	/** The parts of them that another number lists than the one that an earlier try of this run began. */
	elsewhere: number;
	/** A ticket that lists the person. */
	ticket: string;
}

/**
 * Who of the people of a run has a campaign's message already. Of each person only the address is
 * kept, and of nobody else anything.
 */
export class Holders {
	private readonly held = new Map<string, Held>();

	private readonly index = new AddressIndex();

	private constructor(
		private readonly key: string,
		private readonly begun: ReadonlyMap<string, number>,
	) {}

	/**
	 * @param addresses of everyone whom the run is to reach
	 * @param begun by person, the number under which an earlier try of the run began to send
	 */
	static *of(
		key: string,
		addresses: Iterable<string>,
		begun: ReadonlyMap<string, number> = new Map(),
	): Steps<Holders> {
		const holders = new Holders(key, begun);
		yield* holders.index.enter(addresses);
		return holders;
	}

	/**
	 * The service lists the address under a number.
	 *
	 * @throws CampaignStop where it can stand for two people of the run, or for anybody: whoever it hides
	 * would get the message again
	 */
	add(address: string, number: number, part?: number): void {
		const same = this.index.exactly(address);
		const alike =
			same.length > 0 ? same : [...this.index.matching(address), ...this.index.rewritten(address)];
		const people = new Set(alike.map(comparableAddress));
		if (people.size === 0 && !isTelling(address)) throw this.namesNobody(address, number, part);
		if (people.size > 1) {
			throw new CampaignStop(
				`"${address}", which the service lists, fits ${people.size} recipients`,
				'Remove one of these recipients, or send to them without a campaign key.',
			);
		}
		for (const person of people) {
			const ticket = campaignTicket(this.key, number, part);
			const held = this.held.get(person) ?? { parts: 0, elsewhere: 0, ticket };
			const bit = 1 << (part ?? 0);
			held.parts |= bit;
			if (this.begun.get(person) !== number) held.elsewhere |= bit;
			this.held.set(person, held);
		}
	}

	private namesNobody(address: string, number: number, part?: number): CampaignStop {
		return new CampaignStop(
			`the service lists "${address}" under ${campaignTicket(this.key, number, part)}, and that names nobody`,
			'It may be any of your recipients. Find out who has the message, and send to the others with another campaign key.',
		);
	}

	/** Whether a person has a part of the text; from 1. */
	has(address: string, part: number): boolean {
		const { parts = 0 } = this.held.get(comparableAddress(address)) ?? {};
		return (parts & (1 | (1 << part))) !== 0;
	}

	/** Whether a person has a part by another execution than the one that this run repeats. */
	hasElsewhere(address: string, part: number): boolean {
		const { elsewhere = 0 } = this.held.get(comparableAddress(address)) ?? {};
		return (elsewhere & (1 | (1 << part))) !== 0;
	}

	/** The ticket that lists a person. */
	ticketOf(address: string): string | undefined {
		return this.held.get(comparableAddress(address))?.ticket;
	}
}
