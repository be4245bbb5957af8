import {
	nextStep,
	type SendState,
	type Step,
} from '../../../../nodes/SubscriptionMessaging/service/nextStep';

/** A send with a ticket of its own whose answer was lost, before anything was asked. */
const LOST: SendState = {
	failure: 'unclear',
	everyone: false,
	ticket: 'own',
	lookUps: [],
	tries: 1,
	rests: 0,
	onUnclear: 'stop',
};

const FAILURES = ['notSent', 'refused', 'busy', 'closed', 'unclear'] as const;
const TICKETS = ['own', 'shared', 'none'] as const;
const CHOICES = ['stop', 'resend'] as const;
const ANSWERS = ['known', 'unknown', 'partly', 'failed'] as const;
const LOOK_UPS: Array<SendState['lookUps']> = [
	[],
	...ANSWERS.map((answer) => [answer]),
	...ANSWERS.flatMap((first) => ANSWERS.map((second) => [first, second])),
];

const EVERY_STATE = FAILURES.flatMap((failure) =>
	TICKETS.flatMap((ticket) =>
		CHOICES.flatMap((onUnclear) =>
			LOOK_UPS.flatMap((lookUps) =>
				[0, 1, 2, 3, 4].flatMap((tries) =>
					[false, true].map(
						(everyone): SendState => ({
							failure,
							everyone,
							ticket,
							onUnclear,
							lookUps,
							tries: failure === 'busy' || failure === 'closed' ? 0 : tries,
							rests: failure === 'busy' || failure === 'closed' ? tries + 1 : 0,
						}),
					),
				),
			),
		),
	),
);

const label = (state: SendState) => JSON.stringify(state);

