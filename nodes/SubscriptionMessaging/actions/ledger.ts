import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceAnswer } from '../service/answer';
import type { SendState } from '../service/nextStep';
import type { Known } from '../transport/sendOnce';
import { runIndexOf } from './ticket';

/** What is remembered of a call that altered something or sent a message. */
export type RememberedCall = {
	/** As it was sent; an expression may give another one by now. */
	custom_ticket?: string;
	ticket: SendState['ticket'];
} & ({ state: 'accepted'; answer: ServiceAnswer; known: Known } | { state: 'unclear' });

interface Memory {
	/** By key of the call. */
	calls: Record<string, RememberedCall>;
	/** Key of the call by each of its members: an item, whom it reaches and which part of it. */
	members: Record<string, string>;
}

/**
 * Remembers, for each item, the call that was carried out for it: *Retry On Fail* runs the whole
 * node again for all items when one of them fails, and so does *Retry* in the list of executions.
 * What an item is worded like, and with which other items it would be gathered, may differ then.
 */
export class Ledger {
	private readonly memory: Memory;

	constructor(context: IExecuteFunctions) {
		const kept = context.getContext('node') as { runs?: Record<string, Memory> };
		kept.runs ??= {};
		this.memory = kept.runs[runIndexOf(context)] ??= { calls: {}, members: {} };
	}

	/** Key of the call that was carried out for a member. */
	keyOf(member: string): string | undefined {
		return this.memory.members[member];
	}

	call(key: string): RememberedCall | undefined {
		return this.memory.calls[key];
	}

	remember(key: string, members: readonly string[], call: RememberedCall): void {
		this.memory.calls[key] = call as RememberedCall & IDataObject;
		for (const member of members) this.memory.members[member] = key;
	}
}
