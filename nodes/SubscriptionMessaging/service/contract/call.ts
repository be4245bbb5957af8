import type {
	FieldType,
	OPERATIONS,
	OperationName,
	PLAIN_SEND,
	StructName,
	STRUCTS,
} from './contract';

/** The operations of the interface, and the plain send (Endpoints, rule 5). */
export type CallName = OperationName | 'plainSend';

/** Sends that carry a custom ticket, by which the service can be asked for them later. */
export type TicketedName = 'sendMessage' | 'sendMessageSpecifyLocale' | 'sendTemplateMessage';

/** Questions for the status of a send. */
export type StatusQuestion = 'getTransactionStatus' | 'getCustomTransactionStatus';

/** A value in a request, for what writes any of them by the contract. */
export type Given = string | number | boolean | object | null | undefined;

/** Parameters, or the members of an object among them, by the names of the contract. */
export interface GivenMembers {
	readonly [name: string]: Given;
}

/**
 * A value in a request, by its type in the contract. An integer may be given as its decimal digits,
 * because a ZIP code can begin with 0.
 */
type GivenValue<T extends FieldType> = T extends 'string' | 'digits'
	? string
	: T extends 'integer'
		? number | string
		: T extends 'boolean'
			? boolean
			: T extends 'unknown'
				? Given
				: T extends `${infer S extends StructName}[]`
					? ReadonlyArray<GivenStruct<S>>
					: T extends StructName
						? GivenStruct<T>
						: never;

type Members<S extends StructName> = (typeof STRUCTS)[S];

type Required = { readonly required: true };

/** An object in a request: members that the contract requires have a value. */
export type GivenStruct<S extends StructName> = {
	readonly [K in keyof Members<S> as Members<S>[K] extends Required ? K : never]: GivenMember<
		Members<S>[K]
	>;
} & {
	readonly [K in keyof Members<S> as Members<S>[K] extends Required ? never : K]?:
		| GivenMember<Members<S>[K]>
		| null
		| undefined;
};

type GivenMember<F> = F extends { readonly type: infer T extends FieldType }
	? GivenValue<T>
	: never;

type ParameterOf<N extends CallName> = (N extends OperationName
	? (typeof OPERATIONS)[N]
	: typeof PLAIN_SEND)['parameters'][number];

/** What follows the authentication object, by the names of the contract. */
export type ParametersOf<N extends CallName> = N extends CallName
	? {
			readonly [P in ParameterOf<N> as P extends Required ? P['name'] : never]: GivenMember<P>;
		} & {
			readonly [P in ParameterOf<N> as P extends Required ? never : P['name']]?:
				| GivenMember<P>
				| null
				| undefined;
		}
	: never;

/**
 * A value of which only the form is known: any member may be missing, and a number may be whatever an
 * expression gave. `validate` tells whether it is complete.
 */
export type Entered<T> = unknown extends T
	? unknown
	: T extends number
		? unknown
		: T extends ReadonlyArray<infer E>
			? ReadonlyArray<Entered<E>>
			: T extends object
				? { readonly [K in keyof T]?: Entered<T[K]> | undefined }
				: T;

/** What addresses a unit: a company, a division or a group. */
export interface Unit {
	/** Decimal digits. */
	readonly code: string;
	/** The unit the operation acts on. */
	readonly keyword: string;
}

/** What goes into the authentication object, and whom a send without recipients is for. */
interface Addressee extends Unit {
	readonly thread?: boolean;
	/**
	 * Asks for a send to everyone in the unit. The service sends to everyone whenever a list is
	 * missing or empty, so without this a send without recipients is refused by `validate`.
	 */
	readonly everyone?: boolean;
}

type ByOperation<N extends CallName> = N extends CallName
	? { readonly operation: N; readonly parameters: ParametersOf<N> }
	: never;

type EnteredByOperation<N extends CallName> = N extends CallName
	? { readonly operation: N; readonly parameters: Entered<ParametersOf<N>> }
	: never;

/** One operation to be called, with valid parameters. */
export type CallOf<N extends CallName> = Addressee & ByOperation<N>;
export type Call = CallOf<CallName>;

/** One operation to be called, as it was entered. */
export type EnteredCall = Addressee & EnteredByOperation<CallName>;

