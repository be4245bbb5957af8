import type { IExecuteFunctions } from 'n8n-workflow';

import { signAddress } from '../statusAddress/sign';
import type { Session } from '../transport/session';
import { withLinks } from './ask/links';
import type { Plan, PreparedItem, RunPace } from './values/call';
import { sentBeforeAnswer } from './values/knownAnswer';
import type { RunMemory } from './memory/store';
import type { Opened } from './open/open';
import { withUnclear } from './output/errors';
import { makePlan, type PlanSettings } from './plan/plan';
import { ticketMaker, type Signer } from './plan/ticket';
import { CannotTell, earlierBatches } from './repeated/earlierBatches';
import { sentInOtherForm } from './repeated/otherForms';

/** What a plan is made for, and how its settings name accounts, tickets and addresses. */
interface Planning {
	readonly context: IExecuteFunctions;
	readonly sessions: readonly Session[];
	readonly memory: RunMemory;
	readonly toSend: ReadonlyMap<number, PreparedItem>;
	readonly settings: PlanSettings;
	readonly pace: RunPace;
}

/**
 * The calls of a run. A question gets the links to its answer; a run that somebody repeats from the list
 * of executions leaves out whom it has reached before.
 *
 * @throws NodeOperationError where the service can't tell whom a repeated run has reached
 */
export async function planCalls(
	context: IExecuteFunctions,
	{ operation, accounts: { sessions } }: Opened,
	toSend: ReadonlyMap<number, PreparedItem>,
	memory: RunMemory,
	pace: RunPace,
	signed: Signer,
): Promise<Plan> {
	const settings: PlanSettings = {
		batchSize: pace.batchSize,
		remembered: (key) => memory.call(key),
		userOf: (account) => sessions[account]!.user,
		ticketFor: ticketMaker(memory),
		signed,
	};
	const plan = makePlan(toSend, settings);
	// The links that an earlier execution sent do not lead to this one.
	if (operation.waitsFor === 'answer') return await withLinks(context, sessions, plan, memory);
	// A run that is repeated from the list of executions may have been killed, or repeated before.
	if (context.getMode() !== 'retry') return plan;
	return await withoutReached({ context, sessions, memory, toSend, settings, pace }, plan);
}

/** The plan of a repeated run, without the calls that an earlier try made. They are remembered as sent. */
async function withoutReached(planning: Planning, plan: Plan): Promise<Plan> {
	const { context, sessions, memory, toSend, settings, pace } = planning;
	const isDone = (itemIndex: number) => isDoneBefore(planning, itemIndex);
	if (memory.hasUnknownTry) {
		const refusal = await sentInOtherForm(context, sessions, plan, settings, pace);
		if (refusal) throw withUnclear(refusal, toSend.keys(), isDone);
	}
	const earlier = await earlierBatches(context, sessions, plan, settings, pace);
	if (earlier instanceof CannotTell) {
		const { refusal, reached } = earlier;
		throw withUnclear(
			refusal,
			toSend.keys(),
			(itemIndex) => reached.has(itemIndex) || isDone(itemIndex),
		);
	}
	const { taken, chainOf } = earlier;
	if (taken.size === 0) return plan;
	const items = new Map<number, PreparedItem>();
	for (const [itemIndex, item] of toSend) {
		const chain = chainOf.get(itemIndex);
		items.set(itemIndex, chain === undefined ? item : { ...item, chain });
	}
	const completed = makePlan(items, { ...settings, isTaken: (key) => taken.has(key) });
	rememberSent(completed, taken, memory);
	return completed;
}

/** Whether it is remembered that all that is to be done for an item was accepted. */
function isDoneBefore({ memory, toSend }: Planning, itemIndex: number): boolean {
	const before = memory.item(itemIndex);
	return (
		toSend.get(itemIndex)?.chain === before?.chain && before !== undefined && memory.isDone(before)
	);
}

/** What an earlier try sent, by the people whom the service lists, is not sent whatever it says later. */
function rememberSent({ chains }: Plan, taken: ReadonlySet<string>, memory: RunMemory): void {
	for (const planned of chains.flat()) {
		if (!taken.has(planned.key)) continue;
		memory.begin(planned, 'own');
		memory.accept(planned, sentBeforeAnswer(planned.call), 'sentBefore');
	}
}

/** A key takes a while to derive, so only an account that signs derives one. */
export async function signerFor(
	sessions: readonly Session[],
	items: ReadonlyMap<number, PreparedItem>,
): Promise<Signer> {
	const signing = [...items.values()]
		.flatMap(({ requests }) => requests)
		.filter(({ signsStatusUrl }) => signsStatusUrl)
		.map(({ settings }) => settings.account);
	const keys = new Map<number, Awaited<ReturnType<Session['statusAddressKey']>>>();
	for (const account of new Set(signing)) {
		keys.set(account, await sessions[account]!.statusAddressKey());
	}
	return (address, send, account) => {
		const key = keys.get(account);
		return key ? signAddress(key, address, send) : address;
	};
}
