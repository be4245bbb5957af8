import type { ServiceAnswer } from '../service/answer';
import type { SendState } from '../service/nextStep';
import type { Known } from '../transport/sendOnce';
import type { RunMemory } from './runMemory';

/** What is remembered of a call that altered something or sent a message. */
export type RememberedCall = {
	/** As it was sent; an expression may give another one by now. */
	custom_ticket?: string;
	ticket: SendState['ticket'];
} & ({ state: 'accepted'; answer: ServiceAnswer; known: Known } | { state: 'unclear' });

/**
 * Remembers, for each item, the call that was carried out for it: when n8n repeats a run, it does so
 * for all items. What an item is worded like, and with which other items it would be gathered, may
 * differ then.
 */
export class Ledger {
	constructor(private readonly memory: RunMemory) {}

	/** Key of the call that was carried out for a member. */
	keyOf(member: string): string | undefined {
		return this.memory.members[member];
	}

	call(key: string): RememberedCall | undefined {
		return this.memory.calls[key];
	}

	remember(key: string, members: readonly string[], call: RememberedCall): void {
		this.memory.calls[key] = call;
		for (const member of members) this.memory.members[member] = key;
	}
}
