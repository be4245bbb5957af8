import type { Skipped } from '../../actions/fields/skipped';
import {
	comparableTicket,
	customTicketOf,
	isLookUp,
	isStatusQuestion,
	isTicketed,
	numbersOf,
	recipientsIn,
	recipientsOf,
	withParameters,
	withRecipients,
} from '../../service/contract/call';
import { effectOf, LIMITS } from '../../service/contract/contract';
import { addTo, tally } from '../../service/collections/byKey';
import type {
	Member,
	Plan,
	PlannedCall,
	PreparedItem,
	PreparedRequest,
	RememberedCall,
} from '../values/call';
import { portions } from '../../service/collections/lists';
import { audienceName, batchGroup, isNumbered, itemKey, keyOfPart, requestKey } from './keys';
import { repeatedItems } from './repeatedItems';
import { underTicket, type Signer } from './ticket';

/** What a plan is made with, beside the items. */
export interface PlanSettings {
	/** Most recipients of one call that gathers them from several items. */
	readonly batchSize: number;
	/** What an earlier run of the node knows of the call with a key. */
	remembered(key: string): RememberedCall | undefined;
	/** Whether an earlier execution sent under the name of a call, which is then none for another one. */
	isTaken?(key: string): boolean;
	/** `user` of the session of an account, by its position; alike in every run. */
	userOf(account: number): string;
	/** The ticket of the call with a key: each key has one ticket. */
	ticketFor(key: string): string;
	readonly signed: Signer;
}

/** An item with what it asks for. */
interface Asking {
	readonly itemIndex: number;
	readonly item: PreparedItem;
}

/** Requests that several items share, one after the other. */
interface SharedRequests {
	readonly requests: readonly PreparedRequest[];
	readonly asking: readonly Asking[];
}

/** Shared requests with the names that their calls have in every run. */
interface NamedRequests {
	readonly requests: readonly PreparedRequest[];
	readonly chain: string;
	readonly keys: readonly string[];
	readonly members: readonly Member[];
}

/**
 * Gathers the requests of all items into as few calls as they can be, in the order of the items, and
 * gives every send that has none a custom ticket of its own.
 */
export function makePlan(items: ReadonlyMap<number, PreparedItem>, settings: PlanSettings): Plan {
	const skippedItems = skippedOf(items);
	const asking = [...items]
		.filter(([itemIndex]) => !skippedItems.has(itemIndex))
		.map(([itemIndex, item]): Asking => ({ itemIndex, item }));
	const isAskingForNumbers = asking.some(({ item }) =>
		item.requests.some(({ call }) => isLookUp(call)),
	);
	const groups = (
		isAskingForNumbers ? lookUpGroups(asking) : sharing(asking, settings.batchSize).map(gathered)
	).map(namedBy(settings));
	const chains = withTickets(groups, settings);
	return { chains, callsOf: callsByItem(chains), skippedItems };
}

function skippedOf(items: ReadonlyMap<number, PreparedItem>): Plan['skippedItems'] {
	const repeated = repeatedItems(items);
	return new Map(
		[...items].flatMap(([itemIndex, { requests, skipped }]): Array<[number, Skipped[]]> => {
			const repeats = repeated.get(itemIndex);
			return repeats || requests.length === 0
				? [[itemIndex, [...(repeats ?? []), ...skipped]]]
				: [];
		}),
	);
}

/**
 * The items that share their calls: those that did in an earlier run, those that ask for the same
 * broadcast (or everyone would get it once per item) or for the same ticket, and neighbours that differ in their recipient
 * alone, up to the size of a batch.
 */
function sharing(asking: readonly Asking[], batchSize: number): Asking[][] {
	const groups = new Map<string, Asking[]>();
	let open = { key: '', name: '', size: 0 };
	const nameOf = ({ itemIndex, item: { requests, chain } }: Asking): string => {
		const [first] = requests;
		const isShared = first?.fromItems ?? first?.call.everyone ?? false;
		if (isShared && chain !== undefined) return `earlier ${chain}`;
		if (first?.call.everyone) return `broadcast ${itemKey(requests)}`;
		if (first && isStatusQuestion(first.call)) return `status ${itemKey(requests)}`;
		if (!first?.fromItems) return `item ${itemIndex}`;
		const key = itemKey(requests, 'recipientList');
		const isNew = open.key !== key || open.size >= batchSize;
		if (isNew) open = { key, name: `batch ${itemIndex}`, size: 0 };
		open.size += 1;
		return open.name;
	};
	for (const one of asking) addTo(groups, nameOf(one), one);
	return [...groups.values()];
}

/** The requests of the first item, with the recipients of all of them where those come from items. */
function gathered(asking: readonly Asking[]): SharedRequests {
	const requests = (asking[0]?.item.requests ?? []).map((prepared, part): PreparedRequest => {
		const { call, fromItems } = prepared;
		if (!fromItems || !isTicketed(call)) return prepared;
		const recipients = asking.flatMap(({ item }) => {
			const own = item.requests[part];
			return own ? recipientsOf(own.call) : [];
		});
		const redirectedFrom = asking.flatMap(({ item }) => item.requests[part]?.redirectedFrom ?? []);
		return {
			...prepared,
			...(redirectedFrom.length > 0 && { redirectedFrom }),
			call: withRecipients(call, recipients),
		};
	});
	return { requests, asking };
}

/** What may be a number. A service may refuse a whole list for anything else, which is asked for alone. */
const NUMBER_LIKE = /^[+\d\s()./-]{7,}$/;

