import { pause } from './pause';

/** Milliseconds; a rest that was asked for slows further requests down by no more than this. */
const MOST_SLOWED_DOWN = 2000;

/** Answers after which requests may leave faster: soon while that is known to work, then with care. */
const ANSWERS_TO_HALVE = 3;
const ANSWERS_TO_CREEP = 20;

/** What is left of the time between two requests when it is tried with care. */
const CREEP = 0.9;

/** Milliseconds; less between two requests is nothing. */
const NOTHING = 5;

/** When the requests of an execution may leave. */
export class Pace {
	private next = 0;

	private heldUntil = 0;

	/** Milliseconds that requests keep between them because the service asked for a rest. */
	private slowedTo = 0;

	/** The time between requests at which the service asked for a rest. */
	private tooFast = 0;

	/** Answers since the time between requests was last changed. */
	private answers = 0;

	/** @param pauseBetween milliseconds between the start of one request and the next */
	constructor(
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
		// Requests that were under way together are turned away together, and slow down once.
		if (this.heldUntil <= Date.now()) {
			this.tooFast = this.between;
			const slower = this.slowedTo > 0 ? 2 * this.between : Math.max(milliseconds, this.between);
			this.slowedTo = Math.min(slower, Math.max(MOST_SLOWED_DOWN, this.pauseBetween));
		}
		this.answers = 0;
		this.heldUntil = Math.max(this.heldUntil, Date.now() + milliseconds);
		this.next = Math.max(this.next, this.heldUntil);
	}

	/** The service answered: step by step, requests leave as fast as before it asked for a rest. */
	answered(): void {
		if (this.slowedTo === 0) return;
		this.answers += 1;
		const isKnownToWork = this.slowedTo / 2 > this.tooFast;
		if (this.answers < (isKnownToWork ? ANSWERS_TO_HALVE : ANSWERS_TO_CREEP)) return;
		this.answers = 0;
		this.slowedTo *= isKnownToWork ? 0.5 : CREEP;
		if (this.slowedTo < Math.max(NOTHING, this.pauseBetween)) this.slowedTo = 0;
	}

	private get between(): number {
		return Math.max(this.pauseBetween, this.slowedTo);
	}
}
