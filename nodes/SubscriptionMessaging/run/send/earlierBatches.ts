import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';

import { isTicketed, recipientsOf, withParameters } from '../../service/call';
import { comparableAddress } from '../../service/text/address';
import { AddressIndex } from '../../service/text/addressIndex';
import { paceOf } from '../../transport/pace';
import { pause } from '../../transport/pause';
import type { Session } from '../../transport/session';
import { BETWEEN_LOOK_UPS, type TransactionDetail } from '../../transport/ticketLookup';
import type { Plan, PlannedCall } from '../call';
import { batchGroup, isBatch } from '../plan/keys';
import type { RunPace } from './carryOut';
import { SendLookup } from './sendLookup';

/** What the service has of an execution that was killed. */
export interface EarlierBatches {
	/** By position of the item: the batch that reached its recipient. */
	readonly chainOf: ReadonlyMap<number, string>;
	/** Names of batches that the service knows. */
	readonly taken: ReadonlySet<string>;
}

/**
 * Numbers in a row that the service does not know, after which there are no further ones: beside those
 * that were under way when the execution was killed, some may have been refused.
 */
const GAP = 20;

/** Why it is not known what may be sent. */
class Unclear extends Error {}

/**
 * Finds, for an execution that is repeated and of which nothing is remembered, who has the message
 * already. Batches are numbered, so all of them can be asked for, and what counts are the people that
 * the service lists: what comes before the node may give another list this time.
 *
 * @param plan as it would be if nothing had been sent
 * @returns an error where nothing may be sent, because nobody can tell who has it
 */
export async function earlierBatches(
	context: IExecuteFunctions,
	sessions: readonly Session[],
	plan: Plan,
	ticketFor: (name: string) => string,
	runPace: RunPace,
): Promise<EarlierBatches | NodeOperationError> {
	const search = async () => {
		const chainOf = new Map<number, string>();
		const taken = new Set<string>();
		for (const [group, calls] of batchesByGroup(plan)) {
			const session = sessions[calls[0]!.settings.account]!;
			const known = await knownBatches(context, session, group, calls, ticketFor, runPace);
			for (const name of known.keys()) taken.add(name);
			for (const [itemIndex, name] of reachedItems(calls, known)) chainOf.set(itemIndex, name);
		}
		return { chainOf, taken };
	};
	return await search().catch((error: unknown) => refusalOf(context, ticketFor(''), error));
}

function refusalOf(context: IExecuteFunctions, tickets: string, error: unknown) {
	if (!(error instanceof Unclear)) throw error;
	return new NodeOperationError(
		context.getNode(),
		"We can't tell what an earlier try sent, so nothing was sent now",
		{
			description: `${error.message} Try again later, or find out with Message → Get Status what was sent, by the custom tickets that begin with ${tickets}.`,
		},
	);
}

function batchesByGroup({ chains }: Plan): Map<string, PlannedCall[]> {
	const groups = new Map<string, PlannedCall[]>();
	for (const chain of chains) {
		const [call] = chain;
		if (!call || !isBatch(chain) || call.ticket !== 'own') continue;
		const group = batchGroup(call);
		const calls = groups.get(group);
		if (calls) calls.push(call);
		else groups.set(group, [call]);
	}
	return groups;
}

