import { createHash } from 'node:crypto';

import {
	CALLBACK_LIMITS,
	CallbackRefusedError,
	isRecord,
	readBody,
	readFields,
	readQuery,
	type CallbackRecord,
	type CallbackValue,
} from './callbackBody';

/** One post to `status_url` (Events, 1: format and timing are not shown). */
export interface Callback {
	/** Empty where `fields` are given or nothing was posted. */
	body: Uint8Array;
	contentType?: string;
	/** What was parsed already, as a multipart form is. */
	fields?: unknown;
	/** Of the address, without the question mark. */
	query?: string;
	/** Parameters of the query that belong to the address, not to the callback. */
	ownParameters?: readonly string[];
}

/** Where a callback tells them: the interface's own names (Message operations, Transaction detail). */
export const STATUS_FIELDS = [
	'transaction_ticket',
	'custom_ticket',
	'sendTo',
	'status_code',
	'status_message',
] as const;
export type StatusField = (typeof STATUS_FIELDS)[number];

/** The callback's own name of a field, e.g. `{ sendTo: 'dest_addr' }`; before the known ones. */
export type FieldMapping = Partial<Record<StatusField, string>>;

/** What became of one message to one recipient. What a callback does not tell is null. */
export interface DeliveryStatus {
	/** The same again for the same ticket, recipient and code. */
	id: string;
	transaction_ticket: string | null;
	custom_ticket: string | null;
	sendTo: string | null;
	/** As text where it is no whole number. */
	status_code: number | string | null;
	status_message: string | null;
	/** True for 100 (Delivered), false for 101 (Sent to Carrier), null for all others. */
	delivered: boolean | null;
	/** ISO 8601. */
	receivedAt: string;
	/** What was posted of this status, unchanged, with what stands around it. */
	raw: CallbackValue;
}

/** What is known of every status before the callback is read. */
export interface Known {
	receivedAt: string;
	/** Of the address that was posted to. */
	customTicket?: string;
}

/**
 * Everything that was posted, as one value: the parameters of the query, and the body among them as
 * its members or, if it has none, as `body`. Undefined where nothing was posted.
 *
 * @throws CallbackRefusedError
 */
export function readCallback({
	body,
	contentType,
	fields,
	query = '',
	ownParameters = [],
}: Callback): CallbackValue | undefined {
	const parameters = readQuery(query, ownParameters);
	const posted = fields === undefined ? readBody(body, contentType) : readFields(fields);
	if (Object.keys(parameters).length === 0) return posted;
	if (posted === undefined) return parameters;
	return isRecord(posted) ? { ...parameters, ...posted } : { ...parameters, body: posted };
}

/**
 * The statuses that a callback holds, in its order. One in which nothing is recognised is a status of
 * which only `raw` is known; nothing posted gives none.
 *
 * @throws CallbackRefusedError where lists within what surrounds them would multiply it
 */
export function statusesOf(
	callback: CallbackValue | undefined,
	known: Known,
	mapping: FieldMapping = {},
): DeliveryStatus[] {
	if (callback === undefined) return [];
	const found = new Recognition(mapping).statusesIn(callback, []);
	if (found.length <= 1) return [deliveryStatus(found[0]?.fields ?? {}, known, callback)];
	return found.map(({ fields, around, entry }) =>
		deliveryStatus(fields, known, isRecord(entry) ? { ...around, ...entry } : entry),
	);
}

/** Identifies a callback by all that was posted. */
export function callbackId(callback: CallbackValue | undefined): string {
	return digest([callback ?? null]);
}

/** A status with other values, such as those that the service confirms. */
export function restated(
	status: DeliveryStatus,
	stated: Partial<Pick<DeliveryStatus, 'sendTo' | 'status_code' | 'status_message'>>,
): DeliveryStatus {
	const changed = { ...status, ...stated };
	return { ...changed, ...derived(changed) };
}

type Scalar = string | number | boolean;

/** A value, and how sure it is that it is meant: 0 for the mapping, then in order of the spellings. */
interface Told {
	value: Scalar;
	rank: number;
}
type Fields = Partial<Record<StatusField, Told>>;

