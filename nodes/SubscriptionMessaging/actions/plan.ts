import { createHash } from 'node:crypto';

import type { ServiceAnswer } from '../service/answer';
import { LIMITS, type StructValue } from '../service/contract';
import type { SendState } from '../service/nextStep';
import { comparableAddress } from '../service/comparableAddress';
import type { Call } from '../service/validation';
import type { Transport } from '../transport/exchange';
import type { Ledger } from './ledger';
import type { Operation, Request } from './operation';
import { carrierRows } from './payload';
import { portions, type PreparedItem, type PreparedRequest } from './prepare';

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

type Recipient = StructValue<'WSRecipientEnhanced'>;

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

class Planner {
	private readonly chains: PlannedCall[][] = [];

	private readonly callsOf = new Map<number, PlannedCall[]>();

	private readonly skippedItems = new Map<number, string>();

	private readonly sentTo = new Set<string>();

	private readonly broadcasts = new Map<string, PlannedCall[]>();

	/** The call that further items may join. */
	private open: { key: string; planned: PlannedCall; recipients: Recipient[] } | undefined;

	/** Calls of an earlier run, with those of their items that are here again. */
	private readonly remembered = new Map<
		string,
		{ planned: PlannedCall; recipients: Recipient[] }
	>();

	constructor(
		private readonly operation: Operation,
		private readonly batchSize: number,
		private readonly ledger: Ledger,
	) {}

	plan(items: ReadonlyMap<number, PreparedItem>): Plan {
		if (this.operation.gathers === 'phone_list') {
			this.planLookUps(items);
		} else {
			for (const [itemIndex, item] of items) this.planItem(itemIndex, item);
		}
		return { chains: this.chains, callsOf: this.callsOf, skippedItems: this.skippedItems };
	}

	private planItem(itemIndex: number, { requests, skipped }: PreparedItem) {
		const [first] = requests;
		if (!first) {
			this.skippedItems.set(itemIndex, skipped[0]?.reason ?? '');
			return;
		}
		if (first.request.fromItems && this.isRepeated(first)) {
			this.skippedItems.set(itemIndex, 'it occurs more than once');
			return;
		}
		if (first.request.fromItems && requests.length === 1) {
			this.join(itemIndex, first);
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
		const key = requests.map((prepared) => keyOf(prepared, '')).join();
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

	/** Whether the same message went to the same address before; another one is another message. */
	private isRepeated(prepared: PreparedRequest): boolean {
		if (!prepared.removesDuplicates) return false;
		const [recipient] = recipientsOf(prepared.request);
		const address = `${recipient?.type}/${recipient?.sendTo?.toLowerCase()}`;
		const own = JSON.stringify([recipient?.customfields, recipient?.message]);
		const key = `${address}/${own}/${keyOf(prepared, 'recipientList')}`;
		if (this.sentTo.has(key)) return true;
		this.sentTo.add(key);
		return false;
	}

	/**
	 * Adds the recipient of an item to the call that was carried out for it before, or to the one
	 * of its neighbours, when they share everything else.
	 */
	private join(itemIndex: number, prepared: PreparedRequest) {
		const member = memberOf(prepared, itemIndex, 0);
		const before = this.ledger.keyOf(member);
		if (before !== undefined) {
			const call = this.remembered.get(before) ?? this.openCall(prepared);
			this.remembered.set(before, call);
			this.add(call, itemIndex, member, prepared);
			return;
		}
		const key = keyOf(prepared, 'recipientList');
		if (this.open?.key !== key || this.open.recipients.length >= this.batchSize) {
			this.open = { key, ...this.openCall(prepared) };
		}
		this.add(this.open, itemIndex, member, prepared);
	}

	private openCall(prepared: PreparedRequest) {
		const recipients: Recipient[] = [];
		const parameters = { ...prepared.call.parameters, recipientList: { recipients } };
		const opened = planned({ ...prepared, call: { ...prepared.call, parameters } }, [], []);
		this.chains.push([opened]);
		return { planned: opened, recipients };
	}

	private add(
		call: { planned: PlannedCall; recipients: Recipient[] },
		itemIndex: number,
		member: string,
		{ request }: PreparedRequest,
	) {
		call.recipients.push(...recipientsOf(request));
		call.planned.itemIndexes.push(itemIndex);
		call.planned.members.push(member);
		this.callsOf.set(itemIndex, [call.planned]);
	}

	/** Asks for each number once, at most 100 a call, whichever items it comes from. */
	private planLookUps(items: ReadonlyMap<number, PreparedItem>) {
		const groups = new Map<string, { prepared: PreparedRequest; numbers: Map<string, number[]> }>();
		for (const [itemIndex, { requests }] of items) {
			for (const prepared of requests) {
				const key = keyOf(prepared, 'phone_list');
				const group = groups.get(key) ?? { prepared, numbers: new Map<string, number[]>() };
				groups.set(key, group);
				for (const number of numbersOf(prepared.request)) {
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
	const { request, call, transport, timeLimit, onUnclear } = prepared;
	return {
		index: -1,
		key: '',
		members,
		request,
		call,
		transport,
		timeLimit,
		onUnclear,
		ticket: 'none',
		itemIndexes,
	};
}

/** Everything of a request but the member that calls gather. */
function keyOf(
	{ call, transport, timeLimit, onUnclear }: PreparedRequest,
	gathered: string,
): string {
	const parameters = { ...call.parameters, [gathered]: undefined };
	return JSON.stringify([{ ...call, parameters }, transport, timeLimit, onUnclear]);
}

export function recipientsOf({ parameters }: Pick<Request, 'parameters'>): Recipient[] {
	const { recipients } = (parameters.recipientList ?? {}) as { recipients?: Recipient[] };
	return recipients ?? [];
}

export function numbersOf({ parameters }: Pick<Request, 'parameters'>): string[] {
	return String(parameters.phone_list ?? '').split(',');
}

type CarrierRow = StructValue<'WSCarrierPhoneRow'>;

/**
 * The rows of a look-up that belong to one item. A call that serves it alone is its own as it
 * stands; of a shared one it gets a row for each of its numbers, with nothing but the number where the service gave none.
 */
export function rowsFor(
	numbers: readonly string[],
	calls: ReadonlyArray<{ planned: PlannedCall; answer: ServiceAnswer }>,
): CarrierRow[] {
	if (calls.every(({ planned: { itemIndexes } }) => itemIndexes.length === 1)) {
		return calls.flatMap(({ answer }) => carrierRows(answer) as CarrierRow[]);
	}
	const rows = new Map<string, CarrierRow>();
	for (const { planned: lookUp, answer } of calls) {
		const found = carrierRows(answer) as CarrierRow[];
		const asked = numbersOf(lookUp.call);
		const byAddress = new Map(asked.map((number) => [comparableAddress(number), number]));
		// A service may write all numbers in another form; then their positions tell.
		const isForeign = found.every(({ phone }) => !byAddress.has(comparableAddress(phone)));
		for (const [position, row] of found.entries()) {
			const number =
				isForeign && found.length === asked.length
					? asked[position]
					: byAddress.get(comparableAddress(row.phone));
			if (number !== undefined) rows.set(number, row);
		}
	}
	return numbers.map((phone) => rows.get(phone) ?? { phone });
}
