import { textIn } from '../../service/answer/answerOf';
import {
	judged,
	type StatusWord,
	type TransactionDetail,
} from '../../service/answer/deliveryStatus';
import { addTo } from '../../service/collections/byKey';
import { LargeMap } from '../../service/collections/largeMap';
import { comparableAddress } from '../../service/text/address';
import { AddressIndex, MASK } from '../../service/text/addressIndex';
import { each, ENTRIES_IN_STEP, type Steps } from '../../service/collections/steps';

/** What a report says of one recipient. */
export interface ReportedPerson {
	/** As the input items name it; else as the service does; null for a ticket that lists nobody. */
	readonly sendTo: string | null;
	/** The status that is furthest from delivered, of all that are listed. */
	detail: TransactionDetail;
	/** Position of the ticket which that is listed under. */
	ticket: number;
	/** Positions of all tickets that were sent to this recipient. */
	readonly tickets: number[];
	/** Why the service did not say the status. */
	reason?: string;
	/** The first of the tickets, and the place in it. */
	place: readonly [ticket: number, row: number];
}

/** From delivered to failed: of someone who occurs several times, the last of these counts. */
const RANKS: ReadonlyArray<StatusWord | null> = ['delivered', 'in_transit', null, 'other'];

/**
 * The recipients of a report, each once. The tickets may come in any order: what is kept is the same.
 * Of each recipient the row of one status is kept, and of everything else that was listed nothing.
 */
export class ReportedPeople {
	private readonly people = new LargeMap<ReportedPerson>();

	/** As they came. */
	private readonly all: ReportedPerson[] = [];

	private readonly index = new AddressIndex();

	private listed = 0;

	/** @param expected recipients whom the input items name */
	static *of(expected: Iterable<string>): Steps<ReportedPeople> {
		const people = new ReportedPeople();
		yield* people.index.enter(expected);
		return people;
	}

	/** Messages that the service listed; a recipient may have several. */
	get messages(): number {
		return this.listed;
	}

	/**
	 * What the service lists under a ticket.
	 *
	 * @param expected those who were to get a message under it
	 */
	*add(
		ticket: number,
		details: readonly TransactionDetail[],
		expected: readonly string[],
	): Steps<void> {
		const there = new LargeMap<true>();
		const exact = new LargeMap<true>();
		yield* each(details, (detail) => {
			for (const named of this.index.exactly(textIn(detail.sendTo))) {
				exact.set(comparableAddress(named), true);
			}
		});
		let row = 0;
		yield* each(details, (detail) => {
			// Of somebody whom nobody can name, or of nobody.
			if (Object.keys(detail).length === 0) return;
			const place = [ticket, row++] as const;
			const listed = textIn(detail.sendTo) ?? null;
			// A number as it was sent, which the service may write without its country code.
			const [meant] = this.index.only(listed);
			// Who is listed as well has the like number of somebody else beside.
			const isOther =
				meant !== undefined &&
				comparableAddress(meant) !== comparableAddress(listed) &&
				exact.has(comparableAddress(meant));
			const named = isOther ? undefined : meant;
			const sendTo = named ?? listed;
			const isNobody = named === undefined && namesNobody(listed);
			const key = isNobody ? `row ${place.join(' ')}` : comparableAddress(sendTo);
			this.keep(key, { sendTo, detail, ticket, tickets: [ticket], place }, there);
		});
		this.listed += row;
		yield* each(expected, (sendTo) => {
			if (there.has(comparableAddress(sendTo))) return;
			this.addMissing(ticket, sendTo, NOT_LISTED, there);
		});
	}

	/** Nothing is known of a ticket: of those who are expected under it, or else of one recipient. */
	*addUnknown(ticket: number, reason: string, expected: readonly string[]): Steps<void> {
		const there = new LargeMap<true>();
		yield* each(expected, (sendTo) => this.addMissing(ticket, sendTo, reason, there));
		if (expected.length > 0) return;
		const place = [ticket, 0] as const;
		const nobody = { sendTo: null, detail: { sendTo: null }, ticket, tickets: [ticket], place };
		this.keep(`ticket ${ticket}`, { ...nobody, reason }, there);
	}

	/** Those who were to get a message under any ticket of a campaign, and are listed under none. */
	*addUnlisted(
		ticket: number,
		expected: Iterable<string>,
		reason: string,
		isOfCampaign: (ticket: number) => boolean,
	): Steps<void> {
		const there = new LargeMap<true>();
		yield* each(expected, (sendTo) => {
			if (this.people.get(comparableAddress(sendTo))?.tickets.some(isOfCampaign)) return;
			this.addMissing(ticket, sendTo, reason, there);
		});
	}

	/** In the order of the tickets, and of the rows under each. */
	*inOrder(): Steps<ReportedPerson[]> {
		const inOrder: ReportedPerson[] = [];
		for (const those of yield* grouped(this.all, ({ place }) => place[0])) {
			// Part by part, because a ticket may have very many rows.
			for (const part of yield* grouped(those, ({ place }) => place[1] / ENTRIES_IN_STEP)) {
				const sorted = part.sort((a, b) => compare(a.place, b.place));
				yield* each(sorted, (person) => inOrder.push(person));
				yield;
			}
		}
		return inOrder;
	}

	private addMissing(ticket: number, sendTo: string, reason: string, there: LargeMap<true>): void {
		const place = [ticket, Infinity] as const;
		const missing = { sendTo, detail: { sendTo }, ticket, tickets: [ticket], place };
		this.keep(comparableAddress(sendTo), { ...missing, reason }, there);
	}

	/** @param there who has the ticket already, so that it counts once */
	private keep(key: string, person: ReportedPerson, there: LargeMap<true>): void {
		const before = this.people.get(key);
		const isNew = !there.has(key);
		there.set(key, true);
		if (!before) {
			this.people.set(key, person);
			this.all.push(person);
			return;
		}
		const isFurther =
			compare([rankOf(before), -before.ticket], [rankOf(person), -person.ticket]) < 0;
		if (isFurther) {
			before.detail = person.detail;
			before.ticket = person.ticket;
			before.reason = person.reason;
		}
		if (isNew) before.tickets.push(person.ticket);
		if (compare(person.place, before.place) < 0) before.place = person.place;
	}
}

const NOT_LISTED = "the service doesn't list this recipient under the ticket";

/** Whether several may stand behind it: `n/a`, or a number behind asterisks. */
function namesNobody(sendTo: string | null): boolean {
	return !/[\d@]/.test(sendTo ?? '') || MASK.test(sendTo ?? '');
}

/** The status of a recipient in one word; null where it is unknown. */
export function statusOf({ detail }: Pick<ReportedPerson, 'detail'>): StatusWord | null {
	return judged(detail).status;
}

/** Those of one number together, by whole numbers. */
function* grouped(
	people: Iterable<ReportedPerson>,
	numberOf: (person: ReportedPerson) => number,
): Steps<ReportedPerson[][]> {
	const groups = new Map<number, ReportedPerson[]>();
	yield* each(people, (person) => {
		addTo(groups, Math.floor(numberOf(person)), person);
	});
	return Array.from(Float64Array.from(groups.keys()).sort(), (number) => groups.get(number)!);
}

function rankOf(person: ReportedPerson): number {
	return RANKS.indexOf(statusOf(person));
}

function compare([a, b]: readonly [number, number], [c, d]: readonly [number, number]): number {
	// Infinity less Infinity is no number, which a sort takes for equal.
	return a === c ? b - d : a - c;
}
