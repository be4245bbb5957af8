/** What is known of a send whose last try did not end in an answer that accepts it. */
export interface SendState {
	/**
	 * How the last try ended:
	 * `notSent` before it left; `refused` by the service's own answer or by a server that did not
	 * take it; `busy` by HTTP 429 or 503 with Retry-After, `closed` where that asks for longer than an
	 * execution waits; `unclear` in any other way.
	 */
	failure: 'notSent' | 'refused' | 'busy' | 'closed' | 'unclear';
	/** Asked for by name: the send goes to all subscribers of a unit. */
	everyone: boolean;
	/** Whether a ticket tells this send from every other: `shared` by several, or `none` to ask by. */
	ticket: 'own' | 'shared' | 'none';
	/** What the service said of the ticket since the last try, oldest first. */
	lookUps: readonly TicketState[];
	/** Requests that may have reached the service so far, without those that it was too busy for. */
	tries: number;
	/** Requests that it was too busy for. */
	rests: number;
	/** *On Unclear Outcome* */
	onUnclear: 'stop' | 'resend';
}

/** Whether the service has a send under its ticket: for all, none or some of its recipients, or for others only. */
export type TicketState = 'known' | 'unknown' | 'partly' | 'others' | 'failed';

export type Step =
	/** Nothing was sent; say why. */
	| 'fail'
	/** Ask the service for the ticket, at once or after a wait. */
	| 'lookUp'
	| 'waitAndLookUp'
	/** The send arrived; only its answer was lost. */
	| 'recovered'
	| 'resend'
	/** Nobody can know; say so, and send nothing more. */
	| 'unknown';

const MOST_TRIES = 3;

const MOST_RESTS = 5;

/** The service sent every try away, and has nothing under the ticket. */
const isSentAway = ({ failure, everyone, tries, rests }: SendState) =>
	tries === 0 &&
	(failure === 'closed' || (failure === 'busy' && (everyone || rests >= MOST_RESTS)));

interface Rule {
	when: (state: SendState) => boolean;
	step: Step;
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
		when: ({ failure }) => failure === 'refused',
		step: 'fail',
		because: 'the service itself said that it did not send',
	},
	{
		when: ({ ticket }) => ticket === 'none',
		step: 'unknown',
		because: 'the plain send has no ticket to ask by',
	},
	{
		when: ({ ticket }) => ticket === 'shared',
		step: 'unknown',
		because: 'a ticket that several sends carry does not tell which of them arrived',
	},
	{
		when: ({ lookUps }) => lookUps.includes('known'),
		step: 'recovered',
		because: 'the service knows the ticket, so the send arrived',
	},
	{
		when: ({ lookUps }) => lookUps.includes('partly') || lookUps.includes('others'),
		step: 'unknown',
		because: 'the service knows the ticket, but lists other recipients under it',
	},
	{
		when: ({ lookUps }) => lookUps.includes('failed'),
		step: 'unknown',
		because: 'the question failed too, so nothing is known',
	},
	{
		when: ({ lookUps }) => lookUps.length === 0,
		step: 'lookUp',
		because: 'the service may have processed the send',
	},
	{
		when: ({ lookUps }) => lookUps.length === 1,
		step: 'waitAndLookUp',
		because: 'the service may still be processing the send',
	},
	{
		when: isSentAway,
		step: 'fail',
		because: 'the service asked to come back later, and twice did not know the ticket',
	},
	{
		when: ({ tries, rests }) => tries >= MOST_TRIES || rests >= MOST_RESTS,
		step: 'unknown',
		because: 'a service that loses every try is not tried for ever',
	},
	{
		when: ({ everyone }) => everyone,
		step: 'unknown',
		because: 'a message to everyone is never sent again without being asked for',
	},
	{
		when: ({ failure }) => failure === 'closed',
		step: 'unknown',
		because: 'the service asks to wait for longer than an execution should',
	},
	{
		when: ({ failure }) => failure === 'busy',
		step: 'resend',
		because: 'the service said that it was too busy, and twice that it does not know the ticket',
	},
	{
		when: ({ onUnclear }) => onUnclear === 'resend',
		step: 'resend',
		because: 'the service said twice that it does not know the ticket, and the user asked for it',
	},
	{
		when: () => true,
		step: 'unknown',
		because: 'a send that arrives late would be sent twice by a second one',
	},
];

/** Decides what follows a send that was not accepted, so that nothing is lost or sent twice. */
export function nextStep(state: SendState): Pick<Rule, 'step' | 'because'> {
	const { step, because } = RULES.find(({ when }) => when(state))!;
	return { step, because };
}
