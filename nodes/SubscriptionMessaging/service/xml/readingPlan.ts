import {
	entryTypeOf,
	isListType,
	structDefinition,
	type FieldType,
	type StructName,
} from '../contract/contract';

/**
 * How an element becomes a value. `code` is a status or error code, a number however it is written;
 * `flag` is a boolean that is false when empty. `any` is a value of no documented shape; `frame` is an element
 * around the value (Envelope, Body, the wrapper of the return value, which have no type, nil or
 * reference of their own); `hoisted` is what may only be a multi-reference's element; `map` and
 * `entry` are an Apache Map, and `skip` is left out.
 */
export interface ReadingPlan {
	readonly kind:
		| 'string'
		| 'integer'
		| 'code'
		| 'boolean'
		| 'flag'
		| 'any'
		| 'struct'
		| 'list'
		| 'map'
		| 'entry'
		| 'frame'
		| 'hoisted'
		| 'skip';
	/** The known children by local name. */
	readonly members: ReadonlyMap<string, PlannedMember>;
	/** Plan of any other child. */
	readonly other: ReadingPlan;
}

interface PlannedMember {
	readonly plan: ReadingPlan;
	/** The local name once more: the same string each time makes quick work of building objects. */
	readonly name: string;
}

/** Takes the entries of one list as they are read, in place of the value that would hold them all. */
export interface RowTaker {
	/** Of the list. */
	readonly plan: ReadingPlan;
	take(row: unknown): void;
}

const NONE: ReadonlyMap<string, PlannedMember> = new Map();

function membersOf(plans: Record<string, ReadingPlan>): ReadonlyMap<string, PlannedMember> {
	return new Map(Object.entries(plans).map(([name, plan]) => [name, { name, plan }]));
}

export const ANY: ReadingPlan = ownItem('any');
const SCALARS: Record<string, ReadingPlan> = {
	string: { kind: 'string', members: NONE, other: ANY },
	digits: { kind: 'string', members: NONE, other: ANY },
	integer: { kind: 'integer', members: NONE, other: ANY },
	boolean: { kind: 'flag', members: NONE, other: ANY },
	unknown: ANY,
};

/** Of an envelope. An empty `result` is not the same as false: only an error code makes it a refusal. */
export const RESULT: ReadingPlan = { kind: 'boolean', members: NONE, other: ANY };
export const CODE: ReadingPlan = { kind: 'code', members: NONE, other: ANY };

/** Members that are read by their names, because the types of the interface don't tell them apart. */
const NAMED: Readonly<Record<string, ReadingPlan>> = {
	result: RESULT,
	error_code: CODE,
	status_code: CODE,
};

export const STRING = SCALARS.string!;
export const LIST_OF_ANY = listOf(ANY);
const SKIP: ReadingPlan = ownItem('skip');
const HOISTED: ReadingPlan = { kind: 'hoisted', members: NONE, other: SKIP };

function ownItem(kind: 'any' | 'skip'): ReadingPlan {
	const plan = { kind, members: NONE, other: undefined as unknown as ReadingPlan };
	plan.other = plan;
	return plan;
}

export function listOf(item: ReadingPlan): ReadingPlan {
	return { kind: 'list', members: NONE, other: item };
}

/** Bounded: one for each plan of the contract, because no plan that is made for a document has one. */
const maps = new Map<ReadingPlan, ReadingPlan>();

/**
 * Plan of an Apache Map that stands for a value of the given plan. A frame and an entry of a Map have no
 * type of their own, so they stay what they are. Otherwise Maps within Maps, and each document with a Map
 * around its answer, would have another plan kept for good.
 */
export function mapOf(base: ReadingPlan): ReadingPlan {
	if (base.kind === 'entry' || base.kind === 'frame') return base;
	let plan = maps.get(base);
	if (plan === undefined) {
		const entry: ReadingPlan = { kind: 'entry', members: NONE, other: base };
		plan = { kind: 'map', members: NONE, other: entry };
		maps.set(base, plan);
	}
	return plan;
}

/** Bounded: one for each object of the contract. */
const structs = new Map<StructName, ReadingPlan>();

/** Plan of an object of the contract. */
export function planOf(type: FieldType): ReadingPlan {
	const scalar = SCALARS[type];
	if (scalar !== undefined) return scalar;
	if (isListType(type)) return listOf(planOf(entryTypeOf(type)));
	const name = type as StructName;
	let plan = structs.get(name);
	if (plan === undefined) {
		const members = new Map<string, PlannedMember>();
		plan = { kind: 'struct', members, other: ANY };
		// Before its members are known, because a division holds divisions.
		structs.set(name, plan);
		for (const [member, field] of Object.entries(structDefinition(name))) {
			members.set(member, { name: member, plan: NAMED[member] ?? planOf(field.type) });
		}
	}
	return plan;
}

/** An object with the given members, and any others as they come. */
export function structOf(members: Record<string, ReadingPlan>): ReadingPlan {
	return { kind: 'struct', members: membersOf(members), other: ANY };
}

/** A document, or a frame in it, of which only the element `root` is read. */
export function documentOf(root: string, plan: ReadingPlan): ReadingPlan {
	return { kind: 'frame', members: membersOf({ [root]: plan }), other: SKIP };
}

/** A SOAP document with the answer of an operation, or a fault (Endpoints, rule 1). */
export function soapDocumentOf(operation: string, returned: ReadingPlan): ReadingPlan {
	const wrapper: ReadingPlan = { kind: 'frame', members: NONE, other: returned };
	return envelopeWith({ [`${operation}Response`]: wrapper, Fault: ANY });
}

/** A SOAP document whose Body holds one element of the given name, and what it refers to. */
export function soapMessageOf(name: string, content: ReadingPlan): ReadingPlan {
	return envelopeWith({ [name]: content });
}

/** @param content of the Body, of which one comes; what it refers to may stand beside it */
function envelopeWith(content: Record<string, ReadingPlan>): ReadingPlan {
	const body: ReadingPlan = { kind: 'frame', members: membersOf(content), other: HOISTED };
	return documentOf('Envelope', documentOf('Body', body));
}
