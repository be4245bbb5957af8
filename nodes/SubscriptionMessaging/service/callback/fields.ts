import { isInTransit } from '../answer/deliveryStatus';
import { STATUS_FIELDS, type StatusField } from './spellings';
import type { Scalar } from './value';

/** The callback's own name of a field, e.g. `{ sendTo: 'dest_addr' }`; before the known ones. */
export type FieldMapping = Partial<Record<StatusField, string>>;

/** A value, and how sure it is that it is meant: 0 for the mapping, then in order of the spellings. */
export interface Told {
	value: Scalar;
	rank: number;
}
export type Fields = Partial<Record<StatusField, Told>>;

/** Rank of a status of which its value shows whether it is a code. */
export const RANK_OF_EITHER = 50;

/** Rank of a recipient that is no address; all others are below it. */
export const UNLIKELY = 100;

/** The surer value of each field: by the mapping, by a name, or no address; of two alike the nearer one. */
export function merged(outer: Fields, inner: Fields): Fields {
	const doubt = (told?: Told) => Math.ceil((told?.rank ?? Infinity) / UNLIKELY);
	const fields: Fields = { ...outer, ...inner };
	for (const field of STATUS_FIELDS) {
		if (doubt(outer[field]) < doubt(inner[field])) fields[field] = outer[field];
	}
	return fields;
}

/**
 * What is told of one status in its place: where it tells recipient and status itself, a text from further
 * out is that of another one, and so is a code that is not named so in one name, unless the mapping names it.
 */
export function among(outer: Fields, inner: Fields): Fields {
	if (!isTold(inner)) return merged(outer, inner);
	const isOwn = (name: string, { rank }: Told) =>
		name === 'status_code'
			? !inner.status_message || (rank < RANK_OF_EITHER && rank % 1 === 0)
			: name !== 'status_message' || !inner.status_code || rank === 0;
	return merged(kept(outer, isOwn), inner);
}

function kept(fields: Fields, isKept: (name: string, told: Told) => boolean): Fields {
	return Object.fromEntries(Object.entries(fields).filter(([name, told]) => isKept(name, told)));
}

/** Whether the recipient and the status stand together, so that what is around them tells nothing else. */
export function isTold({ sendTo, status_code, status_message }: Fields): boolean {
	return sendTo !== undefined && (status_code ?? status_message) !== undefined;
}

/**
 * Whether an object tells by itself whom it is about and how that went, so that what it lists is none of that.
 *
 * @param listed the recipient of columns in it, which counts where it has the better name
 */
export function isWhole(
	{ sendTo, status_code, status_message }: Fields,
	mapping: FieldMapping,
	listed?: Told,
): boolean {
	const rankOf = (told?: Told) => told?.rank ?? UNLIKELY;
	// What the mapping names may stand further in.
	const limit = (...fields: StatusField[]) =>
		fields.some((field) => mapping[field]) ? 1 : UNLIKELY;
	return (
		rankOf(sendTo) < Math.min(limit('sendTo'), rankOf(listed)) &&
		Math.min(rankOf(status_code), rankOf(status_message)) < limit('status_code', 'status_message')
	);
}

/** @param orMapped with what the mapping names */
export function ticketsIn(fields: Fields, orMapped = false): Fields {
	return kept(fields, (name, { rank }) => name.endsWith('ticket') || (orMapped && rank === 0));
}

/** What a status tells, and what a part of it adds: no code and no text, which are of something else, and of a status, as an attempt is, the tickets alone. */
export function completed(own: Fields, part: Fields): Fields {
	return merged(ticketsIn(part, !isTold(part)), own);
}

/** Whether a status is another one told again: the same, or what follows 101 (Sent to Carrier), under the same tickets. */
export function agrees(status: Fields, other: Fields): boolean {
	const outdated = isInTransit({
		status_code: other.status_code && Number(other.status_code.value),
		status_message: other.status_message?.value,
	});
	return STATUS_FIELDS.every((field) => {
		if (field === 'sendTo' || (outdated && !field.endsWith('ticket'))) return true;
		const [one, another] = [status[field], other[field]];
		return !one || !another || String(one.value) === String(another.value);
	});
}
