import { textIn } from '../../service/answer/answerOf';
import { recipientsOf } from '../../service/contract/call';
import type { TransactionDetail } from '../../service/answer/deliveryStatus';
import { LargeMap } from '../../service/collections/largeMap';
import { addTo, tally } from '../../service/collections/byKey';
import { each, type Steps } from '../../service/collections/steps';
import { comparableAddress } from '../../service/text/address';
import { AddressIndex, isTelling } from '../../service/text/addressIndex';
import type { PlannedCall, PreparedRequest } from '../values/call';
import { itemKey } from '../plan/keys';

/** Why it is not known what may be sent. */
export class Unclear extends Error {}

/** An item with its recipient, and the batch that it would be in if nothing had been sent. */
interface Occurrence {
	readonly itemIndex: number;
	readonly batch: string;
	/** Equal for items that are sent the same. */
	readonly message: string;
	/** The message, and what the person gets of their own. */
	readonly whole: string;
	readonly parts: number;
	/** How often its list names the person, as for a text and a call. */
	readonly times: number;
}

/** Whom the service lists under the ticket of a batch. */
interface Listed {
	/** Those that the run is to reach now, with their rows. */
	readonly people: Map<string, number>;
	/** Others, who may have been on the list before. */
	readonly strangers: LargeMap<true>;
	/** Whether it names somebody in a way that tells nobody, as with asterisks. */
	isMasked: boolean;
}

/** Whom a request names, and what each gets of their own, as a call or a text in their language. */
function rowsByPerson({ call }: PreparedRequest): Map<string, string[]> {
	const rows = new Map<string, string[]>();
	for (const { sendTo, ...own } of recipientsOf(call)) {
		addTo(rows, comparableAddress(sendTo), JSON.stringify(own));
	}
	return rows;
}

function partOfList(): Unclear {
	return new Unclear('Only some of the recipients of one list have it.');
}

/**
 * The batches of an earlier execution, by the people that the service lists under their tickets. What
 * comes before the node may give another list this time, so a batch need not be what it would be now.
 */
export class ListedBatches {
	/** By person. */
	private readonly occurrences = new Map<string, Occurrence[]>();

	/** By name: whom a batch would reach if nothing had been sent. */
	private readonly planned = new Map<string, ReadonlySet<string>>();

	private readonly listed = new Map<string, Listed>();

	/** By item: how many people its list names. */
	private readonly sizes = new Map<number, number>();

	private readonly index = new AddressIndex();

	/** How many people the longest of those batches would reach. */
	private fullest = 0;

	private constructor(private readonly batchSize: number) {}

	/**
	 * @param calls the batches as they would be if nothing had been sent, each by its first call
	 * @param batchSize most recipients of one
	 */
	static *of(calls: readonly PlannedCall[], batchSize: number): Steps<ListedBatches> {
		const batches = new ListedBatches(batchSize);
		for (const { members, chain } of calls) {
			const people = new Set<string>();
			yield* each(members, ({ itemIndex, item }) => {
				const message = itemKey(item.requests, 'recipientList');
				const parts = item.requests.length;
				const named = rowsByPerson(item.requests[0]!);
				batches.sizes.set(itemIndex, named.size);
				for (const [person, rows] of named) {
					people.add(person);
					const whole = message + rows.join();
					const times = rows.length;
					const occurrence = { itemIndex, batch: chain, message, whole, parts, times };
					addTo(batches.occurrences, person, occurrence);
				}
			});
			batches.planned.set(chain, people);
			batches.fullest = Math.max(batches.fullest, people.size);
		}
		yield* batches.index.enter(batches.occurrences.keys());
		return batches;
	}

	/**
	 * The service lists these under the ticket of a batch; a second reading adds to the first.
	 *
	 * @throws Unclear where it can stand for two people of the run
	 */
	*add(name: string, details: readonly TransactionDetail[]): Steps<void> {
		const listed = this.listed.get(name) ?? {
			people: new Map<string, number>(),
			strangers: new LargeMap<true>(),
			isMasked: false,
		};
		listed.isMasked = false;
		this.listed.set(name, listed);
		const rows = new Map<string, number>();
		yield* each(details, (detail) => {
			const sendTo = textIn(detail.sendTo);
			const [[person] = [], other] = this.index.meant(sendTo);
			if (other !== undefined) {
				throw new Unclear(`The service lists ${sendTo}, which fits ${person} and ${other[0]}.`);
			}
			const address = comparableAddress(sendTo);
			if (person !== undefined) tally(rows, person);
			else if (isTelling(address)) listed.strangers.set(address, true);
			else listed.isMasked = true;
		});
		for (const [person, times] of rows) {
			listed.people.set(person, Math.max(times, listed.people.get(person) ?? 0));
		}
	}

	/** Whether the service knows a batch. */
	has(name: string): boolean {
		return this.listed.has(name);
	}

	/** Names of the batches that the service knows. */
	names(): Iterable<string> {
		return this.listed.keys();
	}

