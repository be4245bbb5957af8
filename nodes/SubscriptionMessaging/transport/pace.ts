import { accountPace, type AccountPace } from './accountPace';
import { sleepFor } from '../eventLoop/sleep';
import type { Session } from './session';

/** When the requests of an execution may leave. */
export class Pace {
	/**
	 * @param account what this execution shares with the others of its account
	 * @param pauseBetween milliseconds between the start of one request and the next
	 * @param signal ends waiting when the execution is cancelled
	 */
	constructor(
		private readonly account: AccountPace,
		private readonly pauseBetween: number,
		private readonly signal?: AbortSignal,
	) {}

	/**
	 * Waits for the turn of one request.
	 *
	 * @throws the reason of the signal when the execution is cancelled meanwhile
	 */
	async turn(): Promise<void> {
		for (;;) {
			const start = this.account.reserve(this.pauseBetween);
			if (start > Date.now()) await sleepFor(start - Date.now(), this.signal);
			// The service may have asked for a rest while this request waited for its turn.
			if (!this.account.isHeld) break;
		}
		this.account.left();
	}

	/** Lets no request begin for some seconds, and then fewer at a time: the service asks for it. */
	hold(seconds: number): void {
		this.account.hold(seconds, this.pauseBetween);
	}

	/** The service answered: step by step, requests leave as fast as before it asked for a rest. */
	answered(): void {
		this.account.answered(this.pauseBetween);
	}
}

/**
 * The pace of one execution, which shares rests and turns with the other executions of this n8n
 * process that send from the same account.
 *
 * @param pauseBetween milliseconds between the start of one request and the next
 */
export function paceOf(session: Session, pauseBetween: number, signal?: AbortSignal): Pace {
	return new Pace(accountPace(session.serviceAccount), pauseBetween, signal);
}
