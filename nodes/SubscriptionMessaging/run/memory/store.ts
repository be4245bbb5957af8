import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../../actions/operation/operation';
import type { ServiceAnswer } from '../../service/answer/answerOf';
import { customTicketOf, recipientsOf } from '../../service/contract/call';
import { addTo } from '../../service/collections/byKey';
import type {
	Evidence,
	LostAnswer,
	PlannedCall,
	RememberedCall,
	RememberedItem,
	TicketUse,
} from '../values/call';
import { runIndexOf } from '../../n8n/executionContext';
import { argumentsOf } from '../../n8n/toolCall';
import { digestOf, isWithoutTrace, leavesNoTrace, peopleOf } from '../values/audience';
import { runIdOf } from './runId';
import { isRefusedAlike, runsOfProcess, type RememberedRun } from './runsOfProcess';

/**
 * By the arguments of a tool's call: n8n hands the same object to each try of it, and another one to
 * each further call. Its run index tells nothing there, and an agent outside of an execution has no
 * memory of the node.
 *
 * Bounded: by the arguments that n8n itself holds; each goes with its own.
 */
const toolCalls = new WeakMap<object, RememberedRun>();

/**
 * The memory of a run, the same again when n8n repeats it: by *Retry On Fail*, which runs the whole
 * node again, or by *Retry* in the list of executions.
 *
 * @param operation the one that runs now. Where it waits for an answer, what it sends are links that only
 * this execution answers to, so that *Retry*, which is another one, asks anew
 */
export function memoryOf(
	context: IExecuteFunctions,
	operation: Pick<Operation, 'calls' | 'waitsFor'>,
): RunMemory {
	const call = argumentsOf(context);
	if (call) {
		const run = toolCalls.get(call) ?? emptyRun(context);
		toolCalls.set(call, run);
		return new RunMemory(run);
	}
	const node = context.getContext('node') as { runs?: Record<string, RememberedRun> };
	node.runs ??= {};
	if (operation.waitsFor === 'answer') {
		const execution = context.getExecutionId();
		const run = `${runIndexOf(context)} ${execution}`;
		return new RunMemory((node.runs[run] ??= emptyRun(context, execution)));
	}
	const stored = node.runs[runIndexOf(context)];
	const run = (node.runs[runIndexOf(context)] ??= emptyRun(context));
	if (context.getMode() !== 'retry') return new RunMemory(run);
	const known = runsOfProcess.find(run.id);
	// Of a killed execution nothing is stored, and its list may be another one: the service is asked.
	if (known?.remembered && (stored || Object.values(known.remembered.items).some(isWithoutTrace))) {
		Object.assign(run, known.remembered);
	}
	const refusedAlike = forgetRefusedAlike(run);
	const isRemembered = Object.keys(run.items).length > 0;
	const isTraceless =
		operation.calls.some(leavesNoTrace) || Object.values(run.items).some(isWithoutTrace);
	const isKnown = known?.remembered !== undefined || known?.isRetried === false;
	// What nobody remembers stays unknown, however often the run is repeated.
	if (!stored || !isKnown) run.hasUnknownTry = true;
	return new RunMemory(run, {
		isRetry: true,
		mayMiss: isTraceless && isRemembered && !isKnown,
		refusedAlike,
	});
}

/** How n8n repeats a run. */
interface Repetition {
	/** By *Retry* in the list of executions. */
	readonly isRetry: boolean;
	/** Another such *Retry* may have sent what is not remembered, and what the service cannot be asked for. */
	readonly mayMiss: boolean;
	/** Calls that the service refused, as it did all that it was asked about them. */
	readonly refusedAlike?: ReadonlySet<string>;
}

interface CallThatLeft {
	readonly itemIndexes: readonly number[];
	readonly call: RememberedCall;
	/** Of an item that takes several, and that is not done: which of them it is, from 1. */
	readonly ofSeveral?: { readonly nth: number; readonly all: number };
}

/**
 * Remembers, for each item, the calls that left for it: when n8n repeats a run, it does so for all
 * items. The text of an item, and the items that it would be gathered with, may differ then, so
 * an item keeps its first form once anything left for it. Written before a call leaves, so that neither a
 * cancelled execution nor one that breaks off forgets it.
 */
