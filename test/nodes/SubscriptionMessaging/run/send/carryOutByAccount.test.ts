import type { IExecuteFunctions } from 'n8n-workflow';

import type { Outcome, Plan } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import type { RememberedRun } from '../../../../../nodes/SubscriptionMessaging/run/memory/runsOfProcess';
import { RunMemory } from '../../../../../nodes/SubscriptionMessaging/run/memory/store';
import { NotSentError } from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { carryOutByAccount } from '../../../../../nodes/SubscriptionMessaging/run/send/carryOutByAccount';
import type { Session } from '../../../../../nodes/SubscriptionMessaging/transport/session';
import { outcomeUnclear } from '../../../../../nodes/SubscriptionMessaging/wording/outcomeUnclear';
import { accepted, byIndex, fromItem, item, planOf, SETTINGS } from '../preparedItems';

const mockCarryOut = jest.fn();
jest.mock('../../../../../nodes/SubscriptionMessaging/run/send/carryOut', () => ({
	carryOut: async (...given: unknown[]) => mockCarryOut(...given) as unknown,
	withoutCall: jest.requireActual<{ withoutCall: unknown }>(
		'../../../../../nodes/SubscriptionMessaging/run/send/carryOut',
	).withoutCall,
}));

const sessions = ['a', 'b', 'unused'] as unknown as Session[];
const of = (number: string, account: number) =>
	item(fromItem(number, 'Hi', { settings: { ...SETTINGS, account } }));
const plan = planOf(byIndex(of('1', 0), of('2', 1), of('3', 0)));
const failed: Outcome = { kind: 'failed', error: new NotSentError('no') };

/** The accounts that were asked, and how each call of the plan ended. */
async function run(goesOn: boolean, first: Outcome, ...others: Outcome[]) {
	return await runAgain(new RunMemory({ id: 'a', items: {}, calls: {} }), goesOn, first, ...others);
}

async function runAgain(memory: RunMemory, goesOn: boolean, first: Outcome, ...others: Outcome[]) {
	mockCarryOut.mockReset().mockImplementation((_context, session: string, own: Plan) => ({
		plan: own,
		outcomes: new Map(
			own.chains
				.flat()
				.map((call, index) => [call, session === 'a' ? (others[index - 1] ?? first) : accepted()]),
		),
	}));
	const sending = { pace: { batchSize: 100, inParallel: 1, pause: 0, goesOn } };
	const context = {} as IExecuteFunctions;
	const done = await carryOutByAccount(context, sessions, plan, memory, sending);
	return {
		asked: mockCarryOut.mock.calls.map(([, session]) => session as string),
		kinds: plan.chains.flat().map((call) => done.outcomes.get(call)?.kind),
		chains: done.plan.chains.length,
	};
}

test('each account carries out its own calls', async () => {
	expect(await run(false, accepted())).toEqual({
		asked: ['a', 'b'],
		kinds: ['accepted', 'accepted', 'accepted'],
		chains: 3,
	});
});

test('after a failure nothing leaves from the next one, unless the run goes on', async () => {
	expect(await run(false, failed)).toEqual({
		asked: ['a'],
		kinds: ['failed', 'notAttempted', 'failed'],
		chains: 3,
	});
	const unknown: Outcome = { kind: 'unknown', error: outcomeUnclear('no', 'send') };
	expect((await run(false, unknown)).kinds).toEqual(['unknown', 'notAttempted', 'unknown']);
	expect((await run(false, failed, accepted())).kinds).toEqual([
		'failed',
		'notAttempted',
		'accepted',
	]);
	expect((await run(true, failed)).kinds).toEqual(['failed', 'accepted', 'failed']);
});

test('what an earlier try sent from an account that nothing leaves from now is told as sent', async () => {
	const sent = plan.chains.flat().find(({ call }) => JSON.stringify(call).includes('"2"'))!;
	const calls: RememberedRun['calls'] = {
		[sent.key]: {
			state: 'accepted',
			ticket: 'own',
			answer: { result: true },
			evidence: 'answered',
		},
	};
	const memory = new RunMemory({ id: 'a', items: {}, calls });
	expect(await runAgain(memory, false, failed)).toMatchObject({
		asked: ['a'],
		kinds: ['failed', 'accepted', 'failed'],
	});
});
