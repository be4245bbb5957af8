import type { Budget } from './budget';
import { isObject } from '../collections/object';
import type { Steps } from '../collections/steps';
import { BETWEEN_ENTRIES } from '../text/address';
import { AddressIndex, isTelling, MASK } from '../text/addressIndex';
import { agrees, among, completed, isTold, isWhole, merged, ticketsIn } from './fields';
import { UNLIKELY, type FieldMapping, type Fields } from './fields';
import { Meanings } from './meanings';
import { NO_PATH, plain, within, type Path } from './path';
import type { StatusField } from './spellings';
import { collect, lengthOf, sumOf } from './surroundings';
import type { Entry, Found, Layer, Recognised } from './surroundings';
import { isQuoted, single } from './value';
import type { CallbackRecord, CallbackValue, Scalar } from './value';

/**
 * The statuses in a value, in its order: entries of lists, members that tell the same things, or columns
 * of values. Each gets what is told further out, and in `raw` the single values that stand there.
 *
 * @throws CallbackRefusedError where that would make too much of them
 */
export function* recognise(
	callback: CallbackValue,
	mapping: FieldMapping,
	budget: Budget,
): Steps<Recognised[]> {
	const recognition = new Recognition(mapping, budget);
	let found = yield* recognition.statusesIn(callback, NO_PATH);
	const { told, isTextLeft } = recognition;
	// Whoever texts may write a document: beside a recipient it tells nothing, beside a status its tickets, and
	// all else only where it tells a whole one, or the recipient in a field that is no text.
	if (isTextLeft && !told.has('sendTo')) {
		const isStatus = () => told.has('status_code') || told.has('status_message');
		const isBeside = isStatus();
		told.clear();
		const ofTexts = new Recognition(mapping, budget, recognition);
		const texts = yield* ofTexts.statusesIn(callback, NO_PATH);
		const isOfSomebody = told.has('sendTo');
		if (texts && (!isBeside || (isOfSomebody && isStatus()))) found = texts;
		else if (isOfSomebody) {
			const all = new Recognition(mapping, budget, undefined, TEXTS);
			found = yield* all.statusesIn(callback, NO_PATH);
		} else if (texts && found) {
			found = { ...found, fields: { ...ticketsIn(texts.fields), ...found.fields } };
		}
	}
	if (!found || 'entry' in found) return [{ fields: found?.fields ?? {}, raw: undefined }];
	const statuses: Recognised[] = [];
	yield* collect(found, { fields: {}, layers: [] }, statuses, budget);
	const [first] = statuses;
	const body = isObject(callback) && callback.body;
	// Once: beside each status it would be too much.
	if (first && isObject(first.raw) && isXml(body)) {
		budget.add(1, body.length);
		first.raw = { ...first.raw, body };
	}
	return statuses;
}

/** What a member of an object tells. */
interface Member {
	name: string;
	found: Found;
	/** Also of one. */
	isList: boolean;
}

/** Statuses in an object, and what it tells of them, or of itself where there are none. */
interface Listed {
	fields: Fields;
	members: Found[];
}

class Recognition {
	private readonly meanings: Meanings;

	/** What is told outside of texts that hold documents, and then within them. */
	readonly told = new Set<StatusField>();

	/** Whether there are such texts, which were not looked into. */
	isTextLeft = false;

	constructor(
		private readonly mapping: FieldMapping,
		private readonly budget: Budget,
		/** Reads texts that hold documents, where they are looked into; of all else only tickets count then. */
		private readonly ofTexts?: Recognition,
		/** Names of fields in which a document may be a text; in all others it is what was posted. */
		private readonly texts = /^/,
	) {
		this.meanings = new Meanings(mapping);
	}

	*statusesIn(value: CallbackValue, path: Path): Steps<Found | undefined> {
		if (this.budget.isStepOver(1)) yield;
		if (typeof value !== 'object' || value === null) return undefined;
		if (!isQuoted(value) || !this.texts.test(path.outer)) {
			return yield* this.statusesWithin(value, path);
		}
		if (this.ofTexts) return yield* this.ofTexts.statusesWithin(value, path);
		this.isTextLeft = true;
		return undefined;
	}

