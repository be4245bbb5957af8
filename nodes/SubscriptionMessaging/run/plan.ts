import { effectOf, LIMITS } from '../service/contract';
import type { SendState } from '../service/nextStep';
import type { Call } from '../service/validation';
import type { Transport } from '../transport/exchange';
import { numbersOf, recipientsOf, type Recipient } from './addressees';
import type { Ledger } from './ledger';
import type { Operation, Request } from '../actions/operation';
import { portions, type IfKnown, type PreparedItem, type PreparedRequest } from './prepare';
import { audienceOf, digestOf } from './recall';
import { keyOf, keyOfAll, repeatedItems } from './sharing';

/** An item that a call serves. */
export interface Member {
	itemIndex: number;
	/** Whom it reaches, or what it alters. */
	audience: string;
	item: PreparedItem;
	/** Keys of all calls that serve it. */
	calls: string[];
}

/** One call to the service, for one item or for many. */
export interface PlannedCall {
	/** Position in the plan. */
	index: number;
	/** Tells its chain from all others of the run, and is the same when n8n runs the node once more. */
	chain: string;
	/** Tells it from all other calls of the run, likewise. */
	key: string;
	/** The items that it alters something or sends for; none for a call that only reads. */
	members: Member[];
	request: Request;
	call: Call;
	transport: Transport;
	timeLimit: number | undefined;
	onUnclear: SendState['onUnclear'];
	ifKnown: IfKnown;
	/** `given` by the user, and carried by no other call of the run. */
	ticket: SendState['ticket'] | 'given';
	/** The items it serves, in order. */
	itemIndexes: number[];
}

/** Why nothing is sent for an item; `repeats` the item that sends to the same recipient before. */
export interface SkippedItem {
	reason: string;
	repeats?: number;
}

/** What is to be called for a run, and which calls serve which item. */
export interface Plan {
	/** Calls of a chain follow each other; chains are independent. */
	chains: PlannedCall[][];
	/** By item: its calls, in order. */
	callsOf: Map<number, PlannedCall[]>;
	/** By item: why nothing is sent for it. */
	skippedItems: Map<number, SkippedItem>;
}

/**
 * Gathers the requests of all items into as few calls as the operation allows, in the order of the
 * items, and gives every send that has none a custom ticket of its own.
 *
 * @param ticketFor a ticket for the call with a key, always the same for the same
 * @param signed the address of a delivery report, signed for a ticket
 */
export function makePlan(
	operation: Operation,
	items: ReadonlyMap<number, PreparedItem>,
	batchSize: number,
	ledger: Ledger,
	ticketFor: (key: string) => string,
	signed: (address: string, ticket: string) => string,
): Plan {
	const plan = new Planner(operation, batchSize).plan(items);
	for (const chain of plan.chains) name(chain);
	const calls = plan.chains.flat();
	const carriedBy = new Map<unknown, number>();
	for (const { call } of calls) {
		const ticket = call.parameters.custom_ticket;
		carriedBy.set(ticket, (carriedBy.get(ticket) ?? 0) + 1);
	}
	for (const [index, planned] of calls.entries()) {
		planned.index = index;
		if (!TICKETED.has(planned.call.operation)) continue;
		const before = ledger.call(planned.key);
		const { custom_ticket: given } = planned.call.parameters;
		planned.ticket =
			before?.ticket ??
			(given === undefined ? 'own' : carriedBy.get(given) === 1 ? 'given' : 'shared');
		const ticket = String(before?.custom_ticket ?? given ?? ticketFor(planned.key));
		const { status_url: address } = planned.call.parameters;
		const status_url = planned.request.signsStatusUrl ? signed(String(address), ticket) : address;
		const parameters = { ...planned.call.parameters, custom_ticket: ticket, status_url };
		planned.call = { ...planned.call, parameters };
	}
	return plan;
}

/** Gives a chain and its calls the names that they have in every run. */
function name(chain: readonly PlannedCall[]): void {
	const [first] = chain;
	if (!first || first.members.length === 0) return;
	const id =
		first.members[0]?.item.chain ??
		digestOf(first.members.map(({ itemIndex, audience }) => [itemIndex, audience]));
	const keys = chain.map((_call, part) => (part === 0 ? id : `${id}-${part + 1}`));
	for (const [part, planned] of chain.entries()) {
		planned.chain = id;
		planned.key = keys[part]!;
		for (const member of planned.members) member.calls = keys;
	}
}

const TICKETED: ReadonlySet<Call['operation']> = new Set([
	'sendMessage',
	'sendMessageSpecifyLocale',
	'sendTemplateMessage',
]);

/** Calls that the recipients of several items share, one for each part of the message. */
interface Batch {
	chain: PlannedCall[];
	/** By part: the list that its call carries. */
	recipients: Recipient[][];
}

class Planner {
	private readonly chains: PlannedCall[][] = [];

	private readonly callsOf = new Map<number, PlannedCall[]>();

	private readonly skippedItems = new Map<number, SkippedItem>();

	private readonly broadcasts = new Map<string, PlannedCall[]>();

	/** What further items may join. */
	private open: { key: string; batch: Batch } | undefined;

	/** Chains of an earlier run, with those of their items that are here again. */
	private readonly remembered = new Map<string, Batch>();

	constructor(
		private readonly operation: Operation,
		private readonly batchSize: number,
	) {}

