import { createHash } from 'node:crypto';

import { LIMITS } from '../service/contract';
import type { SendState } from '../service/nextStep';
import type { Call } from '../service/validation';
import type { Transport } from '../transport/exchange';
import { numbersOf, recipientsOf, type Recipient } from './addressees';
import type { Ledger } from './ledger';
import type { Operation, Request } from './operation';
import { portions, type IfKnown, type PreparedItem, type PreparedRequest } from './prepare';
import { keyOf, keyOfAll, repeatedItems } from './sharing';

/** One call to the service, for one item or for many. */
export interface PlannedCall {
	/** Position in the plan. */
	index: number;
	/** Tells the call from all others of the run, and is the same when n8n runs the node once more. */
	key: string;
	/** What the call does, item by item; empty for a call that only reads. */
	members: string[];
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

/** What is to be called for a run, and which calls serve which item. */
export interface Plan {
	/** Calls of a chain follow each other; chains are independent. */
	chains: PlannedCall[][];
	/** By item: its calls, in order. */
	callsOf: Map<number, PlannedCall[]>;
	/** By item: why nothing is sent for it. */
	skippedItems: Map<number, string>;
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
	const plan = new Planner(operation, batchSize, ledger).plan(items);
	const calls = plan.chains.flat();
	const carriedBy = new Map<unknown, number>();
	for (const { call } of calls) {
		const ticket = call.parameters.custom_ticket;
		carriedBy.set(ticket, (carriedBy.get(ticket) ?? 0) + 1);
	}
	for (const [index, planned] of calls.entries()) {
		planned.index = index;
		planned.key = ledger.keyOf(planned.members[0] ?? '') ?? digestOf(planned.members);
		if (!TICKETED.has(planned.call.operation)) continue;
		const { parameters } = planned.call;
		const before = ledger.call(planned.key);
		const given = parameters.custom_ticket;
		planned.ticket =
			before?.ticket ??
			(given === undefined ? 'own' : carriedBy.get(given) === 1 ? 'given' : 'shared');
		planned.call = {
			...planned.call,
			parameters: {
				...parameters,
				custom_ticket: before?.custom_ticket ?? given ?? ticketFor(planned.key),
			},
		};
		if (planned.request.signsStatusUrl) {
			const { custom_ticket: ticket, status_url: address } = planned.call.parameters;
			const status_url = signed(String(address), String(ticket));
			planned.call = {
				...planned.call,
				parameters: { ...planned.call.parameters, status_url },
			};
		}
	}
	return plan;
}

/**
 * What an item does to whom, without what may be worded differently when it is tried again: a text
 * that holds the time, or one that was corrected, must not reach the same people a second time.
 */
function memberOf({ call }: PreparedRequest, itemIndex: number, part: number): string {
	const { operation, code, keyword, everyone, parameters } = call;
	const { phone, template } = parameters as { phone?: string; template?: { id?: string } };
	const recipients = recipientsOf({ parameters }).map(({ sendTo, type }) => [sendTo, type]);
	const audience = [operation, code, keyword, everyone, phone, template?.id, recipients];
	return `${itemIndex}.${part}.${digestOf(audience)}`;
}

function digestOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

const TICKETED: ReadonlySet<Call['operation']> = new Set([
	'sendMessage',
	'sendMessageSpecifyLocale',
	'sendTemplateMessage',
]);

/** Calls that the recipients of several items share, one for each part of the message. */
interface Batch {
	parts: Array<{ planned: PlannedCall; recipients: Recipient[] }>;
	/** The same calls. */
	chain: PlannedCall[];
}

class Planner {
	private readonly chains: PlannedCall[][] = [];

	private readonly callsOf = new Map<number, PlannedCall[]>();

	private readonly skippedItems = new Map<number, string>();

	private readonly broadcasts = new Map<string, PlannedCall[]>();

	/** What further items may join. */
	private open: { key: string; batch: Batch } | undefined;

	/** Calls of an earlier run, with those of their items that are here again. */
	private readonly remembered = new Map<string, Batch>();

	constructor(
		private readonly operation: Operation,
		private readonly batchSize: number,
		private readonly ledger: Ledger,
	) {}