export class RunMemory {
	/** By chain: the items that an earlier try began in it, until this one goes on with it. */
	private readonly begun = new Map<string, number[]>();

	constructor(
		private readonly run: RememberedRun,
		private readonly repetition: Repetition = { isRetry: false, mayMiss: false },
	) {
		for (const [itemIndex, { chain }] of Object.entries(run.items)) {
			addTo(this.begun, chain, Number(itemIndex));
		}
	}

	/** Tells the run from all others. */
	get id(): string {
		return this.run.id;
	}

	/** Whether *Retry* in the list of executions repeats the run. */
	get isRetry(): boolean {
		return this.repetition.isRetry;
	}

	get mayMiss(): boolean {
		return this.repetition.mayMiss;
	}

	get hasUnknownTry(): boolean {
		return this.run.hasUnknownTry === true;
	}

	item(itemIndex: number): RememberedItem | undefined {
		return this.run.items[itemIndex];
	}

	/** All items that something left for, also as they were before they were changed. */
	items(): RememberedItem[] {
		return [...Object.values(this.run.items), ...(this.run.replaced ?? [])];
	}

	call(key: string): RememberedCall | undefined {
		return this.run.calls[key];
	}

	/** Whether another *Retry* in this process sent it, as one that began beside this one. */
	isSentBeside({ key, call }: PlannedCall): boolean {
		return runsOfProcess.hasSent(this.run, key, customTicketOf(call));
	}

	/**
	 * Whether a try may have sent it of which nothing is remembered, or that was refused. Of a ticket that
	 * several sends of the run carry, what the service lists may be another one's, and tells of no try.
	 */
	mayHaveLeft(planned: PlannedCall): boolean {
		const { isRetry, refusedAlike } = this.repetition;
		if (this.hasUnknownTry || (isRetry && planned.ticket === 'given')) return true;
		return refusedAlike?.has(planned.key) === true || this.isSentBeside(planned);
	}

	/** All calls that left, with the items that they serve. */
	entries(): CallThatLeft[] {
		const itemsOf = new Map<string, number[]>();
		for (const [itemIndex, { calls }] of Object.entries(this.run.items)) {
			for (const key of calls) addTo(itemsOf, key, Number(itemIndex));
		}
		return Object.entries(this.run.calls).map(([key, call]) => {
			const itemIndexes = itemsOf.get(key) ?? [];
			const item = this.run.items[itemIndexes[0] ?? -1];
			if (!item || item.calls.length === 1 || this.isDone(item)) return { itemIndexes, call };
			const [nth, all] = [item.calls.indexOf(key) + 1, item.calls.length];
			return { itemIndexes, call, ofSeveral: { nth, all } };
		});
	}

	/** Whether all that is to be done for an item was accepted. */
	isDone({ calls }: RememberedItem): boolean {
		return calls.every((key) => this.call(key)?.state === 'accepted');
	}

	/** The call leaves; until its outcome is known, it may have arrived. */
	begin(planned: PlannedCall, ticket: TicketUse): void {
		const { key, call, members, chain } = planned;
		if (planned.fromItems) this.leaveBehind(planned);
		for (const { itemIndex, item, calls } of members) {
			const before = this.run.items[itemIndex];
			if (before?.chain === chain) continue;
			if (before) (this.run.replaced ??= []).push(before);
			const { audience, requests, skipped, simplify } = item;
			this.run.items[itemIndex] = { chain, calls, audience, requests, skipped, simplify };
		}
		const custom_ticket = customTicketOf(call);
		const known = this.call(key);
		const tries = known?.state === 'unclear' ? known.tries : undefined;
		this.run.calls[key] = { state: 'unclear', ticket, custom_ticket, others: known?.others, tries };
		// Whatever else the first try does, n8n stores, or the service can be asked for.
		const { isRetry } = this.repetition;
		const isTraceless = leavesNoTrace(call.operation);
		const items = isRetry || isTraceless ? members.length : 0;
		runsOfProcess.begun(this.run, items, isRetry, isRetry && !isTraceless);
	}

