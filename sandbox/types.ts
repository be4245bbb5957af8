/**
 * What the sandbox reads and writes: the objects of the interface with their members
 * (Resources and their fields), written down here a second time on purpose, so that the sandbox
 * and the package's own contract check each other. Members stand in the order of the wire.
 */

/** The version of the interface, as addresses name it. */
export const VERSION = '2.0.0';

type ScalarName = 'string' | 'int' | 'long' | 'boolean' | 'anyType';
/** A scalar, the name of an object, or that name and `[]` for a list. */
export type TypeName = ScalarName | `WS${string}`;

type Members = Readonly<Record<string, TypeName>>;

const envelope = <const T extends TypeName>(response: T) =>
	({ error_code: 'int', message: 'string', response, result: 'boolean' }) as const;

const STRUCTS = {
	WSSimpleAuthentication: { api_key: 'string', password: 'string', username: 'string' },
	WSAuthentication: {
		api_key: 'string',
		code: 'long',
		keyword: 'string',
		password: 'string',
		thread: 'boolean',
		username: 'string',
	},
	WSAddress: {
		city: 'string',
		state: 'string',
		state_abbr: 'string',
		street: 'string',
		street2: 'string',
		zip: 'int',
	},
	WSDivision: {
		address: 'WSAddress',
		default_code: 'string',
		divisions: 'WSDivision[]',
		email: 'string',
		keyword: 'string',
		name: 'string',
		phone: 'string',
		subscriptionnodes: 'WSSubscriptionnode[]',
		url: 'string',
	},
	WSSubscriptionnode: {
		default_code: 'string',
		ispublic: 'int',
		keyword: 'string',
		keywords: 'WSKeyword[]',
		name: 'string',
		stackOrder: 'int',
	},
	WSKeyword: {
		active: 'int',
		app_identifier: 'string',
		auto_subscribe: 'int',
		callback_url: 'string',
		fields: 'anyType',
		keyword_type: 'int',
		note: 'string',
		response: 'string',
		subscribed_response: 'string',
		word: 'string',
	},
	WSSubscriber: {
		created_at: 'string',
		custom_field: 'string',
		default_keyword: 'string',
		email: 'int',
		landline: 'int',
		mobiletxt: 'int',
		mobilevoice: 'int',
		name: 'string',
		subscribed_type: 'int',
		unsubdate: 'string',
		updated_at: 'string',
		user: 'WSUser',
	},
	WSUser: {
		address: 'WSAddress',
		carrier: 'string',
		email: 'string',
		first_name: 'string',
		landline: 'string',
		last_name: 'string',
		password: 'string',
		phone: 'string',
		role_id: 'int',
	},
	WSTemplate: {
		description: 'string',
		id: 'string',
		subject: 'string',
		text: 'string',
		title: 'string',
	},
	WSCustomField: { name: 'string', value: 'string' },
	WSRecipient: {
		carrier: 'int',
		customfields: 'WSCustomField[]',
		sendTo: 'string',
		type: 'int',
	},
	WSRecipientEnhanced: {
		carrier: 'int',
		country: 'string',
		customfields: 'WSCustomField[]',
		locale: 'string',
		message: 'string',
		sendTo: 'string',
		type: 'int',
	},
	WSRecipientList: { recipients: 'WSRecipient[]' },
	WSRecipientEnhancedList: { recipients: 'WSRecipientEnhanced[]' },
	WSTransactionDetail: { sendTo: 'string', status_code: 'int', status_message: 'string' },
	WSTransaction: { transactionlist: 'WSTransactionDetail[]' },
	WSCarrierPhoneRow: {
		carrier: 'string',
		carrier_id: 'string',
		international: 'boolean',
		invalid: 'boolean',
		landline: 'boolean',
		phone: 'string',
	},
	WSCarrierPhoneList: { list: 'WSCarrierPhoneRow[]' },
	WSSubscriberList: { subscribers: 'WSSubscriber[]' },
	WSTemplateList: { templates: 'WSTemplate[]' },
	WSGenericResponse: envelope('anyType'),
	WSCarrierPhoneResponse: envelope('WSCarrierPhoneList'),
	WSDivisionResponse: envelope('WSDivision'),
	WSSubscriptionnodeResponse: envelope('WSSubscriptionnode'),
	WSSubscriberListResponse: envelope('WSSubscriberList'),
	WSTemplateResponse: envelope('WSTemplate'),
	WSTemplateListResponse: envelope('WSTemplateList'),
	WSTransactionResponse: envelope('WSTransaction'),
	WSMessageResponse: {
		custom_ticket: 'string',
		error_code: 'int',
		message: 'string',
		result: 'boolean',
		transaction_ticket: 'string',
	},
} as const;

export type StructName = keyof typeof STRUCTS;

/** A value that is written: members that are undefined are left out, null is nil. */
export type Outgoing =
	| string
	| number
	| boolean
	| null
	| undefined
	| readonly Outgoing[]
	| { readonly [member: string]: Outgoing };

/** A value that was read: scalars stay text until an operation asks for more. */
export type Incoming = string | null | Incoming[] | IncomingStruct;
export interface IncomingStruct {
	[member: string]: Incoming | undefined;
}

export function members(name: StructName): Members {
	return STRUCTS[name];
}

/** Name of a list's items, or undefined where the type is no list. */
export function itemOf(type: TypeName): StructName | undefined {
	return type.endsWith('[]') ? (type.slice(0, -2) as StructName) : undefined;
}

export function isStruct(type: TypeName): type is StructName {
	return type in STRUCTS;
}
