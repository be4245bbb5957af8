import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { isTicketed, withParameters } from '../../service/contract/call';
import type { TransactionDetail } from '../../service/answer/deliveryStatus';
import { addTo } from '../../service/collections/byKey';
import { escapeHtml } from '../../wording/html';
import { paceOf } from '../../transport/pace';
import { unusedNumber, usedBeyond } from '../search/walk';
import { fewAtOnce } from '../../eventLoop/fewAtOnce';
import { rested } from '../../eventLoop/restingSteps';
import type { Session } from '../../transport/session';
import { provesNothing } from '../../lookups/ticketLookup';
import type { Plan, PlannedCall, RunPace } from '../values/call';
import { isNumbered, keyOfPart } from '../plan/keys';
import type { PlanSettings } from '../plan/plan';
import { sentence } from '../../service/errors/sentence';
import { largest } from '../../service/collections/lists';
import { ListedBatches, Unclear } from './listedBatches';
import { SendLookup } from '../send/sendLookup';
import { nodeError } from '../../wording/nodeError';

/** What the service has of an execution that was killed, or of one that repeated it. */
interface EarlierBatches {
	/** By position of the item: the batch that reached its recipient. */
	readonly chainOf: ReadonlyMap<number, string>;
	/** Names of batches that the service knows. */
	readonly taken: ReadonlySet<string>;
}

/** Nothing may be sent, because somebody may have it of whom nobody can tell. */
export class CannotTell {
	constructor(
		readonly refusal: NodeOperationError,
		/** Positions of items that certainly have it. */
		readonly reached: ReadonlySet<number>,
	) {}
}

/**
 * Numbers in a row that the service does not know, after which there are no further ones: beside those
 * that were under way when the execution was killed, some may have been refused.
 */
export const UNKNOWN_IN_A_ROW = 20;

/**
 * Finds, for an execution that is repeated, who has the message already though nothing is remembered of
 * it: the execution was killed, or was repeated before. Batches are numbered, so all of them can be asked
 * for, and what counts are the people that the service lists.
 *
 * @param plan as it would be if nothing had been sent but what is remembered
 */
export async function earlierBatches(
	context: IExecuteFunctions,
	sessions: readonly Session[],
	plan: Plan,
	settings: Pick<PlanSettings, 'ticketFor' | 'remembered'>,
	runPace: RunPace,
): Promise<EarlierBatches | CannotTell> {
	const certain = new Set<number>();
	const search = async () => {
		const chainOf = new Map<number, string>();
		const taken = new Set<string>();
		for (const calls of newBatches(plan)) {
			const session = sessions[calls[0]!.settings.account]!;
			const batches = await knownBatches(context, session, calls, settings, runPace);
			for (const itemIndex of batches.certainItems()) certain.add(itemIndex);
			refuseUnclear(batches, settings.ticketFor);
			for (const name of batches.names()) taken.add(name);
			for (const [itemIndex, name] of batches.reachedItems()) chainOf.set(itemIndex, name);
		}
		return { chainOf, taken };
	};
	return await search().catch((error: unknown) => {
		if (!(error instanceof Unclear)) throw error;
		// It quotes what the service lists.
		error.message = sessions.reduce((text, { mask }) => mask(text), error.message);
		return new CannotTell(cannotTell(context, settings.ticketFor(''), error), certain);
	});
}

/** @param tickets what those of the execution begin with */
export function cannotTell(
	context: IExecuteFunctions,
	tickets: string,
	{ message }: Error,
): NodeOperationError {
	return nodeError(
		context,
		"We can't tell what an earlier try sent, so nothing was sent now",
		escapeHtml(
			`${sentence(message)} Try again later, or ask the service what was sent under custom tickets that begin with ${tickets}.`,
		),
	);
}

/** The first calls of the batches of which nothing is remembered, by account and group of the service. */
function newBatches({ chains }: Plan): Iterable<PlannedCall[]> {
	const groups = new Map<string, PlannedCall[]>();
	for (const chain of chains) {
		const [call] = chain;
		if (!call || !isNumbered(call) || call.ticket !== 'own') continue;
		// A campaign has asked for its own tickets.
		if (call.settings.campaign !== undefined || call.members[0]?.item.chain !== undefined) continue;
		const group = JSON.stringify([call.settings.account, numberOf(call).prefix]);
		addTo(groups, group, call);
	}
	return groups.values();
}

/** The name of a batch is that of its group and its number. */
function numberOf({ chain }: PlannedCall) {
	const end = chain.lastIndexOf('-') + 1;
	return { prefix: chain.slice(0, end), number: Number(chain.slice(end)) };
}

