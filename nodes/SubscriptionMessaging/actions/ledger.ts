import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceAnswer } from '../service/answer';
import { runIndexOf } from './ticket';

/** What is remembered of a call that altered something or sent a message. */
type Entry = { state: 'accepted'; answer: ServiceAnswer } | { state: 'unclear' };

/**
 * Remembers, for the execution, which calls of the node were carried out, because *Retry On Fail*
 * runs the whole node again for all items when one of them fails.
 */
export class Ledger {
	private readonly entries: Record<string, Entry>;

	constructor(context: IExecuteFunctions) {
		const memory = context.getContext('node') as { calls?: Record<string, Record<string, Entry>> };
		memory.calls ??= {};
		this.entries = memory.calls[String(runIndexOf(context))] ??= {};
	}

	/** The answer of an earlier try of the same call. */
	acceptedAnswer(index: number): ServiceAnswer | undefined {
		const entry = this.entries[index];
		return entry?.state === 'accepted' ? entry.answer : undefined;
	}

	wasUnclear(index: number): boolean {
		return this.entries[index]?.state === 'unclear';
	}

	accepted(index: number, answer: IDataObject): void {
		this.entries[index] = { state: 'accepted', answer };
	}

	unclear(index: number): void {
		this.entries[index] = { state: 'unclear' };
	}
}
