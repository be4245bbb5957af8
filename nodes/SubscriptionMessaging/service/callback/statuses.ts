import { createHash } from 'node:crypto';

import { judged, type Judged, type StatusWord } from '../answer/deliveryStatus';
import { isObject } from '../collections/object';
import type { Steps } from '../collections/steps';
import { comparableTicket } from '../contract/call';
import { comparableAddress } from '../text/address';
import { Budget, CALLBACK_LIMITS, CallbackRefusedError, SLICE } from './budget';
import type { FieldMapping, Fields } from './fields';
import { readBody, readMultipart, readQuery } from './formats';
import { codeNumber } from './meanings';
import { recognise } from './recognition';
import type { StatusField } from './spellings';
import { lengthOf, sumOf } from './surroundings';
import { countOf, extended, type CallbackValue } from './value';

/** One post to `status_url` (Events, 1: format and timing are not shown). */
export interface Callback {
	/** Empty where `fields` are given or nothing was posted. */
	body: Uint8Array;
	contentType?: string;
	/** What was parsed already, as a multipart form is. */
	fields?: object;
	/** Of the address, without the question mark. */
	query?: string;
	/** Parameters of the query that belong to the address, not to the callback. */
	ownParameters?: readonly string[];
}

/** The status of one message to one recipient. What a callback does not tell is null. */
export interface DeliveryStatus {
	/** The same again for the same ticket, recipient and code. */
	id: string;
	sendTo: string | null;
	/** Null where neither code nor message is told. */
	status: StatusWord | null;
	/** For 100 (Delivered) alone. */
	delivered?: true;
	/** As text where it is no whole number. */
	status_code: number | string | null;
	status_message: string | null;
	transaction_ticket: string | null;
	custom_ticket: string | null;
	/** ISO 8601. */
	received_at: string;
	/** What was posted of this status, unchanged, with what stands around it. */
	raw: CallbackValue;
	/** Whether the other values hold all that is in `raw`. */
	isRecognised: boolean;
}

/** What is known of every status before the callback is read. */
interface KnownBefore {
	/** ISO 8601. */
	received_at: string;
	/** Of the address that was posted to. */
	customTicket?: string;
	/** Length of the post: a short one is not to become hundreds of thousands of values. */
	bytes?: number;
}

/** Bytes of a body, or characters of the names and texts of fields. */
export function lengthOfPost({ body, fields = {} }: Callback): number {
	return body.length + sumOf(Object.entries(fields).flat(2), lengthOf);
}

/**
 * Everything that was posted, as one value: the parameters of the query, and the body among them as
 * its members or, if it has none, as `body`. Undefined where nothing was posted.
 *
 * @throws CallbackRefusedError
 */
export function* readCallback(post: Callback): Steps<CallbackValue | undefined> {
	const { body, contentType = '', fields, query = '', ownParameters = [] } = post;
	if (lengthOfPost(post) > CALLBACK_LIMITS.bytes) {
		throw new CallbackRefusedError(`it is larger than ${CALLBACK_LIMITS.bytes} bytes`, 413);
	}
	const budget = Budget.ofPost();
	const parameters = yield* readQuery(query, ownParameters, budget);
	const posted = yield* fields === undefined
		? readBody(body, contentType, budget)
		: readMultipart(fields, budget);
	if (Object.keys(parameters).length === 0) return posted;
	if (posted === undefined) return parameters;
	return yield* extended(parameters, isObject(posted) ? posted : { body: posted }, budget);
}

/**
 * The statuses that a callback holds, in its order. One in which nothing is recognised is a status of
 * which only `raw` is known; nothing posted gives none.
 *
 * @throws CallbackRefusedError where lists within what surrounds them would multiply it
 */
export function* statusesOf(
	callback: CallbackValue | undefined,
	known: KnownBefore,
	mapping: FieldMapping = {},
): Steps<DeliveryStatus[]> {
	if (callback === undefined) return [];
	const budget = Budget.ofStatuses(known.bytes);
	const statuses: DeliveryStatus[] = [];
	for (const { fields, raw = callback } of yield* recognise(callback, mapping, budget)) {
		statuses.push(yield* deliveryStatus(fields, known, raw, budget));
	}
	return statuses;
}

/** Identifies a callback by all that was posted. */
export function callbackId(callback: CallbackValue | undefined): Steps<string> {
	return digest([callback ?? null], Budget.ofStatuses());
}

