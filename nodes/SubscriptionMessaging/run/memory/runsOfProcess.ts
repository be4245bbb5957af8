import type { RememberedCall, RememberedItem } from '../values/call';

/** Runs of which the process knows that they sent something. */
const MOST_RUNS = 10_000;

/** Items of runs that it remembers. */
const MOST_ITEMS = 10_000;

/** What is remembered of a run of the node, so that n8n may run it once more. Stored with the execution: see CONTRIBUTING. */
export interface RememberedRun {
	/** Tells the run from all others. */
	id: string;
	/** By position of the input item. */
	items: Record<number, RememberedItem>;
	/** What items were that go to others by now. */
	replaced?: RememberedItem[];
	/** By key of the call. */
	calls: Record<string, RememberedCall>;
	/** A try may have sent what is not remembered: one that was killed, or another *Retry*. */
	hasUnknownTry?: boolean;
}

/** What the process knows of a run of the node, whichever of its tries carried it out. */
interface KnownRun {
	/** A try of it may have been one that *Retry* in the list of executions made. */
	isRetried: boolean;
	/** Its outcome, where that is asked for; nothing where it would be too much. */
	remembered?: Readonly<RememberedRun>;
	/** Tries that have not ended. */
	underWay: Set<RememberedRun>;
	/** What left, of each *Retry*. */
	calls: Set<RememberedRun['calls']>;
	items: number;
	isForgotten: boolean;
}

/**
 * Runs of this process that sent something. *Retry* begins each time with what the failed execution
 * remembers, so that a second one knows nothing of the first. The service can be asked for a ticket, but
 * may show it late; what was sent without one is known here alone.
 */
export class RunsOfProcess {
	private readonly known = new Map<string, KnownRun>();

	private items = 0;

	/**
	 * Something leaves for a run.
	 *
	 * @param items how many of its items the next try must know of
	 * @param untilEnd whether it is told of them only when this try has ended: before that, it waits for the
	 * same tickets and asks the service for them
	 */
	begun(run: RememberedRun, items: number, isRetry: boolean, untilEnd = false): void {
		const known = this.known.get(run.id) ?? {
			isRetried: false,
			items: 0,
			isForgotten: false,
			underWay: new Set<RememberedRun>(),
			calls: new Set<RememberedRun['calls']>(),
		};
		if (untilEnd) known.underWay.add(run);
		if (isRetry && !known.isForgotten) known.calls.add(run.calls);
		this.known.delete(run.id);
		this.known.set(run.id, known);
		known.isRetried ||= isRetry;
		if (items > 0 && !known.isForgotten) {
			known.items += items;
			this.items += items;
			// Its parts are shared: the outcome of the call is seen here too, and stays when the run settles.
			known.remembered = { ...run };
		}
		for (const oldest of this.known.values()) {
			if (this.items <= MOST_ITEMS) break;
			this.forget(oldest);
		}
		for (const [id, oldest] of this.known) {
			if (this.known.size <= MOST_RUNS) break;
			this.forget(oldest);
			this.known.delete(id);
		}
	}

	ended(run: RememberedRun): void {
		this.known.get(run.id)?.underWay.delete(run);
	}

	find(id: string): Readonly<Pick<KnownRun, 'isRetried' | 'remembered'>> | undefined {
		const run = this.known.get(id);
		return (
			run && {
				isRetried: run.isRetried,
				remembered: run.underWay.size > 0 ? undefined : run.remembered,
			}
		);
	}

	/** Whether another try of a run has sent something under a key and a ticket, and was not refused. */
	hasSent({ id, calls }: RememberedRun, key: string, ticket: string | undefined): boolean {
		return [...(this.known.get(id)?.calls ?? [])].some((others) => {
			const call = others !== calls && others[key];
			return call && call.custom_ticket === ticket && !isRefusedAlike(call);
		});
	}

	private forget(run: KnownRun): void {
		if (run.items === 0) return;
		this.items -= run.items;
		run.calls.clear();
		Object.assign(run, { remembered: undefined, items: 0, isForgotten: true, isRetried: true });
	}
}

/** Whether the service refused a call, and everything that it was asked about it in the same words. */
export function isRefusedAlike(call: RememberedCall): boolean {
	return call.state === 'unclear' && call.lost?.isRefusedAlike === true;
}

/** Bounded: the `MOST_RUNS` that sent last, and `MOST_ITEMS` of what they sent. */
export const runsOfProcess = new RunsOfProcess();