	private *statusesWithin(
		value: CallbackRecord | CallbackValue[],
		path: Path,
	): Steps<Found | undefined> {
		if (Array.isArray(value)) return yield* this.statusesOf(value, path);
		const names = Object.keys(value);
		if (this.budget.isStepOver(names.length)) yield;
		if (areOnlyCounted(names)) return yield* this.statusesOf(Object.values(value), path);
		const columns = this.ofTexts ? undefined : yield* this.columnsIn(value, names, path);
		if (!columns) return yield* this.statusesOfRecord(value, names, path);
		// Each once, however many columns lie within what stands beside them.
		const beside = names.filter((name) => !columns.has(name));
		const rows = yield* this.rowsOf(value, [...columns], path);
		return yield* this.statusesOfRecord(value, beside, path, rows);
	}

	private *statusesOf(entries: readonly CallbackValue[], path: Path): Steps<Found | undefined> {
		const members: Found[] = [];
		for (const entry of entries) {
			const found = yield* this.statusesIn(entry, path);
			if (found) members.push(found);
		}
		return members.length <= 1 ? members[0] : { fields: {}, members };
	}

	private *statusesOfRecord(
		record: CallbackRecord,
		names: readonly string[],
		path: Path,
		rows: readonly Entry[] = [],
	): Steps<Found | undefined> {
		let own = yield* this.fieldsIn(record, names, path);
		const held: Member[] = [];
		for (const name of names) {
			const member = record[name]!;
			if (typeof member !== 'object' || member === null) continue;
			// What is said of the sender, unless the mapping names something of it.
			if (!this.meanings.areMapped && SENDERS.test(plain(name))) continue;
			const found = yield* this.statusesIn(member, within(path, name));
			if (found === undefined) continue;
			// An object may be the status, or the recipient, by its name.
			const isPart = 'entry' in found && !isTold(found.fields);
			if (isPart && this.meanings.of(name, '', path)?.field.endsWith('ticket') === false) {
				own = merged(found.fields, own);
			} else held.push({ name, found, isList: 'members' in found || isList(member) });
		}
		const isOne = isWhole(own, this.mapping, rows[0]?.fields.sendTo);
		const lists = isOne ? this.othersIn(held, own) : this.partsIn(held, own, rows);
		const { fields, members } = yield* lists;
		if (members.length > 0) {
			const layer = yield* this.layerIn(record, names, path === NO_PATH);
			return { fields, layer, members };
		}
		return Object.keys(fields).length === 0 ? undefined : { fields, entry: record };
	}

	/** Of a status that tells its recipient; what it lists of itself, such as parts or attempts, stays in `raw`. */
	private *othersIn(held: readonly Member[], own: Fields): Steps<Listed> {
		const members: Found[] = [];
		if (held.length === 0) return { fields: own, members };
		const known = new AddressIndex([String(own.sendTo?.value)]);
		let fields = own;
		let isEnvelope: boolean | undefined;
		let isToldAgain = false;
		for (const { found, isList } of held) {
			if (yield* this.tellsOf('others', found, known)) {
				members.push(found);
				isToldAgain ||= yield* this.tellsOf(own, found, known);
				const code = found.fields.status_code;
				const isNamedAs = code && code.rank <= (own.status_code ?? code).rank;
				isEnvelope ||=
					isList || (isNamedAs && (found.fields.sendTo?.rank ?? 0) < (own.sendTo?.rank ?? 0));
			} else if (!isList) fields = completed(fields, found.fields);
		}
		if (members.length === 0) return { fields, members };
		// By the interface's own names it is a status as well, and beside one that tells less.
		const isNamed = [own.sendTo, own.status_code].every((told) => told && told.rank < 2);
		if (!isToldAgain && (isNamed || !isEnvelope)) members.unshift({ fields, entry: {} });
		return { fields: ticketsIn(fields), members };
	}