	plan(items: ReadonlyMap<number, PreparedItem>): Plan {
		if (this.operation.gathers === 'phone_list') {
			this.planLookUps(items);
		} else {
			const repeated = repeatedItems(items);
			for (const [itemIndex, item] of items) {
				const first = repeated.get(itemIndex);
				if (first === undefined) this.planItem(itemIndex, item);
				else {
					const reason = `it occurs before, in item ${first}`;
					this.skippedItems.set(itemIndex, { reason, repeats: first });
				}
			}
		}
		return { chains: this.chains, callsOf: this.callsOf, skippedItems: this.skippedItems };
	}

	private planItem(itemIndex: number, item: PreparedItem) {
		const { requests, skipped } = item;
		const [first] = requests;
		if (!first) {
			this.skippedItems.set(itemIndex, { reason: skipped[0]?.reason ?? '' });
			return;
		}
		const member: Member = { itemIndex, audience: audienceOf(requests), item, calls: [] };
		if (first.request.fromItems) {
			this.join(member);
			return;
		}
		this.open = undefined;
		if (first.call.everyone) {
			this.joinBroadcast(member);
			return;
		}
		this.callsOf.set(itemIndex, this.newChain(member));
	}

	private newChain(member: Member): PlannedCall[] {
		const chain = member.item.requests.map((prepared) => planned(prepared));
		serve(chain, member);
		this.chains.push(chain);
		return chain;
	}

	/** Items that ask for the same broadcast share one, or everyone would get it once per item. */
	private joinBroadcast(member: Member) {
		const key = member.item.chain ?? keyOfAll(member.item.requests, '');
		const shared = this.broadcasts.get(key);
		if (shared) serve(shared, member);
		const chain = shared ?? this.newChain(member);
		this.broadcasts.set(key, chain);
		this.callsOf.set(member.itemIndex, chain);
	}

	/**
	 * Adds the recipient of an item to the calls that left for it before, or to those of its neighbours,
	 * when they share everything else.
	 */
	private join(member: Member) {
		const { requests, chain } = member.item;
		const batch =
			chain === undefined ? this.openBatch(requests) : this.rememberedBatch(chain, requests);
		for (const [part, recipients] of batch.recipients.entries()) {
			recipients.push(...recipientsOf(requests[part]!.request));
		}
		serve(batch.chain, member);
		this.callsOf.set(member.itemIndex, batch.chain);
	}

	private rememberedBatch(chain: string, requests: PreparedRequest[]): Batch {
		const batch = this.remembered.get(chain) ?? this.newBatch(requests);
		this.remembered.set(chain, batch);
		return batch;
	}

	private openBatch(requests: PreparedRequest[]): Batch {
		const key = keyOfAll(requests, 'recipientList');
		const size = this.open?.batch.recipients[0]?.length ?? 0;
		if (this.open?.key !== key || size >= this.batchSize) {
			this.open = { key, batch: this.newBatch(requests) };
		}
		return this.open.batch;
	}

	private newBatch(requests: PreparedRequest[]): Batch {
		const recipients = requests.map((): Recipient[] => []);
		const chain = requests.map((prepared, part) => {
			const recipientList = { recipients: recipients[part] };
			const parameters = { ...prepared.call.parameters, recipientList };
			return planned({ ...prepared, call: { ...prepared.call, parameters } });
		});
		this.chains.push(chain);
		return { recipients, chain };
	}

	/** Asks for each number once, at most 100 a call, whichever items it comes from. */
	private planLookUps(items: ReadonlyMap<number, PreparedItem>) {
		const groups = new Map<string, { prepared: PreparedRequest; numbers: Map<string, number[]> }>();
		for (const [itemIndex, { requests }] of items) {
			for (const prepared of requests) {
				const key = keyOf(prepared, 'phone_list');
				const group = groups.get(key) ?? { prepared, numbers: new Map<string, number[]>() };
				groups.set(key, group);
				for (const number of numbersOf(prepared.request, 'phone_list')) {
					const askers = group.numbers.get(number);
					if (askers) askers.push(itemIndex);
					else group.numbers.set(number, [itemIndex]);
				}
			}
		}
		for (const { prepared, numbers } of groups.values()) {
			for (const portion of portions([...numbers], LIMITS.phoneNumbers)) {
				this.planLookUp(prepared, portion);
			}
		}
	}

	private planLookUp(prepared: PreparedRequest, portion: Array<[string, number[]]>) {
		const itemIndexes = [...new Set(portion.flatMap(([, askers]) => askers))];
		const parameters = {
			...prepared.call.parameters,
			phone_list: portion.map(([number]) => number).join(','),
		};
		const lookUp = planned({ ...prepared, call: { ...prepared.call, parameters } });
		lookUp.itemIndexes = itemIndexes;
		this.chains.push([lookUp]);
		for (const itemIndex of itemIndexes) {
			this.callsOf.set(itemIndex, [...(this.callsOf.get(itemIndex) ?? []), lookUp]);
		}
	}
}

function serve(chain: readonly PlannedCall[], member: Member): void {
	for (const { itemIndexes, members, call } of chain) {
		itemIndexes.push(member.itemIndex);
		if (effectOf(call.operation) !== 'read') members.push(member);
	}
}

function planned(prepared: PreparedRequest): PlannedCall {
	const { request, call, transport, timeLimit, onUnclear, ifKnown } = prepared;
	return {
		index: -1,
		chain: '',
		key: '',
		members: [],
		request,
		call,
		transport,
		timeLimit,
		onUnclear,
		ifKnown,
		ticket: 'none',
		itemIndexes: [],
	};
}
