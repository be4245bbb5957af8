import type { IExecuteFunctions } from 'n8n-workflow';

import type { Session } from '../../transport/session';
import type { Outcome, Plan, PlannedCall } from '../values/call';
import { hasFailed } from '../values/ended';
import type { RunMemory } from '../memory/store';
import { carryOut, withoutCall, type CarriedOut, type Sending } from './carryOut';

/**
 * Carries out a plan, one account after the other, each with a pace and questions of its own. After a
 * failure that ends the run, nothing more leaves from the others.
 *
 * @param sessions by position of the account
 */
export async function carryOutByAccount(
	context: IExecuteFunctions,
	sessions: readonly Session[],
	plan: Plan,
	memory: RunMemory,
	sending: Sending,
): Promise<CarriedOut> {
	const outcomes = new Map<PlannedCall, Outcome>();
	let carriedOut: Plan = { ...plan, chains: [] };
	let isStopped = false;
	for (const [account, session] of sessions.entries()) {
		const chains = plan.chains.filter(([call]) => call?.settings.account === account);
		if (chains.length === 0) continue;
		const own = { ...carriedOut, chains };
		const done: CarriedOut = isStopped
			? { plan: own, outcomes: notStarted(own, memory) }
			: await carryOut(context, session, own, memory, sending);
		carriedOut = { ...done.plan, chains: [...carriedOut.chains, ...done.plan.chains] };
		for (const [planned, outcome] of done.outcomes) outcomes.set(planned, outcome);
		isStopped ||= !sending.pace.goesOn && [...done.outcomes.values()].some(hasFailed);
	}
	return { plan: carriedOut, outcomes };
}

function notStarted({ chains }: Plan, memory: RunMemory): Map<PlannedCall, Outcome> {
	return new Map(
		chains.flat().map((planned) => [planned, withoutCall(planned, memory.call(planned.key))]),
	);
}
