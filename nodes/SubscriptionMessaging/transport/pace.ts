import { pause } from './pause';

/** When the requests of an execution may leave. */
export class Pace {
	private next = 0;

	private heldUntil = 0;

	/** @param between milliseconds between the start of one request and the next */
	constructor(
		private readonly between: number,
		private readonly signal?: AbortSignal,
	) {}

	/**
	 * Waits for the turn of one request.
	 *
	 * @throws the reason of the signal when the execution is cancelled meanwhile
	 */
	async turn(): Promise<void> {
		const start = Math.max(Date.now(), this.next, this.heldUntil);
		this.next = start + this.between;
		await this.until(start);
		// The service may have asked for a rest while this request waited for its turn.
		while (this.heldUntil > Date.now()) await this.until(this.heldUntil);
	}

	/** Lets no request begin for some seconds, because the service asks for it. */
	hold(seconds: number): void {
		this.heldUntil = Math.max(this.heldUntil, Date.now() + seconds * 1000);
	}

	private async until(time: number): Promise<void> {
		const milliseconds = time - Date.now();
		if (milliseconds > 0) await pause(milliseconds, this.signal);
	}
}