/** The batches of a group that the service knows, with the people that it lists. */
async function knownBatches(
	context: IExecuteFunctions,
	session: Session,
	group: string,
	calls: readonly PlannedCall[],
	ticketFor: (name: string) => string,
	{ inParallel, pause: between }: RunPace,
): Promise<Map<string, readonly TransactionDetail[]>> {
	const signal = context.getExecutionCancelSignal();
	const pace = paceOf(session, between, signal);
	const lookup = new SendLookup(context, session, pace);
	const limit = pLimit(inParallel);
	const { call, settings } = calls[0]!;
	const known = new Map<string, readonly TransactionDetail[]>();
	const ask = async (number: number): Promise<boolean> => {
		await pace.turn();
		const name = `${group}-${number}`;
		const asked = isTicketed(call)
			? withParameters(call, { custom_ticket: ticketFor(name) })
			: call;
		const answer = await lookup.ask(asked, settings);
		if (answer.kind === 'notKnown') return false;
		if (answer.kind !== 'known') throw new Unclear(`The service said: ${answer.error.message}.`);
		known.set(name, answer.details);
		return true;
	};
	const askAll = async (numbers: readonly number[]) =>
		await Promise.all(numbers.map(async (number) => await limit(ask, number)));
	let last = 0;
	let until = calls.length + GAP + inParallel;
	while (last < until) {
		const numbers = Array.from({ length: until - last }, (_none, index) => last + 1 + index);
		const first = await askAll(numbers);
		const unknown = numbers.filter((_number, index) => !first[index]);
		if (unknown.length > 0) await pause(BETWEEN_LOOK_UPS, signal);
		// A status can show late.
		await askAll(unknown);
		last = until;
		const highest = numbers.findLast((number) => known.has(`${group}-${number}`)) ?? 0;
		until = Math.max(until, highest + GAP + inParallel);
	}
	signal?.throwIfAborted();
	return known;
}

/** An item with its recipient, and the batch that it would be in if nothing had been sent. */
interface Occurrence {
	readonly itemIndex: number;
	readonly batch: string;
}

function reachedItems(
	calls: readonly PlannedCall[],
	known: ReadonlyMap<string, readonly TransactionDetail[]>,
): Array<[itemIndex: number, name: string]> {
	const occurrences = new Map<string, Occurrence[]>();
	for (const { members, key } of calls) {
		for (const { itemIndex, item } of members) {
			const [recipient] = item.requests.flatMap(({ call }) => recipientsOf(call));
			const person = comparableAddress(recipient?.sendTo);
			occurrences.set(person, [...(occurrences.get(person) ?? []), { itemIndex, batch: key }]);
		}
	}
	return [...batchesOf(new AddressIndex(occurrences.keys()), known)].flatMap(([person, batches]) =>
		assigned(person, occurrences.get(person) ?? [], batches, known),
	);
}

/** By person: the batches that list the person. */
function batchesOf(
	index: AddressIndex,
	known: ReadonlyMap<string, readonly TransactionDetail[]>,
): Map<string, Set<string>> {
	const batches = new Map<string, Set<string>>();
	for (const [name, details] of known) {
		for (const { sendTo } of details) {
			const same = index.exactly(sendTo);
			const [person, other] = same.length > 0 ? same : index.matching(sendTo);
			if (other !== undefined) {
				throw new Unclear(`The service lists ${sendTo}, which fits ${person} and ${other}.`);
			}
			if (person === undefined) continue;
			const list = batches.get(person) ?? new Set<string>();
			batches.set(person, list.add(name));
		}
	}
	return batches;
}

/**
 * Which of a person's items the batches stand for that list the person: first those that would be in
 * just that batch, as they are if the list is the same, then the others in their order.
 */
function assigned(
	person: string,
	items: readonly Occurrence[],
	batches: ReadonlySet<string>,
	known: ReadonlyMap<string, unknown>,
): Array<[itemIndex: number, name: string]> {
	const inPlace = items.filter(({ batch }) => batches.has(batch));
	const others = items.filter(({ batch }) => !batches.has(batch));
	const used = new Set(inPlace.map(({ batch }) => batch));
	const left = [...batches].filter((name) => !used.has(name));
	const isSameList = left.length === 0 && others.every(({ batch }) => !known.has(batch));
	if (others.length > left.length && !(inPlace.length > 0 && isSameList)) {
		throw new Unclear(`Several items go to ${person}, and only some of them were sent.`);
	}
	return [
		...inPlace.map(({ itemIndex, batch }): [number, string] => [itemIndex, batch]),
		...others
			.slice(0, left.length)
			.map(({ itemIndex }, nth): [number, string] => [itemIndex, left[nth]!]),
	];
}
