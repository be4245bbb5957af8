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
	/** Requests that may have reached the service so far. */
	tries: number;
	/** *On Unclear Outcome* */
	onUnclear: 'stop' | 'resend';
}

/** Whether the service has a send under its ticket: for all, none or some of its recipients. */
export type TicketState = 'known' | 'unknown' | 'partly' | 'failed';

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
		when: ({ lookUps }) => lookUps.includes('partly'),
		step: 'unknown',
		because: 'the service knows the ticket, but not for every recipient',
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
		when: ({ tries }) => tries >= MOST_TRIES,
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
