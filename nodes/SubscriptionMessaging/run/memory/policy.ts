import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { isTicketed, withParameters, type Call } from '../../service/contract/call';
import { effectOf } from '../../service/contract/contract';
import { itemError } from '../../wording/itemError';
import type { OfNode } from '../../wording/nodeError';
import { finished } from '../../service/collections/steps';
import { namedFew } from '../../service/errors/sentence';
import { personKey } from '../../service/text/personKey';
import { escapeHtml } from '../../wording/html';
import type { PreparedItem, PreparedRequest, RememberedItem } from '../values/call';
import { isWithoutTrace, peopleOf } from '../values/audience';
import { notAccepted } from '../values/notAccepted';
import type { RunMemory } from './store';

/** What an item asks for now, or why that cannot be read. */
type Asked = PreparedItem | NodeOperationError;

/** The item that is refused. */
interface Refused {
	readonly context: OfNode;
	readonly itemIndex: number;
}

/**
 * Tells for each item whether it is what it was when something left for it in an earlier run of the
 * node, or what it is now. People are remembered, and not only items: whom something was sent to that no
 * item stands for any more gets nothing by another item.
 *
 * @param asked by position of the item
 * @param accountOf by position of the item, that of its account among those of the run; 0 where it is missing
 * @returns by position of the item: the item to carry out, or a refusal where it would go to some of the
 * same people a second time
 */
export function rememberedItems(
	context: IExecuteFunctions,
	memory: RunMemory,
	asked: ReadonlyMap<number, Asked>,
	accountOf: ReadonlyMap<number, number> = new Map(),
) {
	const goesOn = new Set<RememberedItem>();
	for (const [itemIndex, now] of asked) {
		const before = memory.item(itemIndex);
		if (before && isAsBefore(memory, before, now)) goesOn.add(before);
	}
	const earlier = memory.items().filter(({ requests }) => hasSend(requests));
	const abandoned = earlier.filter((item) => !goesOn.has(item));
	const mayMiss = memory.mayMiss || memory.hasUnknownTry;
	const mayHaveLeft = (key: string) => mayMiss || memory.call(key) !== undefined;
	const left = requestsOf(earlier, mayHaveLeft);
	const abandonedLeft = requestsOf(abandoned, mayHaveLeft);
	let have: ReadonlySet<string> | undefined;
	const reached: SentBefore = {
		people: peopleOf(left),
		abandonedPeople: new Set(peopleOf(abandonedLeft)),
		haveIt: () => (have ??= havingIt(memory, earlier)),
		hasBroadcast: left.some(isToEveryone),
		hasAbandonedBroadcast: abandonedLeft.some(isToEveryone),
	};
	return (itemIndex: number, now: Asked): Asked => {
		const before = memory.item(itemIndex);
		const isContinued = before !== undefined && goesOn.has(before);
		if (now instanceof NodeOperationError) {
			return isContinued ? asDone(before, accountOf.get(itemIndex) ?? 0) : now;
		}
		if (now.preview) return now;
		if (isContinued && (!memory.mayMiss || isBegun(memory, before))) return completed(before, now);
		if (!hasSend(now.requests) && !isWithoutTrace(now)) return now;
		const mayRepeat = !isContinued && hasSend(now.requests);
		const refused = { context, itemIndex };
		const refusal = mayRepeat ? reachedBefore(refused, reached, now.requests) : undefined;
		return refusal ?? (memory.mayMiss ? doneByAnotherRetry(refused) : now);
	};
}

/** Whether an item is still for those for whom something left. */
function isAsBefore(memory: RunMemory, before: RememberedItem, now: Asked): boolean {
	return now instanceof NodeOperationError
		? memory.isDone(before)
		: now.audience === before.audience;
}

/** Whether all that is to be done for an item left, however that ended. */
function isBegun(memory: RunMemory, { calls }: RememberedItem): boolean {
	return calls.every((key) => memory.call(key) !== undefined);
}

/** What left stays as it was; how the rest is made is what a person changes to have it completed. */
function completed(
	{ requests, skipped, chain, audience }: RememberedItem,
	now: PreparedItem,
): PreparedItem {
	const [first] = now.requests;
	if (!first) return now;
	const { timeLimit, onUnclear, account, serviceAccount } = first.settings;
	return {
		...now,
		requests: requests.map((prepared) => ({
			...prepared,
			...reportedAs(first, prepared.call),
			settings: { ...prepared.settings, timeLimit, onUnclear, account, serviceAccount },
		})),
		skipped,
		chain,
		audience,
	};
}

/** What leaves now is reported to where it is asked for now: *Retry* is another execution, which may wait. */
function reportedAs({ call, signsStatusUrl }: PreparedRequest, before: Call) {
	if (!isTicketed(call) || !isTicketed(before)) return {};
	const { status_url } = call.parameters;
	return { call: withParameters(before, { status_url }), signsStatusUrl };
}