/** A status with other values, such as those that the service confirms. */
export function* restated(
	status: DeliveryStatus,
	stated: Partial<Pick<DeliveryStatus, 'sendTo' | 'status_code' | 'status_message'>>,
): Steps<DeliveryStatus> {
	return yield* derived({ ...status, ...stated }, Budget.ofStatuses());
}

function* deliveryStatus(
	fields: Fields,
	{ received_at, customTicket }: KnownBefore,
	raw: CallbackValue,
	budget: Budget,
): Steps<DeliveryStatus> {
	const text = (field: StatusField) => {
		const told = fields[field];
		return told === undefined ? null : String(told.value).trim();
	};
	const code = fields.status_code?.value;
	const recognised = Object.keys(fields).length;
	const told = {
		sendTo: text('sendTo'),
		status_code: code === undefined ? null : (codeNumber(code) ?? String(code).trim()),
		status_message: text('status_message'),
		transaction_ticket: text('transaction_ticket'),
		custom_ticket: ticketAs(customTicket, text('custom_ticket')),
		received_at,
		raw,
		// Somebody may be told by a name alone, as where statuses stand under the numbers.
		isRecognised:
			// A form that other signs divide is one text.
			/^[^;=&]+$/.test(text('sendTo') ?? '') &&
			(yield* countOf(raw, recognised, budget)) === recognised,
	};
	return yield* derived(told, budget);
}

/** A ticket as it was signed, where one was posted that differs in capitals alone, or none. */
function ticketAs(signed: string | undefined, posted: string | null): string | null {
	if (!signed) return posted;
	return comparableTicket(posted ?? signed) === comparableTicket(signed) ? signed : posted;
}

/** The status with what follows from its values, in the order of the output. */
function* derived(
	told: Omit<DeliveryStatus, 'id' | keyof Judged>,
	budget: Budget,
): Steps<DeliveryStatus> {
	const { transaction_ticket, custom_ticket, sendTo, status_code, status_message } = told;
	const { received_at, raw, isRecognised } = told;
	const ticket = transaction_ticket ?? custom_ticket;
	const outcome = status_code ?? status_message;
	// Without one of them, two different statuses could not be told apart otherwise.
	const rest = [ticket, sendTo, outcome].includes(null) ? raw : null;
	return {
		id: yield* digest(
			[ticket, sendTo === null ? null : comparableAddress(sendTo), outcome, rest],
			budget,
		),
		sendTo,
		...judged(told),
		status_code,
		status_message,
		transaction_ticket,
		custom_ticket,
		received_at,
		raw,
		isRecognised,
	};
}

function* digest(parts: CallbackValue[], budget: Budget): Steps<string> {
	const json = new JsonHash(budget);
	yield* json.add(parts);
	return json.digest().slice(0, 32);
}

const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/** SHA-256 of what `JSON.stringify` gives, which cannot be interrupted. */
class JsonHash {
	private readonly hash = createHash('sha256');

	/** To update the hash with each name and value would take several times longer. */
	private pending = '';

	constructor(private readonly budget: Budget) {}

	*add(value: CallbackValue): Steps<void> {
		if (this.pending.length > SLICE) this.flush();
		if (this.budget.isStepOver(1, typeof value === 'string' ? value.length : 0)) yield;
		if (typeof value === 'string' && value.length > SLICE) {
			yield* this.addLongText(value);
		} else if (typeof value !== 'object' || value === null) {
			this.pending += JSON.stringify(value);
		} else if (Array.isArray(value)) {
			let separator = '[';
			for (const entry of value) {
				this.pending += separator;
				yield* this.add(entry);
				separator = ',';
			}
			this.pending += separator === '[' ? '[]' : ']';
		} else {
			let separator = '{';
			for (const name of Object.keys(value)) {
				this.pending += separator;
				yield* this.add(name);
				this.pending += ':';
				yield* this.add(value[name]!);
				separator = ',';
			}
			this.pending += separator === '{' ? '{}' : '}';
		}
	}

	digest(): string {
		this.flush();
		return this.hash.digest('hex');
	}

	private *addLongText(text: string): Steps<void> {
		this.pending += '"';
		for (let at = 0; at < text.length; ) {
			let slice = text.slice(at, at + SLICE);
			// Half of a character would be escaped.
			if (HIGH_SURROGATE.test(slice) && at + SLICE < text.length) slice = slice.slice(0, -1);
			this.pending += JSON.stringify(slice).slice(1, -1);
			this.flush();
			at += slice.length;
			if (this.budget.isStepOver(0, slice.length)) yield;
		}
		this.pending += '"';
	}

	private flush(): void {
		this.hash.update(this.pending);
		this.pending = '';
	}
}
