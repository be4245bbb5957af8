import type { ServiceAnswer } from '../service/answer';
import type { SendState } from '../service/nextStep';
import type { Known } from '../transport/sendOnce';
import type { PlannedCall } from './plan';
import type { PreparedItem } from './prepare';
import type { RunMemory } from './runMemory';

/** What is remembered of a call that altered something or sent a message. */
export type RememberedCall = {
	/** As it was sent; an expression may give another one by now. */
	custom_ticket?: string;
	ticket: SendState['ticket'];
} & ({ state: 'accepted'; answer: ServiceAnswer; known: Known } | { state: 'unclear' });

/** What was sent for an item, or may have been. */
export interface RememberedItem extends Pick<PreparedItem, 'requests' | 'skipped' | 'simplify'> {
	/** The calls that it shares with other items. */
	chain: string;
	/** Keys of these calls. */
	calls: string[];
	audience: string;
}

/**
 * Remembers, for each item, the calls that left for it: when n8n repeats a run, it does so for all
 * items. What an item is worded like, and with which others it would be gathered, may differ then, so
 * an item of which anything left keeps what it was. Written before a call leaves, so that neither a
 * cancelled execution nor one that breaks off forgets it.
 */
export class Ledger {
	constructor(private readonly memory: RunMemory) {}

	item(itemIndex: number): RememberedItem | undefined {
		return this.memory.items[itemIndex];
	}

	call(key: string): RememberedCall | undefined {
		return this.memory.calls[key];
	}

	/** All calls that left, with the items that they serve. */
	entries(): Array<{ itemIndexes: number[]; call: RememberedCall }> {
		const itemsOf = new Map<string, number[]>();
		for (const [itemIndex, { calls }] of Object.entries(this.memory.items)) {
			for (const key of calls) itemsOf.set(key, [...(itemsOf.get(key) ?? []), Number(itemIndex)]);
		}
		return Object.entries(this.memory.calls).map(([key, call]) => ({
			itemIndexes: itemsOf.get(key) ?? [],
			call,
		}));
	}

	/** Whether all that is to be done for an item was accepted. */
	isDone({ calls }: RememberedItem): boolean {
		return calls.every((key) => this.call(key)?.state === 'accepted');
	}

	/** The call leaves; until its outcome is known, it may have arrived. */
	begin({ key, call, members, chain }: PlannedCall, ticket: SendState['ticket']): void {
		for (const { itemIndex, audience, item, calls } of members) {
			if (this.memory.items[itemIndex]?.chain === chain) continue;
			const { requests, skipped, simplify } = item;
			this.memory.items[itemIndex] = { chain, calls, audience, requests, skipped, simplify };
		}
		const { custom_ticket } = call.parameters as { custom_ticket?: string };
		this.memory.calls[key] = { state: 'unclear', ticket, custom_ticket };
	}

	accept({ key }: PlannedCall, answer: ServiceAnswer, known: Known): void {
		const { ticket, custom_ticket } = this.memory.calls[key] as RememberedCall;
		this.memory.calls[key] = { state: 'accepted', answer, known, ticket, custom_ticket };
	}

	/** The call certainly did nothing. An item of which nothing else was done may be corrected. */
	forget({ key, members }: PlannedCall): void {
		delete this.memory.calls[key];
		for (const { itemIndex, calls } of members) {
			if (calls.every((other) => !this.call(other))) delete this.memory.items[itemIndex];
		}
	}
}