describe('What follows a send that was not accepted', () => {
	it.each<[what: string, state: Partial<SendState>, step: Step]>([
		['one that never left', { failure: 'notSent' }, 'fail'],
		[
			'one that never left, also where it may be resent',
			{ failure: 'notSent', onUnclear: 'resend' },
			'fail',
		],
		['one that the service refused', { failure: 'refused' }, 'fail'],
		['one that was refused and has no ticket', { failure: 'refused', ticket: 'none' }, 'fail'],
		['a lost one without a ticket', { ticket: 'none' }, 'unknown'],
		[
			'a lost one without a ticket that may be resent',
			{ ticket: 'none', onUnclear: 'resend' },
			'unknown',
		],
		['a busy service, without a ticket', { failure: 'busy', ticket: 'none' }, 'unknown'],
		['a lost one whose ticket others carry', { ticket: 'shared', onUnclear: 'resend' }, 'unknown'],
		['a lost one', {}, 'lookUp'],
		['a busy service', { failure: 'busy' }, 'lookUp'],
		['a lost one that the service knows', { lookUps: ['known'] }, 'recovered'],
		['a busy service that knows it', { failure: 'busy', lookUps: ['known'] }, 'recovered'],
		['a lost one that the service does not know yet', { lookUps: ['unknown'] }, 'waitAndLookUp'],
		[
			'a lost one that the service does not know yet, where it may be resent',
			{ lookUps: ['unknown'], onUnclear: 'resend' },
			'waitAndLookUp',
		],
		[
			'a lost one that the service knows at the second question',
			{ lookUps: ['unknown', 'known'], onUnclear: 'resend' },
			'recovered',
		],
		[
			'a lost one whose question was lost too',
			{ lookUps: ['failed'], onUnclear: 'resend' },
			'unknown',
		],
		[
			'a lost one whose second question was lost',
			{ lookUps: ['unknown', 'failed'], onUnclear: 'resend' },
			'unknown',
		],
		['a lost one that is unknown twice', { lookUps: ['unknown', 'unknown'] }, 'unknown'],
		[
			'a lost one that is unknown twice, where it may be resent',
			{ lookUps: ['unknown', 'unknown'], onUnclear: 'resend' },
			'resend',
		],
		[
			'a busy service that does not know it twice',
			{ failure: 'busy', lookUps: ['unknown', 'unknown'] },
			'resend',
		],
		[
			'the third lost try, where it may be resent',
			{ lookUps: ['unknown', 'unknown'], onUnclear: 'resend', tries: 3 },
			'unknown',
		],
		[
			'the third rest that a busy service asks for',
			{ failure: 'busy', lookUps: ['unknown', 'unknown'], tries: 0, rests: 3 },
			'resend',
		],
		[
			'a lost one that the service knows for some of its recipients',
			{ lookUps: ['partly'], onUnclear: 'resend' },
			'unknown',
		],
		[
			'a lost one to everyone, where it may be resent',
			{ everyone: true, lookUps: ['unknown', 'unknown'], onUnclear: 'resend' },
			'unknown',
		],
		[
			'a lost one to everyone that the service knows',
			{ everyone: true, lookUps: ['known'] },
			'recovered',
		],
		['a service that asks for a long wait', { failure: 'closed' }, 'lookUp'],
		[
			'a service that asks for a long wait and does not know it twice',
			{
				failure: 'closed',
				lookUps: ['unknown', 'unknown'],
				onUnclear: 'resend',
				tries: 0,
				rests: 1,
			},
			'fail',
		],
		[
			'the fifth rest that a busy service asks for, which does not know it',
			{ failure: 'busy', lookUps: ['unknown', 'unknown'], tries: 0, rests: 5 },
			'fail',
		],
		[
			'the fifth rest after a lost try',
			{ failure: 'busy', lookUps: ['unknown', 'unknown'], tries: 1, rests: 5, onUnclear: 'resend' },
			'unknown',
		],
		[
			'a service too busy for a message to everyone, which does not know it',
			{ everyone: true, failure: 'busy', lookUps: ['unknown', 'unknown'], tries: 0, rests: 1 },
			'fail',
		],
		['the third lost try that the service knows', { lookUps: ['known'], tries: 3 }, 'recovered'],
	])('%s: %j is followed by %s', (_what, state, step) => {
		expect(nextStep({ ...LOST, ...state }).step).toBe(step);
	});

	it('gives a reason for every decision', () => {
		for (const state of EVERY_STATE) expect(nextStep(state).because).toMatch(/^[a-z].+[^.]$/);
	});

	it('resends only after two answers that do not know an own ticket, and at most twice', () => {
		const resent = EVERY_STATE.filter((state) => nextStep(state).step === 'resend');

		expect(resent.length).toBeGreaterThan(0);
		for (const { failure, everyone, ticket, lookUps, tries, rests, onUnclear } of resent) {
			expect(everyone).toBe(false);
			expect({ ticket, lookUps }).toEqual({ ticket: 'own', lookUps: ['unknown', 'unknown'] });
			expect(tries).toBeLessThan(3);
			expect(rests).toBeLessThan(5);
			expect(failure === 'busy' || onUnclear === 'resend').toBe(true);
		}
	});

	it('calls a send certainly failed only where it never left, or the service said so or sent each try away', () => {
		const failed = EVERY_STATE.filter((state) => nextStep(state).step === 'fail').map(label);

		expect(failed).toEqual(
			EVERY_STATE.filter(({ failure, everyone, ticket, lookUps, rests }) => {
				if (failure === 'notSent' || failure === 'refused') return true;
				const isSentAway = failure === 'closed' || (failure === 'busy' && (everyone || rests >= 5));
				return isSentAway && ticket === 'own' && lookUps.join() === 'unknown,unknown';
			}).map(label),
		);
	});

	it('calls a send arrived only where the service knows its own ticket', () => {
		for (const state of EVERY_STATE.filter((it) => nextStep(it).step === 'recovered')) {
			expect(state.lookUps).toContain('known');
			expect(state.ticket).toBe('own');
		}
	});

	it('asks at most twice before it decides', () => {
		const asks = EVERY_STATE.filter((state) => /lookUp$/i.test(nextStep(state).step));

		expect(Math.max(...asks.map(({ lookUps }) => lookUps.length))).toBe(1);
	});
});