	/**
	 * Parts of one status tell different things; those that tell the same are several statuses, unless only one
	 * of them tells whom it is about.
	 */
	private *partsIn(held: readonly Member[], own: Fields, rows: readonly Entry[]): Steps<Listed> {
		const lists: Found[] = [...rows];
		const statuses: Entry[] = [];
		const whole: Entry[] = [];
		const told: string[] = [];
		let outer = own;
		for (const { name, found } of held) {
			if (this.budget.isStepOver(1)) yield;
			if ('members' in found) {
				lists.push(found);
				continue;
			}
			const { fields, entry } = found;
			told.push(...Object.keys(fields));
			if (isTold(fields)) whole.push(found);
			else outer = merged(fields, outer);
			// The name may be what tells whom it is about.
			statuses.push({ fields, entry: fields.sendTo ? entry : { [name]: entry } });
		}
		const isOfOne = new Set(told).size === told.length;
		const fields = isOfOne ? outer : own;
		const [one, another] = whole;
		if (!one || another) return { fields, members: isOfOne ? lists : [...lists, ...statuses] };
		const { sendTo, ...status } = one.fields;
		const named = String(sendTo?.value).split(BETWEEN_ENTRIES);
		const known = new AddressIndex(named);
		// What is no address, as the number of a batch, is nobody else.
		const isSomebody = named.some((name) => isTelling(name) || MASK.test(name));
		const listed: Found = { fields, members: lists };
		// Its status would be given to whomever a list names without one.
		if (isSomebody && (yield* this.tellsOf('others', listed, known, status))) {
			const isListed = yield* this.giveTo(known, listed, one.fields);
			return isListed ? listed : { fields, members: [one, ...lists] };
		}
		return { fields: among(fields, one.fields), members: lists };
	}

	/**
	 * @param whom those whom `known` does not find, or the very status of the one whom it finds
	 * @param around what an entry is told that lacks it
	 */
	private *tellsOf(
		whom: 'others' | Fields,
		found: Found,
		known: AddressIndex,
		around: Fields = {},
	): Steps<boolean> {
		if (this.budget.isStepOver(1)) yield;
		if ('entry' in found) {
			if (!isWhole({ ...around, ...found.fields }, this.mapping)) return false;
			const isOwn = known.meant(String(found.fields.sendTo?.value)).length > 0;
			return whom === 'others' ? !isOwn : isOwn && agrees(found.fields, whom);
		}
		for (const member of found.members) {
			if (yield* this.tellsOf(whom, member, known, around)) return true;
		}
		return false;
	}

	/**
	 * Gives a status to those whom `known` finds.
	 *
	 * @returns whether there are any
	 */
	private *giveTo(known: AddressIndex, found: Found, status: Fields): Steps<boolean> {
		if (this.budget.isStepOver(1)) yield;
		if ('entry' in found) {
			const isOwn = known.meant(String(found.fields.sendTo?.value)).length > 0;
			if (isOwn) found.fields = among(status, found.fields);
			return isOwn;
		}
		let isGiven = false;
		for (const member of found.members) {
			if (yield* this.giveTo(known, member, status)) isGiven = true;
		}
		return isGiven;
	}

	private *layerIn(
		record: CallbackRecord,
		names: readonly string[],
		isRoot: boolean,
	): Steps<Layer> {
		const layer: Layer = { values: {}, count: 0, characters: 0 };
		for (const name of names) {
			const value = record[name]!;
			if (this.budget.isStepOver(1)) yield;
			if (typeof value === 'object' && value !== null) continue;
			// It is given to the first status alone.
			if (isRoot && name === 'body' && isXml(value)) continue;
			layer.values[name] = value;
			layer.count++;
			layer.characters += name.length + lengthOf(value);
		}
		return layer;
	}