interface Found {
	fields: Fields;
	/** Single values beside the list that the status is an entry of, and further out. */
	around: CallbackRecord;
	entry: CallbackValue;
}

/** Spellings besides the interface's own, best first; case and separators do not count. */
const SPELLINGS: Record<StatusField, readonly string[]> = {
	transaction_ticket: [
		'transactionticket',
		'transactionticketid',
		'transactionid',
		'ticketid',
		'ticket',
	],
	custom_ticket: ['customticket', 'customticketid'],
	sendTo: [
		'sendto',
		'sentto',
		'phone',
		'phonenumber',
		'recipient',
		'msisdn',
		'mobile',
		'destination',
		'number',
		'to',
	],
	status_code: ['statuscode', 'statusid', 'deliverystatuscode'],
	status_message: ['statusmessage', 'statustext', 'statusdescription', 'deliverystatusmessage'],
};

/** Names under which either the code or the message is found. */
const EITHER = ['status', 'statusvalue', 'deliverystatus'];

const known = new Map<string, { field: StatusField; rank: number }>(
	STATUS_FIELDS.flatMap((field) =>
		SPELLINGS[field].map((spelling, index) => [spelling, { field, rank: index + 1 }] as const),
	),
);

class Recognition {
	private readonly mapped: ReadonlyMap<string, StatusField>;

	constructor(mapping: FieldMapping) {
		this.mapped = new Map(
			STATUS_FIELDS.flatMap((field) => {
				const name = plain(mapping[field] ?? '');
				return name === '' ? [] : [[name, field] as const];
			}),
		);
	}

	/** @param path names that lead to the value, lists left out */
	statusesIn(value: CallbackValue, path: readonly string[]): Found[] {
		const entries = entriesOf(value);
		if (entries) return entries.flatMap((entry) => this.statusesIn(entry, path));
		if (!isRecord(value)) return [];

		const columns = this.columnsOf(value, path);
		if (columns) return columns.flatMap((entry) => this.statusesIn(entry, path));

		const lists: Found[] = [];
		const parts: Found[] = [];
		for (const [name, member] of Object.entries(value)) {
			if (typeof member !== 'object' || member === null) continue;
			const found = this.statusesIn(member, [...path, name]);
			if (found.length === 1) parts.push(found[0]!);
			else for (const status of found) lists.push(status);
		}
		// Parts of one status tell different things; those that tell the same are several statuses.
		const arePartsOfOne = areDisjoint(parts);
		if (!arePartsOfOne) for (const part of parts) lists.push(part);
		const fields = (arePartsOfOne ? parts : []).reduce(
			(all, part) => merged(part.fields, all),
			this.fieldsIn(value, path),
		);
		if (lists.length === 0) {
			return Object.keys(fields).length === 0 ? [] : [{ fields, around: {}, entry: value }];
		}
		const around = Object.entries(value).filter(
			([, member]) => typeof member !== 'object' || member === null,
		);
		if (around.length * lists.length > CALLBACK_LIMITS.values) throw tooMuch();
		return lists.map((found) => ({
			fields: merged(fields, found.fields),
			around: { ...Object.fromEntries(around), ...found.around },
			entry: found.entry,
		}));
	}

	/** What the object's own single values tell. */
	private fieldsIn(record: CallbackRecord, path: readonly string[]): Fields {
		const fields: Fields = {};
		const outer = plain(path.at(-1) ?? '');
		const whole = plain(path.join(''));
		for (const [name, value] of Object.entries(record)) {
			if (!isTelling(value)) continue;
			const own = plain(name);
			for (const [distance, spelling] of [own, outer + own, whole + own].entries()) {
				const match = this.match(spelling, value);
				if (!match) continue;
				const rank = match.rank === 0 ? 0 : match.rank + distance / 10;
				if (rank < (fields[match.field]?.rank ?? Infinity)) fields[match.field] = { value, rank };
				break;
			}
		}
		return fields;
	}

