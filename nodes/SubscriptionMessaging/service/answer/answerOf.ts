/** What the reader makes of an answer: its types come from the contract, as those of requests do. */

import { isObject } from '../collections/object';
import type { CallName } from '../contract/call';
import type {
	FieldType,
	OperationName,
	OPERATIONS,
	StructName,
	STRUCTS,
} from '../contract/contract';

/** What an element without a documented shape becomes. */
export type AnyValue = string | number | boolean | object | null;

/** A member that comes more than once is a list of what came. */
type Several = AnyValue[];

/** By type in the contract. Null is nil; a text that is no number or no truth stays the text that it is. */
interface ReadScalars {
	string: string | null | Several;
	digits: string | null | Several;
	integer: number | string | null | Several;
	boolean: boolean | string | null | Several;
	unknown: AnyValue;
}

/** An entry that is no object, or is missing in a sparse list, is null. */
type ReadList<S extends StructName> = Array<ReadStruct<S> | null>;

/** What comes where an object is expected; a text is none. */
type ReadObject<S extends StructName> = ReadStruct<S> | string | number | boolean | null | Several;

type ReadValue<T extends FieldType> = T extends keyof ReadScalars
	? ReadScalars[T]
	: T extends `${infer S extends StructName}[]`
		? ReadList<S> | null
		: T extends StructName
			? ReadObject<T>
			: never;

/** An object of an answer. Any member may be missing; what is not documented is there, too, without a name. */
export type ReadStruct<S extends StructName> = {
	-readonly [K in keyof (typeof STRUCTS)[S]]?: (typeof STRUCTS)[S][K] extends {
		type: infer T extends FieldType;
	}
		? ReadValue<T>
		: never;
};

/** What is documented is an answer only where it says that the call succeeded. */
type Succeeded = { result: true };

/** The numbers that a plain send was accepted for, and its ticket (Endpoints, rule 6). */
type PlainSendAnswer = Succeeded & {
	message: ReadScalars['string'];
	/** Null for anything but a list of texts. */
	accepted: string[] | null;
	transaction_ticket: string | null;
};

type Returned<N extends OperationName> = (typeof OPERATIONS)[N]['returns'] extends infer S extends
	StructName
	? ReadStruct<S> & Succeeded
	: ReadStruct<'WSGenericResponse'>;

type AnswerTo<N extends CallName> = N extends OperationName ? Returned<N> : PlainSendAnswer;

/** The members that any object of a union has, for code that handles all of them. */
type General<T> = { [K in T extends unknown ? keyof T : never]?: MemberOf<T, K> };

type MemberOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/** An answer in its general form, for code that handles that of any call. */
export type ServiceAnswer = General<AnswerTo<CallName>>;

/** The answer to a call; the reader gives it. */
export type AnswerOf<N extends CallName> = [CallName] extends [N] ? ServiceAnswer : AnswerTo<N>;

type ObjectIn<N extends OperationName> = N extends OperationName
	? (typeof STRUCTS)[Extract<(typeof OPERATIONS)[N]['returns'], StructName>] extends {
			response: { type: infer S extends StructName };
		}
		? ReadStruct<S>
		: never
	: never;

/** What an answer holds, where that is an object, in its general form. */
export type Payload = General<ObjectIn<OperationName>>;

/** A text of an answer; nothing for whatever else came in its place. */
export function textIn(value: AnyValue | undefined): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** An object of an answer; nothing for whatever else came in its place. */
export function objectIn<S extends StructName>(
	value: ReadObject<S> | undefined,
): ReadStruct<S> | undefined {
	return isObject(value) ? value : undefined;
}
