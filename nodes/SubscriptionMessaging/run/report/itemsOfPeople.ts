import type { IPairedItemData } from 'n8n-workflow';

import { each, type Steps } from '../../service/collections/steps';
import { comparableAddress } from '../../service/text/address';
import type { PreparedItem } from '../values/call';
import { requestsOf, type ReportedTicket } from './tickets';

type Pairing = IPairedItemData | IPairedItemData[];

/**
 * Which input items the rows of a report belong to, so that `$('People').item` is the right person, or
 * says that there are several, and is never another one.
 */
export class ItemsOfPeople {
	/** By comparable address. */
	private readonly items = new Map<string, number[]>();

	/** Made once, because thousands of rows may share the items of their ticket. */
	private readonly shared = new Map<readonly number[], Pairing>();

	readonly all: Pairing;

	private constructor(itemIndexes: readonly number[]) {
		this.all = this.pairing(itemIndexes);
	}

	static *of(items: ReadonlyMap<number, PreparedItem>): Steps<ItemsOfPeople> {
		const all = new ItemsOfPeople([...items.keys()]);
		yield* each(expectedOf(items), ([itemIndex, sendTo]) => {
			all.enter(comparableAddress(sendTo), itemIndex);
		});
		return all;
	}

	/** @param tickets of the recipient, named by items that may name nobody */
	of(sendTo: string | null, tickets: readonly ReportedTicket[]): Pairing {
		const own = sendTo === null ? undefined : this.items.get(comparableAddress(sendTo));
		if (own) return this.pairing(own);
		const [first, ...more] = new Set(tickets.map(({ itemIndexes }) => itemIndexes));
		// Of tickets of several items it is certain only that there are several.
		return first && more.length === 0 ? this.pairing(first) : this.all;
	}

	private enter(person: string, itemIndex: number): void {
		const before = this.items.get(person);
		if (!before) this.items.set(person, [itemIndex]);
		else if (before.at(-1) !== itemIndex) before.push(itemIndex);
	}

	private pairing(itemIndexes: readonly number[]): Pairing {
		const known = this.shared.get(itemIndexes);
		if (known) return known;
		const items = itemIndexes.map((item) => ({ item }));
		const pairing = items.length === 1 ? items[0]! : items;
		this.shared.set(itemIndexes, pairing);
		return pairing;
	}
}

function* expectedOf(
	items: ReadonlyMap<number, PreparedItem>,
): Iterable<[itemIndex: number, sendTo: string]> {
	for (const [itemIndex, { expected = [] }] of requestsOf(items)) {
		for (const sendTo of expected) yield [itemIndex, sendTo];
	}
}