/**
 * An item of which only what was done before is shown.
 *
 * @param account of now: of the one that it was sent from, none may be left
 */
function asDone(
	{ requests, skipped, simplify, chain, audience }: RememberedItem,
	account: number,
): PreparedItem {
	return {
		requests: requests.map((request) => ({
			...request,
			settings: { ...request.settings, account },
		})),
		skipped,
		simplify,
		chain,
		audience,
		limit: Infinity,
		preview: false,
		severalBroadcasts: false,
	};
}

/** Of the requests of earlier items those whose calls are meant: a list may have several, of which the first left. */
function requestsOf(
	items: readonly RememberedItem[],
	isMeant: (key: string) => boolean,
): PreparedRequest[] {
	return items.flatMap(({ requests, calls }) =>
		requests.filter((_request, nth) => isMeant(calls[nth]!)),
	);
}

/** Who has all that earlier items sent: not who lacks a part of a text, or whose number was not accepted. */
function havingIt(memory: RunMemory, earlier: readonly RememberedItem[]): ReadonlySet<string> {
	const hasLeft = (key: string) => memory.call(key)?.state === 'accepted';
	const have = new Set(peopleOf(requestsOf(earlier, hasLeft)));
	for (const person of peopleOf(requestsOf(earlier, (key) => !hasLeft(key)))) have.delete(person);
	for (const person of earlier.flatMap((item) => notAcceptedOf(memory, item))) have.delete(person);
	return have;
}

/** The numbers of a plain send that the service took without these. */
function notAcceptedOf(memory: RunMemory, { requests, calls }: RememberedItem): string[] {
	return requests.flatMap(({ call }, nth) => {
		const before = memory.call(calls[nth]!);
		if (call.operation !== 'plainSend' || before?.state !== 'accepted') return [];
		return [...finished(notAccepted(call, before.answer))].map(personKey);
	});
}

/** Whom earlier tries may have sent to; abandoned by items that are for others by now, or come in no more. */
interface SentBefore {
	readonly people: readonly string[];
	readonly abandonedPeople: ReadonlySet<string>;
	/** Those of them who have all of it; worked out only where somebody is refused. */
	readonly haveIt: () => ReadonlySet<string>;
	readonly hasBroadcast: boolean;
	readonly hasAbandonedBroadcast: boolean;
}

/** Why a send must not go out, where it may reach people that an earlier try has reached. */
function reachedBefore(
	{ context, itemIndex }: Refused,
	{ people, abandonedPeople, haveIt, hasBroadcast, hasAbandonedBroadcast }: SentBefore,
	requests: readonly PreparedRequest[],
): NodeOperationError | undefined {
	const toEveryone = requests.some(isToEveryone);
	// Nobody knows who is in a unit, so that a broadcast and a list may share people in any two items.
	if (toEveryone && people.length > 0) {
		return itemError(
			context,
			itemIndex,
			'This item goes to everyone now, and an earlier try may have reached some',
			`${sentTo(people, haveIt())} Choose the same recipients again to send only what is missing, or send to everyone by a new execution.`,
		);
	}
	if (toEveryone ? hasAbandonedBroadcast : hasBroadcast) {
		return itemError(
			context,
			itemIndex,
			'An earlier try may have sent to everyone, so nothing was sent for this item',
			'Choose the same group, division or company again to send only what is missing, or send to other recipients by a new execution.',
		);
	}
	const again = peopleOf(requests).filter((person) => abandonedPeople.has(person));
	if (again.length === 0) return undefined;
	return itemError(
		context,
		itemIndex,
		`An earlier try may have reached ${again.length} of these recipients, so nothing was sent`,
		`${sentTo(again, haveIt())} Keep the old list to send only what is missing, or send to the others by a new execution.`,
	);
}

function doneByAnotherRetry({ context, itemIndex }: Refused) {
	return itemError(
		context,
		itemIndex,
		"We can't tell what an earlier try did, so nothing was done now",
		'What is created or sent by Send to Numbers has no ticket to ask the service by, and n8n was restarted, another worker ran it, or it was retried before. Find out at the service, and run what is missing as a new execution.',
	);
}

function sentTo(people: readonly string[], haveIt: ReadonlySet<string>): string {
	const have = people.filter((person) => haveIt.has(person));
	const may = people.filter((person) => !haveIt.has(person));
	const said = [
		...(have.length > 0 ? [`They have it: ${namedFew(have)}.`] : []),
		...(may.length > 0 ? [`They may have it: ${namedFew(may)}.`] : []),
	];
	return escapeHtml(said.join(' '));
}

function hasSend([first]: readonly PreparedRequest[]): boolean {
	return first !== undefined && effectOf(first.call.operation) === 'send';
}

function isToEveryone({ call }: PreparedRequest): boolean {
	return call.everyone === true;
}
