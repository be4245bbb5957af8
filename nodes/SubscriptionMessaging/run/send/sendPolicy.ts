import type { TicketUse } from '../values/call';
import type { CallSettings } from '../values/settings';

/** What is known of a send whose last try did not end in an answer that accepts it. */
export interface SendState {
	/**
	 * How the last try ended:
	 * `notSent` before it left; `refused` by the service's own answer; `refusedLater` likewise, after a
	 * try that may have arrived; `busy` by HTTP 429 with Retry-After, which says that the request was not
	 * taken; `unclear` in any other way, HTTP 503 included.
	 */
	failure: 'notSent' | 'refused' | 'refusedLater' | 'busy' | 'unclear';
	/** The service asks to wait for longer than an execution does. */
	isClosed: boolean;
	/** It goes to everyone in a unit, asked for by name. */
	everyone: boolean;
	/** Whether a ticket tells this send from every other: `shared` by several, or `none` to ask by. */
	ticket: TicketUse;
	/** What the service said of the ticket since the last try, oldest first. */
	lookUps: readonly TicketState[];
	/** Requests that may have reached the service so far, without those that it was too busy for. */
	tries: number;
	/** Requests that it was too busy for. */
	rests: number;
	/** *If Outcome Is Unknown* */
	onUnclear: CallSettings['onUnclear'];
}

/**
 * Whether the service has a send under its ticket: for all or some of its recipients, or for others
 * only; `noRows` where it has the ticket and lists nobody under it yet; `couldNotSay` where its answer
 * tells nothing; `refusedAlike` where it refuses look-ups of any ticket in the words in which it refused
 * the send, or refuses them twice. A wrong password makes it do so, and so may a gateway that has passed
 * the send on: nothing tells these two apart. So the user is told what the service says, which is nearly
 * always true and names what to mend, and *Retry On Fail* sends no more until a look-up is answered.
 */
export type TicketState =
	| 'known'
	| 'partly'
	| 'others'
	| 'noRows'
	| 'notKnown'
	| 'couldNotSay'
	| 'refusedAlike';

export type Step =
	/** Nothing was sent; say why. */
	| 'fail'
	/** Ask the service for the ticket, at once or after a wait. */
	| 'lookUp'
	| 'waitAndLookUp'
	/** The send arrived; only its answer was lost. */
	| 'recovered'
	/** It arrived for the recipients that the service lists. The others failed where it refused the rest. */
	| 'divide'
	| 'resend'
	/** Nobody can know; say so, and send nothing more. */
	| 'unknown';

/** Requests that may have reached the service, so that one is sent again at most twice, whatever repeats the run. */
export const MOST_TRIES = 3;

/** Requests that the service may send away for being too busy. */
const MOST_RESTS = 5;

const tellsNothing = (state: TicketState) => state === 'couldNotSay' || state === 'refusedAlike';

/** The service sent every try away, and has nothing under the ticket. */
const isSentAway = ({ failure, isClosed, everyone, tries, rests }: SendState) =>
	failure === 'busy' && tries === 0 && (isClosed || everyone || rests >= MOST_RESTS);

interface Rule {
	when: (state: SendState) => boolean;
	step: Step;
	/** Completes a sentence that begins with "It was not sent again, because". */
	because: string;
}

/** Read from the top: the first rule that fits decides. */
const RULES: readonly Rule[] = [
	{
		when: ({ failure }) => failure === 'notSent',
		step: 'fail',
		because: 'a request that never left has sent nothing',
	},
	{
		when: ({ failure, ticket }) => failure === 'refused' && ticket === 'none',
		step: 'fail',
		because: 'the service itself said that it did not send',
	},
	{
		when: ({ ticket }) => ticket === 'none',
		step: 'unknown',
		because: 'the plain send has no ticket to ask by',
	},
	{
		when: ({ ticket, failure }) => ticket === 'shared' && failure !== 'refused',
		step: 'unknown',
		because: 'other sends may carry its ticket, which does not tell which of them arrived',
	},
	{
		when: ({ lookUps }) => lookUps.length === 0,
		step: 'lookUp',
		because: 'the service may have processed the send',
	},
	{
		when: ({ failure, ticket, everyone, lookUps }) =>
			failure === 'refused' &&
			(ticket === 'shared' || everyone) &&
			(lookUps.includes('known') || lookUps.includes('partly')),
		step: 'unknown',
		because: 'the service refused it, and lists recipients under its ticket nevertheless',
	},
	{
		when: ({ lookUps }) => lookUps.includes('known'),
		step: 'recovered',
		because: 'the service knows the ticket, so the send arrived',
	},
	{
		when: ({ lookUps }) => lookUps.length > 1 && lookUps.includes('partly'),
		step: 'divide',
		because: 'the service lists some of the recipients under the ticket',
	},
	{
		when: ({ failure, lookUps }) => failure !== 'refused' && lookUps.includes('others'),
		step: 'unknown',
		because: 'the service lists other recipients under its ticket',
	},
	{
		when: ({ failure, lookUps }) => failure !== 'refused' && lookUps.some(tellsNothing),
		step: 'unknown',
		because: 'the status check failed too',
	},
	{
		when: ({ failure, lookUps }) =>
			failure === 'refused' && lookUps.at(-1) === 'refusedAlike' && !lookUps.includes('noRows'),
		step: 'fail',
		because: 'the service itself said that it did not send, and refuses the status check alike',
	},
	{
		when: ({ lookUps }) => lookUps.length === 1,
		step: 'waitAndLookUp',
		because: 'the service may still be processing the send',
	},
	{
		when: ({ lookUps }) => lookUps.includes('noRows'),
		step: 'unknown',
		because: 'the service has its ticket, and does not list its recipients yet',
	},
	{
		when: ({ failure, ticket, lookUps }) =>
			failure === 'refused' &&
			(lookUps.some(tellsNothing) || (ticket === 'own' && lookUps.at(-1) === 'others')),
		step: 'unknown',
		because: 'the service refused it, and the status check could not confirm that',
	},
	{
		when: ({ failure }) => failure === 'refused',
		step: 'fail',
		because: 'the service itself said that it did not send, and lists none of the recipients',
	},
	{
		when: isSentAway,
		step: 'fail',
		because: 'the service asked to come back later, and twice did not know the ticket',
	},
	{
		when: ({ tries, rests }) => tries >= MOST_TRIES || rests >= MOST_RESTS,
		step: 'unknown',
		because: 'it was tried as often as is safe',
	},
	{
		when: ({ failure }) => failure === 'refusedLater',
		step: 'unknown',
		because: 'the service refused to take it again, and an earlier try may still arrive',
	},
	{
		when: ({ everyone }) => everyone,
		step: 'unknown',
		because: 'a message to everyone is only sent again when a person asks for it',
	},
	{
		when: ({ isClosed }) => isClosed,
		step: 'unknown',
		because: 'the service asks to wait for longer than an execution should',
	},
	{
		when: ({ failure, tries }) => failure === 'busy' && tries === 0,
		step: 'resend',
		because: 'the service did not take the request, and twice did not know the ticket',
	},
	{
		when: ({ onUnclear }) => onUnclear === 'resend',
		step: 'resend',
		because: 'the service twice did not know the ticket, and the user accepts the risk',
	},
	{
		when: () => true,
		step: 'unknown',
		because: 'if the first one arrives late, people would get it twice',
	},
];

/** Decides what follows a send that was not accepted, so that nothing is lost or sent twice. */
export function stepAfter(state: SendState): Pick<Rule, 'step' | 'because'> {
	return RULES.find(({ when }) => when(state))!;
}