/** Asks for each number once, at most 100 a call, whichever items it comes from. */
function lookUpGroups(asking: readonly Asking[]): SharedRequests[] {
	const byKey = new Map<string, { prepared: PreparedRequest; askers: Map<string, Asking[]> }>();
	for (const one of asking) {
		for (const prepared of one.item.requests) {
			const shared = requestKey(prepared, 'phone_list');
			for (const number of numbersOf(prepared.call)) {
				const key = NUMBER_LIKE.test(number) ? shared : shared + number;
				const { askers } = byKey.get(key) ?? { askers: new Map<string, Asking[]>() };
				byKey.set(key, { prepared, askers });
				addTo(askers, number, one);
			}
		}
	}
	return [...byKey.values()].flatMap(({ prepared, askers }) =>
		portions([...askers], LIMITS.phoneNumbers).flatMap((portion): SharedRequests[] => {
			if (!isLookUp(prepared.call)) return [];
			const phone_list = portion.map(([number]) => number).join(',');
			return [
				{
					requests: [{ ...prepared, call: withParameters(prepared.call, { phone_list }) }],
					asking: [...new Set(portion.flatMap(([, those]) => those))],
				},
			];
		}),
	);
}

/**
 * Gives each group a name that is the same when n8n runs the node again, even if texts have changed and
 * items come in another order. Batches and lists are numbered. Any other call is named by what it
 * reaches, and by how many calls before it reached the same.
 */
function namedBy({
	remembered,
	isTaken,
	userOf,
}: PlanSettings): (group: SharedRequests) => NamedRequests {
	const last = new Map<string, number>();
	const nextFree = (nameOf: (nth: number) => string): string => {
		const kind = nameOf(0);
		for (let nth = (last.get(kind) ?? 0) + 1; ; nth += 1) {
			const name = nameOf(nth);
			if (remembered(name) !== undefined || isTaken?.(name)) continue;
			last.set(kind, nth);
			return name;
		}
	};
	return (group) => {
		// Items without requests have been skipped.
		const first = group.requests[0]!;
		const user = userOf(first.settings.account);
		const audiences = group.asking.map(({ item }) => item.audience);
		const prefix = isNumbered(first) && batchGroup(first.call, user);
		const chain =
			group.asking[0]?.item.chain ??
			(prefix
				? nextFree((nth) => `${prefix}-${nth}`)
				: nextFree((nth) => audienceName(user, audiences, nth)));
		return namedGroup(group, chain);
	};
}

function namedGroup({ asking, requests }: SharedRequests, chain: string): NamedRequests {
	const keys = requests.map((_request, index) => keyOfPart(chain, index + 1));
	const members = asking.map(({ itemIndex, item }): Member => ({ itemIndex, item, calls: keys }));
	return { requests, chain, keys, members };
}

function withTickets(groups: readonly NamedRequests[], settings: PlanSettings): PlannedCall[][] {
	const carriedBy = new Map<string, number>();
	for (const { call } of groups.flatMap(({ requests }) => requests)) {
		const ticket = isTicketed(call) && comparableTicket(customTicketOf(call));
		if (ticket) tally(carriedBy, ticket);
	}
	let index = 0;
	return groups.map((group) => {
		const { chain, keys, requests, members } = group;
		const itemIndexes = members.map(({ itemIndex }) => itemIndex);
		return requests.map((prepared, part): PlannedCall => {
			const key = keys[part]!;
			const isRead = effectOf(prepared.call.operation) === 'read';
			return {
				...withTicket(prepared, key, carriedBy, settings),
				index: index++,
				chain,
				key,
				itemIndexes,
				members: isRead ? [] : members,
			};
		});
	});
}

/** The request with its ticket, and with the address of its delivery report signed for that. */
function withTicket(
	prepared: PreparedRequest,
	key: string,
	carriedBy: ReadonlyMap<string, number>,
	{ remembered, ticketFor, signed }: PlanSettings,
): PreparedRequest & Pick<PlannedCall, 'ticket'> {
	const { call, settings } = prepared;
	if (!isTicketed(call)) return { ...prepared, ticket: 'none' };
	const before = remembered(key);
	// Its tickets are numbered in the order in which its calls begin.
	if (settings.campaign !== undefined) return { ...prepared, ticket: before?.ticket ?? 'own' };
	const given = customTicketOf(call);
	const use =
		given === undefined
			? 'own'
			: carriedBy.get(comparableTicket(given)!) === 1
				? 'given'
				: 'shared';
	const custom_ticket = before?.custom_ticket ?? given ?? ticketFor(key);
	return { ...underTicket(prepared, custom_ticket, signed), ticket: before?.ticket ?? use };
}

function callsByItem(
	chains: readonly PlannedCall[][],
): ReadonlyMap<number, readonly PlannedCall[]> {
	const callsOf = new Map<number, PlannedCall[]>();
	for (const planned of chains.flat()) {
		for (const itemIndex of planned.itemIndexes) addTo(callsOf, itemIndex, planned);
	}
	return callsOf;
}

/** How many requests a plan makes, and for how many recipients. */
export function workOf({ chains }: Plan): { requests: number; recipients: number } {
	const calls = chains.flat();
	let recipients = 0;
	for (const { call } of calls) recipients += recipientsIn(call);
	return { requests: calls.length, recipients };
}

/** The plan with other calls in place of some of its own, one or several for each. */
export function withReplaced(
	plan: Plan,
	replaced: ReadonlyMap<PlannedCall, PlannedCall | readonly PlannedCall[]>,
): Plan {
	if (replaced.size === 0) return plan;
	const chains = plan.chains.map((chain) =>
		chain.flatMap((planned) => replaced.get(planned) ?? planned),
	);
	// Its chains may be those of one account alone.
	return { ...plan, chains, callsOf: new Map([...plan.callsOf, ...callsByItem(chains)]) };
}