	/** What the object's own single values tell, and its lists of one. */
	private *fieldsIn(record: CallbackRecord, names: readonly string[], path: Path): Steps<Fields> {
		const fields: Fields = {};
		for (const name of names) {
			const value = single(record[name]!);
			if (this.budget.isStepOver(1)) yield;
			if (!isFilled(value)) continue;
			const match = this.meanings.of(name, value, path);
			if (!match || (this.ofTexts && !match.field.endsWith('ticket'))) continue;
			this.told.add(match.field);
			const isDoubtful = match.field === 'sendTo' && match.rank > 0 && !isTelling(String(value));
			const rank = match.rank + (isDoubtful ? UNLIKELY : 0);
			if (rank < (fields[match.field]?.rank ?? Infinity)) fields[match.field] = { value, rank };
		}
		return fields;
	}

	/**
	 * Names that come several times, each as often, are the statuses one after the other; nothing where two that
	 * tell something come differently often, so that nobody knows what belongs together.
	 */
	private *columnsIn(
		record: CallbackRecord,
		names: readonly string[],
		path: Path,
	): Steps<ReadonlySet<string> | undefined> {
		const repeated: string[] = [];
		for (const name of names) {
			const value = record[name]!;
			if (Array.isArray(value) && (yield* this.isColumn(value))) repeated.push(name);
			if (this.budget.isStepOver(1)) yield;
		}
		const meant: string[] = [];
		let telling: string | undefined;
		for (const name of repeated) {
			if (this.budget.isStepOver(1, name.length)) yield;
			const first = (record[name] as Column).find(isFilled);
			const field = first === undefined ? undefined : this.meanings.of(name, first, path)?.field;
			if (!field) continue;
			this.told.add(field);
			meant.push(name);
			if (field === 'sendTo' || field === 'status_code') telling ??= name;
		}
		if (telling === undefined) return undefined;
		const { length } = record[telling] as Column;
		const isAsLong = (name: string) => (record[name] as Column).length === length;
		return meant.every(isAsLong) ? new Set(repeated.filter(isAsLong)) : undefined;
	}

	/** A list of single values, of which some are given. */
	private *isColumn(values: readonly CallbackValue[]): Steps<boolean> {
		let hasValue = false;
		for (const value of values) {
			if (this.budget.isStepOver(1)) yield;
			if (typeof value === 'object' && value !== null) return false;
			hasValue ||= isFilled(value);
		}
		return hasValue && values.length > 1;
	}

	private *rowsOf(record: CallbackRecord, columns: readonly string[], path: Path): Steps<Entry[]> {
		const { length } = record[columns[0]!] as Column;
		for (const name of columns) {
			const values = record[name] as Column;
			this.budget.add(length, length * name.length + sumOf(values, lengthOf));
			if (this.budget.isStepOver()) yield;
		}
		const rows: Entry[] = [];
		for (let index = 0; index < length; index++) {
			const entry: CallbackRecord = {};
			for (const name of columns) {
				entry[name] = (record[name] as Column)[index]!;
				if (this.budget.isStepOver(1)) yield;
			}
			rows.push({ entry, fields: yield* this.fieldsIn(entry, columns, path) });
		}
		return rows;
	}
}

/** Fields with the text of a message. */
const TEXTS = /text|message|body|content|msg|sms/;

/** XML with mistakes, which stands as a whole beside what could be read of it. */
function isXml(value: unknown): value is string {
	return typeof value === 'string' && value.startsWith('<');
}

/** Whether the names of an object are 0, 1, 2 and so on, as of a list. */
function areOnlyCounted(names: readonly string[]): boolean {
	return names.every((name, index) => name === String(index));
}

function isList(value: object): boolean {
	return Array.isArray(value) || areOnlyCounted(Object.keys(value));
}

/** Single values, one for each status; null or blank where nothing is told of one. */
type Column = ReadonlyArray<Scalar | null>;

/** Objects with the number of the sender, not that of the recipient. */
const SENDERS = /^(?:from|originator|sender|source)$/;

/** Also not by a text that a program wrote for nothing. */
function isFilled(value: CallbackValue): value is Scalar {
	if (typeof value === 'object') return false;
	return !/^(?:null|undefined)?$/i.test(String(value).trim());
}