	/** The run is over, however it ended. */
	end(): void {
		runsOfProcess.ended(this.run);
	}

	/**
	 * An item of the chain that the call does not carry this time stays as it was, in a chain of its own
	 * with the same tickets: the call's outcome from now on tells nothing of it.
	 */
	private leaveBehind({ chain, members }: PlannedCall): void {
		const { items, calls } = this.run;
		const carried = new Set(members.map(({ itemIndex }) => itemIndex));
		const left = (this.begun.get(chain) ?? []).filter(
			(itemIndex) => !carried.has(itemIndex) && items[itemIndex]?.chain === chain,
		);
		this.begun.delete(chain);
		const own = digestOf([chain, left[0]]);
		const keyOf = (key: string) => own + key.slice(chain.length);
		const people = new Set(members.flatMap(({ item }) => peopleOf(item.requests)));
		const names = (itemIndex: number) =>
			peopleOf(items[itemIndex]!.requests).some((person) => people.has(person));
		// Where it lists somebody of both, nobody could tell whose message that is.
		const ticket = left.some(names) && 'shared';
		for (const itemIndex of left) {
			const item = items[itemIndex]!;
			for (const key of item.calls) {
				const call = calls[key];
				if (call) calls[keyOf(key)] = { ...call, ticket: ticket || call.ticket };
			}
			items[itemIndex] = { ...item, chain: own, calls: item.calls.map(keyOf) };
		}
	}

	/** Nobody knows how the call ended, and this is why; what an earlier try left open stays as it is. */
	leaveOpen({ key }: PlannedCall, lost: LostAnswer, tries = 1): void {
		const known = this.run.calls[key];
		if (known?.state !== 'unclear') return;
		this.run.calls[key] = { lost, ...known, ...(tries > 1 && { tries }) };
	}

	accept({ key }: PlannedCall, answer: ServiceAnswer, evidence: Evidence): void {
		const { ticket, custom_ticket, others } = this.run.calls[key] ?? { ticket: 'none' };
		this.run.calls[key] = { state: 'accepted', answer, evidence, ticket, custom_ticket, others };
	}

	/** The call reached some of its items only. Those of the others may be corrected, and are sent anew. */
	acceptPart(
		reached: PlannedCall,
		others: PlannedCall,
		answer: ServiceAnswer,
		evidence: Evidence,
	): void {
		this.accept(reached, answer, evidence);
		for (const { itemIndex } of others.members) delete this.run.items[itemIndex];
	}

	/** The others of a call that the service had in part before get nothing under its ticket, whatever else it lists. */
	holdBack({ key }: PlannedCall, others: PlannedCall): void {
		const addresses = recipientsOf(others.call).map(({ sendTo }) => sendTo);
		Object.assign(this.call(key)!, { others: addresses });
	}

	/**
	 * Everything was done, so that n8n has no reason to run the node again: what is remembered of it
	 * would only stay with the data of the execution. The tickets of the run keep their name.
	 */
	settle(): void {
		this.run.items = {};
		this.run.calls = {};
		delete this.run.replaced;
	}

	/** The call certainly did nothing. An item of which nothing else was done may be corrected. */
	forget({ key, members }: PlannedCall): void {
		delete this.run.calls[key];
		for (const { itemIndex, calls } of members) {
			if (calls.every((other) => !this.call(other))) delete this.run.items[itemIndex];
		}
	}
}

/**
 * Whoever presses *Retry* may have mended what the service refused.
 *
 * @returns which calls that were
 */
function forgetRefusedAlike({ calls, items }: RememberedRun): Set<string> {
	const refused = new Set(Object.keys(calls).filter((key) => isRefusedAlike(calls[key]!)));
	for (const key of refused) delete calls[key];
	for (const [itemIndex, item] of Object.entries(refused.size > 0 ? items : {})) {
		if (!item.calls.some((key) => calls[key])) delete items[Number(itemIndex)];
	}
	return refused;
}

function emptyRun(context: IExecuteFunctions, execution?: string): RememberedRun {
	return { id: runIdOf(context, execution), items: {}, calls: {} };
}
