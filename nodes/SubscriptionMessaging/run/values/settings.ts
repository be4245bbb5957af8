import type { Transport } from '../../transport/exchange';

/**
 * How a call is made, beside what it asks for. Calls are only gathered where all of it is the same,
 * and it is compared whole: a new setting is one more member.
 */
export interface CallSettings {
	/** Which credential of the run makes the call, by its position among the sessions. */
	readonly account: number;
	/** The account at the service, which several of them can be of. */
	readonly serviceAccount: string;
	readonly transport: Transport;
	/** Seconds until the whole answer must have arrived; the transport's own where it is left out. */
	readonly timeLimit?: number;
	/** What to do with a send that the service says twice it does not know. */
	readonly onUnclear: 'stop' | 'resend';
	/** What to do with a send whose custom ticket the service knows already. */
	readonly ifKnown: 'send' | 'skip';
	/** Key of the campaign, with which its tickets begin; whoever has one of them gets nothing more. */
	readonly campaign?: string;
	/** Nothing is sent to an address that occurred before. */
	readonly removesDuplicates: boolean;
}
