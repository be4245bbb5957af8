import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceAnswer } from '../service/answer';
import type { SendState } from '../service/nextStep';
import { runIndexOf } from './ticket';

/** What is remembered of a call that altered something or sent a message. */
export type LedgerEntry =
	| { state: 'accepted'; answer: ServiceAnswer }
	| { state: 'unclear'; ticket: SendState['ticket'] };

/**
 * Remembers, by the key of the plan, which calls of the node were carried out: *Retry On Fail* runs
 * the whole node again for all items when one of them fails, and so does *Retry* in the list of
 * executions, perhaps with a workflow that was corrected meanwhile.
 */
export class Ledger {
	private readonly entries: Record<string, LedgerEntry>;

	constructor(context: IExecuteFunctions) {
		const memory = context.getContext('node') as {
			calls?: Record<string, Record<string, LedgerEntry>>;
		};
		memory.calls ??= {};
		this.entries = memory.calls[runIndexOf(context)] ??= {};
	}

	entry(key: string): LedgerEntry | undefined {
		return this.entries[key];
	}

	accepted(key: string, answer: ServiceAnswer): void {
		this.entries[key] = { state: 'accepted', answer: answer as IDataObject };
	}

	unclear(key: string, ticket: SendState['ticket']): void {
		this.entries[key] = { state: 'unclear', ticket };
	}
}