/** What is entered of a call by the fields of one operation; the rest is the same for all of them. */
export type EnteredRequest<N extends CallName = CallName> = Partial<Omit<Addressee, 'code'>> &
	EnteredByOperation<N>;

export type Recipient = GivenStruct<'WSRecipientEnhanced'>;

const TICKETED: ReadonlySet<CallName> = new Set<TicketedName>([
	'sendMessage',
	'sendMessageSpecifyLocale',
	'sendTemplateMessage',
]);

export function isTicketed<C extends { readonly operation: CallName }>(
	call: C,
): call is Extract<C, { readonly operation: TicketedName }> {
	return TICKETED.has(call.operation);
}

/** A call that asks for the carriers of phone numbers. */
export function isLookUp<C extends { readonly operation: CallName }>(
	call: C,
): call is Extract<C, { readonly operation: 'getCellularCarrier' | 'getCellularCarrierId' }> {
	return call.operation === 'getCellularCarrier' || call.operation === 'getCellularCarrierId';
}

/** A call that asks for the status of a send. */
export function isStatusQuestion<C extends { readonly operation: CallName }>(
	call: C,
): call is Extract<C, { readonly operation: StatusQuestion }> {
	return (
		call.operation === 'getTransactionStatus' || call.operation === 'getCustomTransactionStatus'
	);
}

/** The call with other values for some of its parameters. */
export function withParameters<C extends { readonly parameters: object }>(
	call: C,
	change: Partial<C['parameters']>,
): C {
	return { ...call, parameters: { ...call.parameters, ...change } };
}

/** The call to these recipients in place of its own. */
export function withRecipients<C extends { readonly parameters: object }>(
	call: C,
	recipients: readonly Recipient[],
): C {
	return { ...call, parameters: { ...call.parameters, recipientList: { recipients } } };
}

/** Entries of the list of recipients; none where there is no list, or something else in its place. */
export function recipientsOf(call: Pick<Call, 'parameters'>): readonly Recipient[];
export function recipientsOf(
	call: Pick<EnteredRequest, 'parameters'>,
): ReadonlyArray<Entered<Recipient>>;
export function recipientsOf({ parameters }: Pick<EnteredRequest, 'parameters'>) {
	const entered = 'recipientList' in parameters ? parameters.recipientList?.recipients : undefined;
	return Array.isArray(entered) ? entered : [];
}

/** The custom ticket of a send, or of a question for one. */
export function customTicketOf({
	parameters,
}: Pick<EnteredRequest, 'parameters'>): string | undefined {
	return ('custom_ticket' in parameters && parameters.custom_ticket) || undefined;
}

/** A custom ticket, or the beginning of some, as it is sent and asked for: letters that look alike are the same. */
export function ticketIn(entered: string): string {
	return entered.trim().normalize();
}

/** Equal for custom tickets that a service may take for one: not each tells capital letters from small ones. */
export function comparableTicket(custom_ticket: string | undefined): string | undefined {
	return custom_ticket?.toLowerCase();
}

/** Numbers that a look-up asks for, or that a plain send goes to. */
export function numbersOf({ parameters }: Pick<EnteredRequest, 'parameters'>): string[] {
	if ('phone_list' in parameters) return (parameters.phone_list ?? '').split(',');
	return 'phone' in parameters ? (parameters.phone ?? '').split(',') : [];
}

/** Whom a send names, in the order of its request. A number of a plain send gets a text message (type 1). */
export function addresseesOf(call: Call): ReadonlyArray<Pick<Recipient, 'sendTo' | 'type'>> {
	if (call.operation !== 'plainSend') return recipientsOf(call);
	return numbersOf(call).flatMap((sendTo) => (sendTo === '' ? [] : [{ sendTo, type: 1 }]));
}

/** How many a call is for; a message to everyone counts as one, because only the service knows them. */
export function recipientsIn(call: Call): number {
	return Math.max(addresseesOf(call).length, 1);
}

/** Text of a send; undefined where only the service knows it, as of a stored template. */
export function textOf({ parameters }: Pick<EnteredRequest, 'parameters'>): string | undefined {
	if ('message' in parameters) return parameters.message;
	return ('template' in parameters && parameters.template?.text) || undefined;
}