	plan(items: ReadonlyMap<number, PreparedItem>): Plan {
		if (this.operation.gathers === 'phone_list') {
			this.planLookUps(items);
		} else {
			const repeated = repeatedItems(items);
			for (const [itemIndex, item] of items) {
				const first = repeated.get(itemIndex);
				if (first === undefined) this.planItem(itemIndex, item);
				else this.skippedItems.set(itemIndex, `it occurs before, in item ${first}`);
			}
		}
		return { chains: this.chains, callsOf: this.callsOf, skippedItems: this.skippedItems };
	}

	private planItem(itemIndex: number, { requests, skipped }: PreparedItem) {
		const [first] = requests;
		if (!first) {
			this.skippedItems.set(itemIndex, skipped[0]?.reason ?? '');
			return;
		}
		if (first.request.fromItems) {
			this.join(itemIndex, requests);
			return;
		}
		this.open = undefined;
		if (first.call.everyone) {
			this.joinBroadcast(itemIndex, requests);
			return;
		}
		const chain = chainOf(requests, itemIndex);
		this.chains.push(chain);
		this.callsOf.set(itemIndex, chain);
	}

	/** Items that ask for the same broadcast share one, or everyone would get it once per item. */
	private joinBroadcast(itemIndex: number, requests: PreparedRequest[]) {
		const key = keyOfAll(requests, '');
		const chain = this.broadcasts.get(key);
		if (!chain) {
			const first = chainOf(requests, itemIndex);
			this.broadcasts.set(key, first);
			this.chains.push(first);
			this.callsOf.set(itemIndex, first);
			return;
		}
		for (const call of chain) call.itemIndexes.push(itemIndex);
		this.callsOf.set(itemIndex, chain);
	}

	/**
	 * Adds the recipient of an item to the calls that were carried out for it before, or to those of
	 * its neighbours, when they share everything else.
	 */
	private join(itemIndex: number, requests: PreparedRequest[]) {
		const members = requests.map((prepared, part) => memberOf(prepared, itemIndex, part));
		const batch = this.rememberedBatch(requests, members) ?? this.openBatch(requests);
		for (const [part, { planned: call, recipients }] of batch.parts.entries()) {
			recipients.push(...recipientsOf(requests[part]!.request));
			call.itemIndexes.push(itemIndex);
			call.members.push(members[part]!);
		}
		this.callsOf.set(itemIndex, batch.chain);
	}

	private rememberedBatch(requests: PreparedRequest[], members: string[]): Batch | undefined {
		const before = members.map((member) => this.ledger.keyOf(member));
		if (before.every((key) => key === undefined)) return undefined;
		const key = JSON.stringify(
			requests.map((prepared, part) => before[part] ?? keyOf(prepared, 'recipientList')),
		);
		const batch = this.remembered.get(key) ?? this.newBatch(requests);
		this.remembered.set(key, batch);
		return batch;
	}

	private openBatch(requests: PreparedRequest[]): Batch {
		const key = keyOfAll(requests, 'recipientList');
		const size = this.open?.batch.parts[0]?.recipients.length ?? 0;
		if (this.open?.key !== key || size >= this.batchSize) {
			this.open = { key, batch: this.newBatch(requests) };
		}
		return this.open.batch;
	}

	private newBatch(requests: PreparedRequest[]): Batch {
		const parts = requests.map((prepared) => {
			const recipients: Recipient[] = [];
			const parameters = { ...prepared.call.parameters, recipientList: { recipients } };
			const call = { ...prepared.call, parameters };
			return { planned: planned({ ...prepared, call }, [], []), recipients };
		});
		const chain = parts.map((part) => part.planned);
		this.chains.push(chain);
		return { parts, chain };
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
		const lookUp = planned(
			{ ...prepared, call: { ...prepared.call, parameters } },
			itemIndexes,
			[],
		);
		this.chains.push([lookUp]);
		for (const itemIndex of itemIndexes) {
			this.callsOf.set(itemIndex, [...(this.callsOf.get(itemIndex) ?? []), lookUp]);
		}
	}
}

function chainOf(requests: readonly PreparedRequest[], itemIndex: number): PlannedCall[] {
	return requests.map((prepared, part) =>
		planned(prepared, [itemIndex], [memberOf(prepared, itemIndex, part)]),
	);
}

function planned(prepared: PreparedRequest, itemIndexes: number[], members: string[]): PlannedCall {
	const { request, call, transport, timeLimit, onUnclear, ifKnown } = prepared;
	return {
		index: -1,
		key: '',
		members,
		request,
		call,
		transport,
		timeLimit,
		onUnclear,
		ifKnown,
		ticket: 'none',
		itemIndexes,
	};
}
