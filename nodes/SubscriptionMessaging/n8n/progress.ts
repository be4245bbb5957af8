import type { IExecuteFunctions } from 'n8n-workflow';

import { inDigits } from '../wording/number';

/** Requests of a run that says nothing of its progress. */
export const FEW = 20;

/** Milliseconds between two lines in the log. */
const BETWEEN_LINES = 5000;

/** What a run is to do in all, as far as that is known. */
interface Work {
	readonly requests?: number;
	readonly recipients?: number;
}

/**
 * Tells in n8n's log how far a run with many requests is, every few seconds: n8n shows nothing of a
 * node before it has ended. No address and no ticket is in it.
 */
export class Progress {
	private readonly start: number;

	private said: number;

	private requests = 0;

	private recipients = 0;

	/**
	 * @param doing what the requests are for, where nothing is sent
	 * @param now milliseconds; of the clock where it is left out
	 */
	constructor(
		private readonly context: Pick<IExecuteFunctions, 'logger' | 'getNode'>,
		private readonly all: Work,
		private readonly doing?: string,
		private readonly now: () => number = Date.now,
	) {
		this.start = now();
		this.said = this.start;
	}

	/** A request has ended. */
	done(recipients: number): void {
		this.requests += 1;
		this.recipients += recipients;
		if (this.isShort || this.now() - this.said < BETWEEN_LINES) return;
		this.said = this.now();
		const { name } = this.context.getNode();
		this.context.logger.info(`${name}: ${this.soFar()}`);
	}

	/** How long it took, for the node's panel; nothing for a run of few requests. */
	summary(): string | undefined {
		if (this.isShort) return undefined;
		return `in ${duration(this.seconds)}, ${inDigits(this.rate)} recipients/s`;
	}

	private get isShort(): boolean {
		return (this.all.requests ?? this.requests) <= FEW;
	}

	private soFar(): string {
		const { requests, recipients } = this.all;
		return [
			...(this.doing ? [this.doing] : []),
			`${outOf(this.requests, requests)} requests`,
			`${outOf(this.recipients, recipients)} recipients`,
			`${inDigits(this.rate)} recipients/s`,
			...(recipients === undefined
				? this.left(this.requests, requests)
				: this.left(this.recipients, recipients)),
		].join(', ');
	}

	private left(done: number, all?: number): string[] {
		if (all === undefined) return [];
		const seconds = done > 0 ? ((all - done) * this.seconds) / done : 0;
		return [`about ${duration(seconds)} left`];
	}

	private get seconds(): number {
		return Math.max((this.now() - this.start) / 1000, 0.001);
	}

	private get rate(): number {
		return this.recipients / this.seconds;
	}
}

/** Seconds as a person says them. */
function duration(seconds: number): string {
	const whole = Math.ceil(seconds);
	if (whole < 60) return `${whole} s`;
	const minutes = Math.floor(whole / 60);
	return minutes < 60
		? `${minutes} min ${whole % 60} s`
		: `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function outOf(done: number, all?: number): string {
	return all === undefined ? inDigits(done) : `${inDigits(done)} of ${inDigits(all)}`;
}