	/**
	 * Names of batches whose rows do not show who has the message, while somebody is still to get it: that
	 * one may be among those who are not shown. Where a batch lists all that it would reach now, the list is
	 * as it was. Otherwise it was changed, or the service shows a part, or what belongs to another ticket.
	 * A batch of more people than fit into one was sent with a higher *Batch Size*, and is of any length.
	 */
	unclear(): string[] {
		const batchesOf = this.batchesByPerson();
		const isListedFor = (person: string) =>
			(batchesOf.get(person)?.size ?? 0) - (this.occurrences.get(person)?.length ?? 0);
		if ([...this.occurrences.keys()].every((person) => isListedFor(person) >= 0)) return [];
		const batches = [...this.listed];
		const isChanged = batches.some(([name, { people }]) =>
			[...people.keys()].some(
				(person) => !this.planned.get(name)?.has(person) && isListedFor(person) <= 0,
			),
		);
		const most = Math.max(this.batchSize, this.fullest);
		const shows = ([name, { people, strangers, isMasked }]: [string, Listed]) => {
			const listed = people.size + strangers.size;
			if (isMasked || listed > most) return false;
			const planned = this.planned.get(name);
			if (planned && [...planned].every((person) => people.has(person))) return true;
			// A list that was changed may have a full batch where a short one would be now.
			return isChanged && listed >= this.fullest;
		};
		return batches.filter((batch) => !shows(batch)).map(([name]) => name);
	}

	/**
	 * The items whose recipients have the message, with the batch that reached each.
	 *
	 * @throws Unclear where it cannot be told which of a person's items that is
	 */
	reachedItems(): Map<number, string> {
		const reached = new Map<number, string>();
		const messages = new Map<string, string>();
		const people = new Map<number, number>();
		for (const [person, batches] of this.batchesByPerson()) {
			const assigned = this.assigned(person, batches);
			const rows = new Map<string, number>();
			for (const [{ times }, name] of assigned) tally(rows, name, times);
			for (const [{ itemIndex, message, parts }, name] of assigned) {
				const isWhole = (this.listed.get(name)?.people.get(person) ?? 0) >= rows.get(name)!;
				if (!isWhole || (reached.get(itemIndex) ?? name) !== name) throw partOfList();
				reached.set(itemIndex, name);
				tally(people, itemIndex);
				// The parts that are missing leave together.
				const other = messages.get(name) ?? message;
				messages.set(name, message);
				if (parts > 1 && other !== message) {
					throw new Unclear('Parts of texts may be missing that were one text before.');
				}
			}
		}
		for (const [itemIndex, count] of people) {
			if (count < this.sizes.get(itemIndex)!) throw partOfList();
		}
		return reached;
	}

	/**
	 * Items whose recipients are all listed, and stand for no other item: they have the message, also where
	 * it cannot be told who else has it.
	 */
	certainItems(): number[] {
		const listedPeople = new Map<number, number>();
		for (const [person, [name, ...others]] of this.batchesByPerson()) {
			const [item, another] = this.occurrences.get(person) ?? [];
			if (!item || another || others.length > 0 || item.parts > 1) continue;
			if ((this.listed.get(name!)?.people.get(person) ?? 0) < item.times) continue;
			tally(listedPeople, item.itemIndex);
		}
		return [...listedPeople]
			.filter(([itemIndex, count]) => count === this.sizes.get(itemIndex))
			.map(([itemIndex]) => itemIndex);
	}

	private batchesByPerson(): Map<string, Set<string>> {
		const batches = new Map<string, Set<string>>();
		for (const [name, { people }] of this.listed) {
			for (const person of people.keys()) {
				batches.set(person, (batches.get(person) ?? new Set<string>()).add(name));
			}
		}
		return batches;
	}

	/**
	 * Which of a person's items the batches stand for that list the person: first those that would be in
	 * just that batch, as they are if the list is the same, then the others in their order. A batch of
	 * another list may stand for several.
	 */
	private assigned(
		person: string,
		batches: ReadonlySet<string>,
	): Array<[item: Occurrence, name: string]> {
		const items = this.occurrences.get(person) ?? [];
		const inPlace = items.filter(({ batch }) => batches.has(batch));
		const others = items.filter(({ batch }) => !batches.has(batch));
		const used = new Set(inPlace.map(({ batch }) => batch));
		const left = [...batches].filter((name) => !used.has(name));
		const isSameList = left.length === 0 && others.every(({ batch }) => !this.listed.has(batch));
		const assigned = [
			...inPlace.map((item): [Occurrence, string] => [item, item.batch]),
			...others.slice(0, left.length).map((item, nth): [Occurrence, string] => [item, left[nth]!]),
		];
		let surplus = 0;
		for (const name of batches) surplus += this.listed.get(name)!.people.get(person)!;
		for (const [{ times }] of assigned) surplus -= times;
		const differ = new Set(items.map(({ whole }) => whole)).size > 1;
		if (others.length > left.length && (!isSameList || surplus > 0 || differ)) {
			throw new Unclear(`Several items go to ${person}, and only some of them were sent.`);
		}
		return assigned;
	}
}
