import { pause } from './pause';

/** Milliseconds; a rest that was asked for slows further requests down by no more than this. */
const MOST_SLOWED_DOWN = 2000;

/** When the requests of an execution may leave. */
export class Pace {
	private next = 0;

	private heldUntil = 0;

	/** @param between milliseconds between the start of one request and the next */
	constructor(
		private between: number,
		private readonly signal?: AbortSignal,
	) {}

	/**
	 * Waits for the turn of one request.
	 *
	 * @throws the reason of the signal when the execution is cancelled meanwhile
	 */
	async turn(): Promise<void> {
		for (;;) {
			const start = Math.max(Date.now(), this.next, this.heldUntil);
			this.next = start + this.between;
			if (start > Date.now()) await pause(start - Date.now(), this.signal);
			// The service may have asked for a rest while this request waited for its turn.
			if (this.heldUntil <= Date.now()) return;
		}
	}

	/** Lets no request begin for some seconds, and then fewer at a time: the service asks for it. */
	hold(seconds: number): void {
		const milliseconds = seconds * 1000;
		this.heldUntil = Math.max(this.heldUntil, Date.now() + milliseconds);
		this.next = Math.max(this.next, this.heldUntil);
		this.between = Math.max(this.between, Math.min(milliseconds, MOST_SLOWED_DOWN));
	}
}
