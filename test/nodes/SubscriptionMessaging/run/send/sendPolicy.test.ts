import {
	stepAfter,
	type SendState,
	type Step,
	type TicketState,
} from '../../../../../nodes/SubscriptionMessaging/run/send/sendPolicy';

/** A send to a list with a ticket of its own whose answer was lost, before anything was asked. */
const LOST: SendState = {
	failure: 'unclear',
	isClosed: false,
	everyone: false,
	ticket: 'own',
	lookUps: [],
	tries: 1,
	rests: 0,
	onUnclear: 'stop',
};
const REFUSED: Partial<SendState> = { failure: 'refused' };
/** Turned away by HTTP 429 with Retry-After, before any try that may have arrived. */
const BUSY: Partial<SendState> = { failure: 'busy', tries: 0, rests: 1 };
const TWICE_NOT_KNOWN: Partial<SendState> = { lookUps: ['notKnown', 'notKnown'] };
const TWICE_OTHERS: Partial<SendState> = { lookUps: ['others', 'others'] };
/** Refused by the service's own answer, after a try that may have arrived. */
const REFUSED_LATER: Partial<SendState> = { failure: 'refusedLater', tries: 2 };
const RISK: Partial<SendState> = { onUnclear: 'resend' };

const FAILURES = ['notSent', 'refused', 'refusedLater', 'busy', 'unclear'] as const;
const TICKETS = ['own', 'shared', 'none'] as const;
const CHOICES = ['stop', 'resend'] as const;
const BOTH = [false, true];
const ANSWERS: readonly TicketState[] = [
	'known',
	'partly',
	'others',
	'noRows',
	'notKnown',
	'couldNotSay',
	'refusedAlike',
];
const LOOK_UPS: Array<SendState['lookUps']> = [
	[],
	...ANSWERS.map((answer) => [answer]),
	...ANSWERS.flatMap((first) => ANSWERS.map((second) => [first, second])),
];

const EVERY_STATE = FAILURES.flatMap((failure) =>
	BOTH.flatMap((isClosed) =>
		BOTH.flatMap((everyone) =>
			TICKETS.flatMap((ticket) =>
				CHOICES.flatMap((onUnclear) =>
					LOOK_UPS.flatMap((lookUps) =>
						[0, 1, 2, 3].flatMap((tries) =>
							[0, 1, 4, 5].map(
								(rests): SendState => ({
									failure,
									isClosed,
									everyone,
									ticket,
									onUnclear,
									lookUps,
									tries,
									rests,
								}),
							),
						),
					),
				),
			),
		),
	),
);

const statesOf = (step: Step) => EVERY_STATE.filter((state) => stepAfter(state).step === step);

