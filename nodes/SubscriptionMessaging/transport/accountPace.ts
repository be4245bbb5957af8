/** Milliseconds; a rest that was asked for slows further requests down by no more than this. */
const MOST_SLOWED_DOWN = 2000;

/** Answers after which requests leave twice as fast, as long as that is known to work. */
const ANSWERS_TO_HALVE = 3;

/** After how many answers a step is made: the most, and fewer of those that take longer than these milliseconds. */
type Patience = readonly [most: number, least: number, milliseconds: number];

/** Halfway to the speed that was too fast. */
const TO_APPROACH: Patience = [10, 3, 2000];
/** As fast as that: late, because limits seldom change. */
const TO_DARE: Patience = [100, 10, 10_000];
/** It no longer counts as too fast. */
const TO_TRUST: Patience = [40, 5, 4000];

/** Nearer than this to what was too fast is as near as it gets with care. */
const NEAR = 1.05;

/** What is left of the time that was too short when it is dared to go faster. */
const DARE = 0.9;

/** Milliseconds; less between two requests is nothing. */
const NOTHING = 5;

/** Milliseconds over which it is counted how many requests leave. */
const COUNTED = 1000;

/** Requests with fewer of which nothing is said of how fast they were. */
const ENOUGH = 10;

/**
 * When requests to one account may leave, whichever execution they belong to.
 *
 * A rest that the service asks for counts for all of them. The pause that people chose counts among the
 * executions with the same one, so that a slow broadcast does not hold up a message of another workflow.
 */
export class AccountPace {
	/** When the next request of those with a pause may leave, by that pause. */
	private readonly nextByPause = new Map<number, number>();

	/** When the next request may leave while all of them are slowed down. */
	private nextOfAll = 0;

	private heldUntil = 0;

	/** Milliseconds that requests keep between them because the service asked for a rest. */
	private slowedTo = 0;

	/** The time between requests at which the service asked for a rest. */
	private tooFast = 0;

	/** Answers since the time between requests was last changed. */
	private answers = 0;

	/** Requests that left since a time, and in the second before it. */
	private counted = { since: 0, requests: 0, before: 0 };

	/** No request may begin yet, because the service asked for a rest. */
	get isHeld(): boolean {
		return this.heldUntil > Date.now();
	}

	/** Nothing is kept that a new one would not have as well. */
	get isIdle(): boolean {
		const now = Date.now();
		const reserved = Math.max(0, ...this.nextByPause.values());
		return this.slowedTo === 0 && this.heldUntil <= now && reserved <= now;
	}

	/**
	 * Takes the next free turn.
	 *
	 * @param pause milliseconds between the start of one request with this pause and the next
	 * @returns when the request may leave, in milliseconds of the clock
	 */
	reserve(pause: number): number {
		const now = Date.now();
		const nextOfPause = this.nextByPause.get(pause) ?? 0;
		const nextOfAll = this.slowedTo > 0 ? this.nextOfAll : 0;
		const start = Math.max(now, this.heldUntil, nextOfPause, nextOfAll);
		if (pause > 0) this.keep(pause, start + pause, now);
		this.nextOfAll = start + this.slowedTo;
		return start;
	}

	/** A request leaves. */
	left(): void {
		const passed = Date.now() - this.counted.since;
		if (passed >= COUNTED) {
			const before = passed < 2 * COUNTED ? this.counted.requests : 0;
			this.counted = { since: Date.now(), requests: 0, before };
		}
		this.counted.requests += 1;
	}

	/**
	 * Lets no request begin for some seconds, and then fewer at a time: the service asks for it.
	 *
	 * @param pause milliseconds between requests of those that were turned away
	 */
	hold(seconds: number, pause: number): void {
		const milliseconds = seconds * 1000;
		// Requests that were under way together are turned away together, and slow down once.
		if (!this.isHeld) {
			const between = this.slowedTo || this.timeBetween();
			this.tooFast = Math.max(pause, between);
			// Little slower than what worked for a while; at first no slower than one request in the rest.
			const factor = this.answers >= ANSWERS_TO_HALVE ? 1.5 : 2;
			const slower =
				this.slowedTo > 0 ? factor * between : Math.min(2 * (between || Infinity), milliseconds);
			this.slowedTo = Math.min(Math.max(slower, pause), Math.max(MOST_SLOWED_DOWN, pause));
		}
		this.answers = 0;
		this.heldUntil = Math.max(this.heldUntil, Date.now() + milliseconds);
		this.nextOfAll = Math.max(this.nextOfAll, this.heldUntil);
	}

	/**
	 * The service answered: step by step, requests leave as fast as before it asked for a rest.
	 *
	 * @param pause milliseconds between requests of the one that was answered
	 */
	answered(pause: number): void {
		if (this.slowedTo === 0) return;
		this.answers += 1;
		const { answers, faster } = this.nextStep();
		if (this.answers < answers) return;
		this.answers = 0;
		if (this.slowedTo < this.tooFast) this.tooFast = 0;
		this.slowedTo = faster;
		if (this.slowedTo < Math.max(NOTHING, pause)) this.slowedTo = 0;
	}

	/** The time between requests that comes next, and after how many answers. */
	private nextStep(): { answers: number; faster: number } {
		const { slowedTo, tooFast } = this;
		const after = ([most, least, milliseconds]: Patience) =>
			Math.min(most, Math.max(least, milliseconds / slowedTo));
		if (slowedTo / 2 > tooFast) return { answers: ANSWERS_TO_HALVE, faster: slowedTo / 2 };
		if (slowedTo < tooFast) return { answers: after(TO_TRUST), faster: slowedTo };
		if (slowedTo <= NEAR * tooFast) return { answers: after(TO_DARE), faster: DARE * tooFast };
		return { answers: after(TO_APPROACH), faster: (slowedTo + tooFast) / 2 };
	}

	/** Milliseconds between two requests of late; 0 where few left, which is not too fast by itself. */
	private timeBetween(): number {
		const passed = Date.now() - this.counted.since;
		const isLate = passed >= 2 * COUNTED;
		const { requests, before } = this.counted;
		if (isLate || requests + before < ENOUGH) return 0;
		return before > 0
			? (passed + COUNTED) / (requests + before)
			: Math.max(passed, COUNTED) / requests;
	}

	/** Pauses whose turn is over say nothing any more. */
	private keep(pause: number, next: number, now: number): void {
		for (const [other, start] of this.nextByPause) {
			if (start <= now) this.nextByPause.delete(other);
		}
		this.nextByPause.set(pause, next);
	}
}

/** Accounts whose pace is known at once; more in use at the same time forget the longest unused. */
const MOST_ACCOUNTS = 200;

/**
 * The paces of this n8n process, by account.
 *
 * Bounded: at most 200 accounts, each with a few numbers and one for each pause that its executions chose; those without a rest or a turn go first.
 */
const paces = new Map<string, AccountPace>();

/** The pace of an account, the same for all executions of this n8n process. */
export function accountPace(account: string): AccountPace {
	const known = paces.get(account);
	const pace = known ?? new AccountPace();
	paces.delete(account);
	if (paces.size >= MOST_ACCOUNTS) forgetOne();
	paces.set(account, pace);
	return pace;
}

function forgetOne(): void {
	const all = [...paces];
	const [account] = all.find(([, { isIdle }]) => isIdle) ?? all[0]!;
	paces.delete(account);
}