/**
 * Asks whom the service lists under the ticket with a name: nobody yet where it has no rows.
 *
 * @returns undefined for a ticket that it does not know
 */
function rowsByName(
	lookup: SendLookup,
	{ call, settings }: PlannedCall,
	ticketFor: PlanSettings['ticketFor'],
): (name: string) => Promise<readonly TransactionDetail[] | undefined> {
	return async (name) => {
		const asked = isTicketed(call)
			? withParameters(call, { custom_ticket: ticketFor(name) })
			: call;
		const answer = await lookup.ask(asked, settings);
		if (answer.kind === 'couldNotSay') {
			throw new Unclear(answer.error.message);
		}
		if (answer.kind === 'notKnown') return undefined;
		return answer.kind === 'known' ? answer.details : [];
	};
}

/** The batches of a group that the service knows. */
async function knownBatches(
	context: IExecuteFunctions,
	session: Session,
	calls: readonly PlannedCall[],
	{ ticketFor, remembered }: Pick<PlanSettings, 'ticketFor' | 'remembered'>,
	{ batchSize, inParallel, pause }: RunPace,
): Promise<ListedBatches> {
	const signal = context.getExecutionCancelSignal();
	const lookup = new SendLookup(context, session, paceOf(session, pause, signal));
	const { prefix } = numberOf(calls[0]!);
	const batches = await rested(ListedBatches.of(calls, batchSize));
	const rowsOf = rowsByName(lookup, calls[0]!, ticketFor);
	const askAll = async (names: readonly string[]) =>
		await fewAtOnce(inParallel, names, async (name) => {
			const rows = await rowsOf(name);
			if (rows) await rested(batches.add(name, rows));
		});
	const parts = largest(calls.map(({ members: [member] }) => member!.calls.length));
	const askFollowing = async (names: readonly string[]) =>
		await fewAtOnce(inParallel, names, async (name) => {
			for (let part = 2; part <= parts; part += 1) {
				if (await rowsOf(keyOfPart(name, part))) throw firstPartMissing(ticketFor(name));
			}
		});
	const isKnown = async (number: number) => {
		const name = prefix + number;
		return remembered(name) === undefined && (await rowsOf(name)) !== undefined;
	};
	const read = async (after: number, until: number) => {
		const numbers = Array.from({ length: until - after }, (_none, index) => after + 1 + index);
		const names = numbers.map((number) => prefix + number);
		const others = names.filter((name) => remembered(name) === undefined);
		await askAll(others);
		// A status can show late.
		const again = [...others.filter((name) => !batches.has(name)), ...batches.unclear()];
		if (again.length > 0) await lookup.beforeSecondLook(signal);
		await askAll(again);
		await askFollowing(others.filter((name) => !batches.has(name)));
		return numbers.findLast((_number, index) => batches.has(names[index]!));
	};
	const highest = largest(calls.map((planned) => numberOf(planned).number));
	await readOn(highest, inParallel, read, isKnown);
	signal?.throwIfAborted();
	return batches;
}

/**
 * Reads all numbers up to some beyond the highest that this run would use, or that is known.
 *
 * @param read reads the numbers up to one, and answers the highest that is known of them
 */
async function readOn(
	highest: number,
	inParallel: number,
	read: (after: number, until: number) => Promise<number | undefined>,
	isKnown: (number: number) => Promise<boolean>,
): Promise<void> {
	const reach = UNKNOWN_IN_A_ROW + inParallel;
	let last = 0;
	let until = highest + reach;
	while (until > last) {
		const known = await read(last, until);
		last = until;
		if (known && known + reach > last) {
			if (await isKnown(unusedNumber())) throw new Unclear(provesNothing().message);
			until = known + reach;
		} else {
			// All that was read may have been refused.
			until = (await usedBeyond(last, inParallel, isKnown)).at(-1) ?? last;
		}
	}
}

function firstPartMissing(ticket: string): Unclear {
	return new Unclear(
		`The service lists a later part of a text, and not yet the first, under the custom ticket ${ticket}.`,
	);
}

/** @throws Unclear where somebody may have the message whom the service does not show */
function refuseUnclear(batches: ListedBatches, ticketFor: PlanSettings['ticketFor']): void {
	const [unclear] = batches.unclear();
	if (unclear === undefined) return;
	throw new Unclear(
		`What the service lists under the custom ticket ${ticketFor(unclear)} doesn't show who has the message.`,
	);
}