	/** Names that come several times, each as often, are the statuses one after the other. */
	private columnsOf(record: CallbackRecord, path: readonly string[]): CallbackRecord[] | undefined {
		const members = Object.entries(record);
		const repeated = members.filter(
			(member): member is [string, Scalar[]] =>
				Array.isArray(member[1]) && member[1].length > 1 && member[1].every(isTelling),
		);
		const telling = repeated.filter(([name, [first]]) => {
			const fields = this.fieldsIn({ [name]: first! }, path);
			return 'sendTo' in fields || 'status_code' in fields;
		});
		const length = telling[0]?.[1].length;
		if (length === undefined) return undefined;
		const columns = repeated.filter(([, values]) => values.length === length);
		const others = members.filter(([name]) => columns.every(([column]) => column !== name));
		if (length * members.length > CALLBACK_LIMITS.values) throw tooMuch();
		return Array.from({ length }, (_, index) =>
			Object.fromEntries([
				...others,
				...columns.map(([name, values]) => [name, values[index]!] as const),
			]),
		);
	}

	private match(spelling: string, value: Scalar): { field: StatusField; rank: number } | undefined {
		const mapped = this.mapped.get(spelling);
		if (mapped) return { field: mapped, rank: 0 };
		if (EITHER.includes(spelling)) {
			return { field: integerOf(value) === undefined ? 'status_message' : 'status_code', rank: 50 };
		}
		return known.get(spelling);
	}
}

/** Entries of a list, or of an object whose names only count them. */
function entriesOf(value: CallbackValue): CallbackValue[] | undefined {
	if (Array.isArray(value)) return value;
	if (!isRecord(value)) return undefined;
	const names = Object.keys(value);
	return names.length > 0 && names.every((name, index) => name === String(index))
		? Object.values(value)
		: undefined;
}

/** The nearer value of each field, unless only the one further out is that of the mapping. */
function merged(outer: Fields, inner: Fields): Fields {
	const fields: Fields = { ...outer, ...inner };
	for (const field of STATUS_FIELDS) {
		if (outer[field]?.rank === 0 && inner[field]?.rank !== 0) fields[field] = outer[field];
	}
	return fields;
}

function areDisjoint(parts: readonly Found[]): boolean {
	const names = parts.flatMap(({ fields }) => Object.keys(fields));
	return new Set(names).size === names.length;
}

function tooMuch(): CallbackRefusedError {
	return new CallbackRefusedError(
		`its lists stand for more than ${CALLBACK_LIMITS.values} values`,
		413,
	);
}

function isTelling(value: CallbackValue): value is Scalar {
	return typeof value === 'string'
		? value.trim() !== ''
		: typeof value === 'number' || typeof value === 'boolean';
}

/** Case and separators left out. */
function plain(name: string): string {
	return name
		.slice(0, 200)
		.replace(/[^\p{L}\p{N}]/gu, '')
		.toLowerCase();
}

function deliveryStatus(
	fields: Fields,
	{ receivedAt, customTicket }: Known,
	raw: CallbackValue,
): DeliveryStatus {
	const text = (field: StatusField) => {
		const told = fields[field];
		return told === undefined ? null : String(told.value).trim();
	};
	const code = fields.status_code?.value;
	const status = {
		id: '',
		transaction_ticket: text('transaction_ticket'),
		custom_ticket: text('custom_ticket') ?? (customTicket || null),
		sendTo: text('sendTo'),
		status_code: code === undefined ? null : (integerOf(code) ?? String(code).trim()),
		status_message: text('status_message'),
		delivered: null,
		receivedAt,
		raw,
	};
	return { ...status, ...derived(status) };
}

const DELIVERED = 100;
const SENT_TO_CARRIER = 101;

/** What follows from the other values. */
function derived(status: DeliveryStatus): Pick<DeliveryStatus, 'id' | 'delivered'> {
	const { transaction_ticket, custom_ticket, sendTo, status_code, status_message, raw } = status;
	const ticket = transaction_ticket ?? custom_ticket;
	const outcome = status_code ?? status_message;
	// Without a ticket or an outcome, two different statuses could not be told apart otherwise.
	const rest = ticket === null || outcome === null ? raw : null;
	return {
		id: digest([ticket, sendTo?.replace(/^\+/, '') ?? null, outcome, rest]),
		delivered: status_code === DELIVERED ? true : status_code === SENT_TO_CARRIER ? false : null,
	};
}

function integerOf(value: Scalar): number | undefined {
	const text = String(value).trim();
	return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function digest(parts: CallbackValue[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