describe('What follows a send that was not accepted', () => {
	it.each<[what: string, step: Step, ...states: Array<Partial<SendState>>]>([
		['one that never left', 'fail', { failure: 'notSent' }],
		['one that never left and has no ticket', 'fail', { failure: 'notSent', ticket: 'none' }],
		['one that never left, where it may be resent', 'fail', { failure: 'notSent' }, RISK],

		['a refused one without a ticket', 'fail', REFUSED, { ticket: 'none' }],
		['a refused one', 'lookUp', REFUSED],
		['a refused one to everyone', 'lookUp', REFUSED, { everyone: true }],
		['a refused one whose ticket others carry', 'lookUp', REFUSED, { ticket: 'shared' }],
		['a refused one that is not known yet', 'waitAndLookUp', REFUSED, { lookUps: ['notKnown'] }],
		['a refused one that is not known twice', 'fail', REFUSED, TWICE_NOT_KNOWN],
		['a refused one whose look-up failed', 'waitAndLookUp', REFUSED, { lookUps: ['couldNotSay'] }],
		['a refused one whose ticket lists others', 'waitAndLookUp', REFUSED, { lookUps: ['others'] }],
		[
			'a refused one whose look-ups failed',
			'unknown',
			REFUSED,
			{ lookUps: ['couldNotSay', 'couldNotSay'] },
		],
		[
			'a refused one whose second look-up failed',
			'unknown',
			REFUSED,
			{ lookUps: ['notKnown', 'couldNotSay'] },
		],
		[
			'a refused one that is not known at last',
			'unknown',
			REFUSED,
			{ lookUps: ['couldNotSay', 'notKnown'] },
		],
		['a refused one whose own ticket lists others', 'unknown', REFUSED, TWICE_OTHERS],
		[
			'a refused one whose ticket lists others that carry it',
			'fail',
			REFUSED,
			TWICE_OTHERS,
			{ ticket: 'shared' },
		],
		['a refused one of which nothing may be asked', 'fail', REFUSED, { lookUps: ['refusedAlike'] }],
		[
			'a refused one without rows, of which nothing more may be asked',
			'unknown',
			REFUSED,
			{ lookUps: ['noRows', 'refusedAlike'] },
		],
		['one that is refused after a lost try', 'lookUp', REFUSED_LATER],
		[
			'one that is refused after a lost try and known',
			'recovered',
			REFUSED_LATER,
			{ lookUps: ['known'] },
		],
		[
			'one that is refused after a lost try and not known twice',
			'unknown',
			REFUSED_LATER,
			TWICE_NOT_KNOWN,
		],
		['the same, where it may be resent', 'unknown', REFUSED_LATER, TWICE_NOT_KNOWN, RISK],
		['a refused one of which some have it', 'waitAndLookUp', REFUSED, { lookUps: ['partly'] }],
		[
			'a refused one of which some have it twice',
			'divide',
			REFUSED,
			{ lookUps: ['partly', 'partly'] },
		],
		[
			'a refused one of which some have it, which is lost in between',
			'divide',
			REFUSED,
			{ lookUps: ['partly', 'couldNotSay'] },
		],
		['a refused one that all have', 'recovered', REFUSED, { lookUps: ['known'] }],
		[
			'a refused one to everyone that some have',
			'unknown',
			REFUSED,
			{ everyone: true, lookUps: ['known'] },
		],
		[
			'a refused one that some have under a ticket that others carry',
			'unknown',
			REFUSED,
			{ ticket: 'shared', lookUps: ['partly'] },
		],
		['a refused one without rows yet', 'waitAndLookUp', REFUSED, { lookUps: ['noRows'] }],
		['a refused one without rows still', 'unknown', REFUSED, { lookUps: ['noRows', 'noRows'] }],

		['a lost one without a ticket', 'unknown', { ticket: 'none' }],
		['a lost one without a ticket that may be resent', 'unknown', { ticket: 'none' }, RISK],
		['a busy service, without a ticket', 'unknown', BUSY, { ticket: 'none' }],
		['a lost one whose ticket others carry', 'unknown', { ticket: 'shared' }, RISK],
		['a lost one', 'lookUp', {}],
		['a busy service', 'lookUp', BUSY],
		['a lost one that the service knows', 'recovered', { lookUps: ['known'] }],
		['the third lost try that the service knows', 'recovered', { lookUps: ['known'], tries: 3 }],
		['a busy service that knows it', 'recovered', BUSY, { lookUps: ['known'] }],
		['a lost one that is not known yet', 'waitAndLookUp', { lookUps: ['notKnown'] }],
		[
			'a lost one that is known at the second look',
			'recovered',
			{ lookUps: ['notKnown', 'known'] },
			RISK,
		],
		['a lost one without rows yet', 'waitAndLookUp', { lookUps: ['noRows'] }],
		['a lost one that shows its rows then', 'recovered', { lookUps: ['noRows', 'known'] }],
		['a lost one without rows still', 'unknown', { lookUps: ['noRows', 'noRows'] }, RISK],
		['a lost one without rows once', 'unknown', { lookUps: ['noRows', 'notKnown'] }, RISK],
		['a lost one that some have', 'waitAndLookUp', { lookUps: ['partly'] }, RISK],
		['a lost one that some have twice', 'divide', { lookUps: ['partly', 'partly'] }, RISK],
		['a lost one that lists others', 'unknown', { lookUps: ['others'] }, RISK],
		['a lost one whose look-up failed', 'unknown', { lookUps: ['couldNotSay'] }, RISK],
		[
			'a lost one whose second look-up failed',
			'unknown',
			{ lookUps: ['notKnown', 'couldNotSay'] },
			RISK,
		],
		['a lost one that is not known twice', 'unknown', TWICE_NOT_KNOWN],
		['the same, where it may be resent', 'resend', TWICE_NOT_KNOWN, RISK],
		['the third lost try, where it may be resent', 'unknown', TWICE_NOT_KNOWN, RISK, { tries: 3 }],
		[
			'a lost one to everyone, where it may be resent',
			'unknown',
			TWICE_NOT_KNOWN,
			RISK,
			{ everyone: true },
		],
		[
			'a lost one to everyone that the service knows',
			'recovered',
			{ everyone: true, lookUps: ['known'] },
		],
		[
			'a service that is closed for long, where it may be resent',
			'unknown',
			TWICE_NOT_KNOWN,
			RISK,
			{ isClosed: true },
		],

		['a busy service that does not know it twice', 'resend', BUSY, TWICE_NOT_KNOWN],
		['the fourth rest of a busy service', 'resend', BUSY, TWICE_NOT_KNOWN, { rests: 4 }],
		['the fifth rest of a busy service', 'fail', BUSY, TWICE_NOT_KNOWN, { rests: 5 }],
		['a busy service that asks for a long wait', 'fail', BUSY, TWICE_NOT_KNOWN, { isClosed: true }],
		['a service too busy for everyone', 'fail', BUSY, TWICE_NOT_KNOWN, { everyone: true }],
		['a busy service after a lost try', 'unknown', BUSY, TWICE_NOT_KNOWN, { tries: 1 }],
		['the same, where it may be resent', 'resend', BUSY, TWICE_NOT_KNOWN, { tries: 1 }, RISK],
		[
			'the fifth rest after a lost try',
			'unknown',
			BUSY,
			TWICE_NOT_KNOWN,
			{ tries: 1, rests: 5 },
			RISK,
		],
	])('%s: %s', (_what, step, ...states) => {
		expect(stepAfter(Object.assign({}, LOST, ...states) as SendState).step).toBe(step);
	});

	it('gives a reason for every decision', () => {
		const reasons = new Set(EVERY_STATE.map((state) => stepAfter(state).because));

		for (const reason of reasons) expect(reason).toMatch(/^[a-z].+[^.]$/);
	});

	it('never sends again in Stop and Report what may have been processed', () => {
		const resent = statesOf('resend').filter(({ onUnclear }) => onUnclear === 'stop');

		expect(resent.length).toBeGreaterThan(0);
		expect(resent.filter(({ failure, tries }) => failure !== 'busy' || tries !== 0)).toEqual([]);
	});

	it('resends only after two answers that do not know an own ticket, and not for ever', () => {
		const resent = statesOf('resend');

		expect(resent.length).toBeGreaterThan(0);
		const mayBe = ({ isClosed, everyone, ticket, lookUps, tries, rests }: SendState) =>
			!isClosed &&
			!everyone &&
			ticket === 'own' &&
			lookUps.join() === 'notKnown,notKnown' &&
			tries < 3 &&
			rests < 5;
		expect(resent.filter((state) => !mayBe(state))).toEqual([]);
	});

	it('calls a send not sent only where it never left, was refused, or was turned away each time', () => {
		const mayBe = (state: SendState) => {
			const { failure, isClosed, everyone, ticket, lookUps, tries, rests } = state;
			const tells = lookUps.join();
			if (failure === 'notSent') return true;
			if (failure === 'refused') {
				const last = lookUps.at(-1);
				if (ticket === 'none') return true;
				if (last === undefined || /^(known|partly|noRows)|,(known|partly|noRows)/.test(tells))
					return false;
				if (last === 'refusedAlike') return true;
				return (
					lookUps.length === 2 &&
					lookUps.every((said) => said !== 'couldNotSay' && said !== 'refusedAlike') &&
					(last === 'notKnown' || (last === 'others' && ticket === 'shared'))
				);
			}
			return (
				failure === 'busy' &&
				(isClosed || everyone || rests >= 5) &&
				tries === 0 &&
				ticket === 'own' &&
				tells === 'notKnown,notKnown'
			);
		};
		const wrong = EVERY_STATE.filter(
			(state) => (stepAfter(state).step === 'fail') !== mayBe(state),
		);

		expect(wrong).toEqual([]);
	});

	it('calls a send arrived only where the service lists its recipients under its own ticket', () => {
		const arrived = [...statesOf('recovered'), ...statesOf('divide')];

		expect(arrived.length).toBeGreaterThan(0);
		const isTold = ({ ticket, lookUps }: SendState) =>
			ticket === 'own' && (lookUps.includes('known') || lookUps.includes('partly'));
		expect(arrived.filter((state) => !isTold(state))).toEqual([]);
	});

	it('asks at most twice before it decides', () => {
		const asks = [...statesOf('lookUp'), ...statesOf('waitAndLookUp')];

		expect(Math.max(...asks.map(({ lookUps }) => lookUps.length))).toBe(1);
	});
});
