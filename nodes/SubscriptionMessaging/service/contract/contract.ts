/**
 * The Organization, Subscription and Messaging Web Service Interface 2.0.0, stated once.
 *
 * The wire formats, the validation, the readers of answers and the sandbox's WSDL all derive from this
 * file. Section names in the comments are those of the interface's document.
 * Longer than 400 lines, because it is one table of the whole interface.
 */

/** SOAP namespace of every operation and type (Endpoints, rule 1). */
export const NAMESPACE = 'urn:webservices2_0_0';

/** Version that appears in the addresses (Versioning). */
export const INTERFACE_VERSION = '2.0.0';

export const BINDINGS = ['task', 'division', 'message', 'template', 'subscriptionnode'] as const;
type Binding = (typeof BINDINGS)[number];

/**
 * `integer` is a number, `digits` a string of decimal digits (a long code can exceed 32 bits),
 * `unknown` a value whose shape the document does not show: it is passed through as it comes.
 */
export type ScalarType = 'string' | 'integer' | 'digits' | 'boolean' | 'unknown';

export type StructName =
	| 'WSSimpleAuthentication'
	| 'WSAuthentication'
	| 'WSAddress'
	| 'WSDivision'
	| 'WSSubscriptionnode'
	| 'WSKeyword'
	| 'WSSubscriber'
	| 'WSUser'
	| 'WSTemplate'
	| 'WSCustomField'
	| 'WSRecipient'
	| 'WSRecipientEnhanced'
	| 'WSRecipientList'
	| 'WSRecipientEnhancedList'
	| 'WSTransactionDetail'
	| 'WSTransaction'
	| 'WSCarrierPhoneRow'
	| 'WSCarrierPhoneList'
	| 'WSSubscriberList'
	| 'WSTemplateList'
	| 'WSGenericResponse'
	| 'WSCarrierPhoneResponse'
	| 'WSDivisionResponse'
	| 'WSSubscriptionnodeResponse'
	| 'WSSubscriberListResponse'
	| 'WSTemplateResponse'
	| 'WSTemplateListResponse'
	| 'WSTransactionResponse'
	| 'WSMessageResponse';

/** A scalar, an object, or a list of objects (`WSTemplate[]`). */
export type FieldType = ScalarType | StructName | `${StructName}[]`;

/** Whether a value is a list of objects. */
export function isListType(type: FieldType): type is `${StructName}[]` {
	return type.endsWith('[]');
}

/** Type of the entries of a list. */
export function entryTypeOf<S extends StructName>(type: `${S}[]`): S {
	return type.slice(0, -2) as S;
}

export interface FieldDefinition {
	readonly type: FieldType;
	/** A value must be given wherever the object that holds the field is given. */
	readonly required?: true;
	/** Largest number of characters (Limits). */
	readonly maxLength?: number;
	/** Largest number of decimal digits of an integer (Limits: carrier "declared as 4"). */
	readonly maxDigits?: number;
	/** Only these integers are defined (Recipient: type). */
	readonly oneOf?: readonly number[];
	/** Written as nil when it has no value, because the service wants the member present (Division). */
	readonly alwaysPresent?: true;
}

export interface ParameterDefinition extends FieldDefinition {
	readonly name: string;
	/** Members of an object parameter that this operation requires, beyond those of the object itself. */
	readonly requires?: readonly string[];
	/** A second name under which the document also shows the parameter; SOAP carries both, this one last. */
	readonly secondName?: string;
	/** Name in the name-value-pair form where it differs from `name`. */
	readonly nvpName?: string;
	/** Largest number of comma-separated entries (Limits). */
	readonly maxEntries?: number;
}

/**
 * What a call does at the service: nothing, a change of the organization, or a send. So it tells what a
 * repetition would do: to read again is harmless.
 */
export type Effect = 'read' | 'change' | 'send';

export interface OperationDefinition {
	readonly binding: Binding;
	readonly auth: 'WSAuthentication' | 'WSSimpleAuthentication';
	/** In the order of the document, after `auth`. */
	readonly parameters: readonly ParameterDefinition[];
	/** `unknown` where the document does not show the output. */
	readonly returns: StructName | 'unknown';
	/** Whether the document shows a name-value-pair form of the operation. */
	readonly nvp: boolean;
	readonly effect: Effect;
}

/** The six recipient types (Recipient). */
export const RECIPIENT_TYPES = {
	1: 'SMS',
	2: 'SMS Email Gateway',
	3: 'Text To Voice',
	4: 'Email',
	5: 'Text Number',
	6: 'Invalid Address',
} as const;

/** Whether a recipient of this type may get an SMS, which calls and emails are not. */
export function isSms(type: unknown): boolean {
	return ![3, 4].includes(Number(type));
}

/** Limits that no single field definition can carry (Limits). */
export const LIMITS = {
	/** username, password, api_key and keyword, in characters. */
	credential: 40,
	keyword: 40,
	/** Message text in characters. */
	message: 160,
	/** Message text in a language other than English, in UTF-16 units, as carriers count it. */
	messageNotEnglish: 70,
	customTicket: 50,
	statusUrl: 500,
	/** Phone numbers in one carrier look-up, and in one plain send. */
	phoneNumbers: 100,
} as const;

const credentialString = { type: 'string', required: true, maxLength: LIMITS.credential } as const;

/** Every object of the interface with its members (Resources and their fields). */
export const STRUCTS = {
	WSSimpleAuthentication: {
		username: credentialString,
		password: credentialString,
		api_key: credentialString,
	},
	WSAuthentication: {
		username: credentialString,
		password: credentialString,
		api_key: credentialString,
		code: { type: 'digits', required: true },
		keyword: { type: 'string', required: true, maxLength: LIMITS.keyword },
		thread: { type: 'boolean' },
	},
	WSAddress: {
		city: { type: 'string' },
		state: { type: 'string' },
		state_abbr: { type: 'string' },
		street: { type: 'string' },
		street2: { type: 'string' },
		zip: { type: 'integer' },
	},
	WSDivision: {
		name: { type: 'string' },
		email: { type: 'string' },
		phone: { type: 'string' },
		url: { type: 'string' },
		address: { type: 'WSAddress' },
		keyword: { type: 'string', alwaysPresent: true },
		default_code: { type: 'string', alwaysPresent: true },
		divisions: { type: 'WSDivision[]', alwaysPresent: true },
		subscriptionnodes: { type: 'WSSubscriptionnode[]', alwaysPresent: true },
	},
	WSSubscriptionnode: {
		name: { type: 'string' },
		ispublic: { type: 'integer' },
		stackOrder: { type: 'integer' },
		keyword: { type: 'string' },
		keywords: { type: 'WSKeyword[]' },
		default_code: { type: 'string' },
	},
	WSKeyword: {
		word: { type: 'string' },
		note: { type: 'string' },
		response: { type: 'string' },
		subscribed_response: { type: 'string' },
		callback_url: { type: 'string' },
		auto_subscribe: { type: 'integer' },
		keyword_type: { type: 'integer' },
		app_identifier: { type: 'string' },
		active: { type: 'integer' },
		fields: { type: 'unknown' },
	},
	WSSubscriber: {
		name: { type: 'string' },
		email: { type: 'integer' },
		landline: { type: 'integer' },
		mobiletxt: { type: 'integer' },
		mobilevoice: { type: 'integer' },
		subscribed_type: { type: 'integer' },
		created_at: { type: 'string' },
		updated_at: { type: 'string' },
		unsubdate: { type: 'string' },
		custom_field: { type: 'string' },
		default_keyword: { type: 'string' },
		user: { type: 'WSUser' },
	},
	WSUser: {
		first_name: { type: 'string' },
		last_name: { type: 'string' },
		phone: { type: 'string' },
		email: { type: 'string' },
		landline: { type: 'string' },
		carrier: { type: 'string' },
		password: { type: 'string' },
		role_id: { type: 'integer' },
		address: { type: 'WSAddress' },
	},
	WSTemplate: {
		id: { type: 'string' },
		title: { type: 'string' },
		subject: { type: 'string' },
		text: { type: 'string' },
		description: { type: 'string' },
	},
	WSCustomField: {
		name: { type: 'string' },
		value: { type: 'string' },
	},
	WSRecipient: {
		sendTo: { type: 'string', required: true },
		type: { type: 'integer', required: true, oneOf: [1, 2, 3, 4, 5, 6] },
		carrier: { type: 'integer', maxDigits: 4 },
		customfields: { type: 'WSCustomField[]' },
	},
	WSRecipientEnhanced: {
		sendTo: { type: 'string', required: true },
		type: { type: 'integer', required: true, oneOf: [1, 2, 3, 4, 5, 6] },
		carrier: { type: 'integer', maxDigits: 4 },
		customfields: { type: 'WSCustomField[]' },
		country: { type: 'string' },
		locale: { type: 'string' },
		message: { type: 'string' },
	},
	WSRecipientList: { recipients: { type: 'WSRecipient[]', required: true } },
	WSRecipientEnhancedList: { recipients: { type: 'WSRecipientEnhanced[]', required: true } },
	WSTransactionDetail: {
		sendTo: { type: 'string' },
		status_code: { type: 'integer' },
		status_message: { type: 'string' },
	},
	WSTransaction: { transactionlist: { type: 'WSTransactionDetail[]' } },
	WSCarrierPhoneRow: {
		phone: { type: 'string' },
		carrier: { type: 'string' },
		carrier_id: { type: 'string' },
		international: { type: 'boolean' },
		landline: { type: 'boolean' },
		invalid: { type: 'boolean' },
	},
	WSCarrierPhoneList: { list: { type: 'WSCarrierPhoneRow[]' } },
	WSSubscriberList: { subscribers: { type: 'WSSubscriber[]' } },
	WSTemplateList: { templates: { type: 'WSTemplate[]' } },
	WSGenericResponse: envelopeOf('unknown'),
	WSCarrierPhoneResponse: envelopeOf('WSCarrierPhoneList'),
	WSDivisionResponse: envelopeOf('WSDivision'),
	WSSubscriptionnodeResponse: envelopeOf('WSSubscriptionnode'),
	WSSubscriberListResponse: envelopeOf('WSSubscriberList'),
	WSTemplateResponse: envelopeOf('WSTemplate'),
	WSTemplateListResponse: envelopeOf('WSTemplateList'),
	WSTransactionResponse: envelopeOf('WSTransaction'),
	WSMessageResponse: {
		result: { type: 'boolean' },
		error_code: { type: 'integer' },
		message: { type: 'string' },
		transaction_ticket: { type: 'string' },
		custom_ticket: { type: 'string' },
	},
} as const satisfies Record<StructName, Record<string, FieldDefinition>>;

/** The response envelope of all operations except sends (Response envelope). */
function envelopeOf<const T extends FieldType>(response: T) {
	return {
		result: { type: 'boolean' },
		error_code: { type: 'integer' },
		message: { type: 'string' },
		response: { type: response },
	} as const;
}

const divisionType = { name: 'division', type: 'WSDivision', required: true } as const;
const groupType = {
	name: 'group',
	type: 'WSSubscriptionnode',
	required: true,
	requires: ['name'],
} as const;
const templateType = {
	name: 'template',
	type: 'WSTemplate',
	required: true,
	requires: ['id'],
} as const;
const phoneList = {
	name: 'phone_list',
	type: 'string',
	required: true,
	secondName: 'phone',
	nvpName: 'phone',
	maxEntries: LIMITS.phoneNumbers,
} as const;
const shortUrlParameters = { name: 'params', type: 'WSCustomField[]' } as const;
const sentTo = { name: 'sentTo', type: 'string', secondName: 'phone', nvpName: 'phone' } as const;
const customTicketType = {
	name: 'custom_ticket',
	type: 'string',
	maxLength: LIMITS.customTicket,
} as const;
const statusUrl = { name: 'status_url', type: 'string', maxLength: LIMITS.statusUrl } as const;

const onUnit = { auth: 'WSAuthentication', nvp: true } as const;
const onDivision = { ...onUnit, binding: 'division', returns: 'WSDivisionResponse' } as const;
const onGroup = {
	...onUnit,
	binding: 'subscriptionnode',
	returns: 'WSSubscriptionnodeResponse',
} as const;
const onTemplate = { ...onUnit, binding: 'template', returns: 'WSTemplateResponse' } as const;

/** The 31 operations of the five bindings (Endpoints), in the order of the document. */
export const OPERATIONS = {
	authenticationTest: {
		...onUnit,
		binding: 'task',
		parameters: [],
		returns: 'WSGenericResponse',
		effect: 'read',
	},
	test: { ...onUnit, binding: 'task', parameters: [], returns: 'unknown', effect: 'read' },
	getCellularCarrier: {
		binding: 'task',
		auth: 'WSSimpleAuthentication',
		parameters: [phoneList, { name: 'show_carrier_id', type: 'boolean' }],
		returns: 'WSCarrierPhoneResponse',
		nvp: true,
		effect: 'read',
	},
	getCellularCarrierId: {
		binding: 'task',
		auth: 'WSSimpleAuthentication',
		parameters: [phoneList],
		returns: 'WSCarrierPhoneResponse',
		nvp: true,
		effect: 'read',
	},
	getOrganizationTree: {
		...onUnit,
		binding: 'task',
		parameters: [],
		returns: 'WSDivisionResponse',
		effect: 'read',
	},
	createShortURL: {
		...onUnit,
		binding: 'task',
		parameters: [{ name: 'url', type: 'string', required: true }, shortUrlParameters],
		returns: 'unknown',
		effect: 'change',
	},
	updateShortURL: {
		...onUnit,
		binding: 'task',
		parameters: [
			{ name: 'url', type: 'string', required: true },
			{ name: 'short_url', type: 'string', required: true },
			shortUrlParameters,
		],
		returns: 'unknown',
		effect: 'change',
	},

	createDivision: {
		...onDivision,
		parameters: [{ ...divisionType, requires: ['name'] }],
		effect: 'change',
	},
	readDivision: { ...onDivision, parameters: [], effect: 'read' },
	updateDivision: { ...onDivision, parameters: [divisionType], effect: 'change' },
	deleteDivision: { ...onDivision, parameters: [], effect: 'change' },
	restoreDivision: { ...onDivision, parameters: [], effect: 'change' },

	createSubscriptionnode: { ...onGroup, parameters: [groupType], effect: 'change' },
	readSubscriptionnode: { ...onGroup, parameters: [], effect: 'read' },
	updateSubscriptionnode: { ...onGroup, parameters: [groupType], effect: 'change' },
	deleteSubscriptionnode: { ...onGroup, parameters: [], effect: 'change' },
	restoreSubscriptionnode: { ...onGroup, parameters: [], effect: 'change' },
	getActiveSubscribers: {
		...onGroup,
		parameters: [],
		returns: 'WSSubscriberListResponse',
		effect: 'read',
	},
	getAllSubscribers: {
		...onGroup,
		parameters: [],
		returns: 'WSSubscriberListResponse',
		effect: 'read',
	},
	getDivisionGroups: { ...onGroup, parameters: [], returns: 'WSDivisionResponse', effect: 'read' },

	sendMessage: {
		...onUnit,
		binding: 'message',
		parameters: [
			{ name: 'message', type: 'string', required: true, maxLength: LIMITS.message },
			{ name: 'recipientList', type: 'WSRecipientList' },
			customTicketType,
			statusUrl,
		],
		returns: 'WSMessageResponse',
		effect: 'send',
	},
	sendMessageSpecifyLocale: {
		binding: 'message',
		auth: 'WSAuthentication',
		parameters: [
			{ name: 'message', type: 'string', required: true, maxLength: LIMITS.message },
			{ name: 'recipientList', type: 'WSRecipientEnhancedList', required: true },
			customTicketType,
			statusUrl,
		],
		returns: 'WSMessageResponse',
		nvp: false,
		effect: 'send',
	},
	sendTemplateMessage: {
		binding: 'message',
		auth: 'WSAuthentication',
		parameters: [
			{ name: 'template', type: 'WSTemplate', required: true },
			{ name: 'recipientList', type: 'WSRecipientList', required: true },
			customTicketType,
			statusUrl,
		],
		returns: 'WSMessageResponse',
		nvp: false,
		effect: 'send',
	},
	getTransactionStatus: {
		...onUnit,
		binding: 'message',
		parameters: [{ name: 'transaction_ticket_id', type: 'string', required: true }, sentTo],
		returns: 'WSTransactionResponse',
		effect: 'read',
	},
	getCustomTransactionStatus: {
		...onUnit,
		binding: 'message',
		parameters: [{ ...customTicketType, required: true }, sentTo],
		returns: 'WSTransactionResponse',
		effect: 'read',
	},

	createTemplate: { ...onTemplate, parameters: [templateType], effect: 'change' },
	readTemplate: { ...onTemplate, parameters: [templateType], effect: 'read' },
	updateTemplate: { ...onTemplate, parameters: [templateType], effect: 'change' },
	deleteTemplate: { ...onTemplate, parameters: [templateType], effect: 'change' },
	restoreTemplate: { ...onTemplate, parameters: [templateType], effect: 'change' },
	getTemplates: {
		...onTemplate,
		parameters: [],
		returns: 'WSTemplateListResponse',
		effect: 'read',
	},
} as const satisfies Record<string, OperationDefinition>;

export type OperationName = keyof typeof OPERATIONS;

/** Definition of an operation in its general form, for code that handles any of them. */
export function operationDefinition(name: OperationName): OperationDefinition {
	return OPERATIONS[name];
}

/** Members of an object in their general form, for code that handles any of them. */
export function structDefinition(name: StructName): Readonly<Record<string, FieldDefinition>> {
	return STRUCTS[name];
}

/**
 * The plain HTTP send (Endpoints): at most 100 phone numbers, one message, the group's keyword.
 * It has neither tickets of its own choice nor a status address.
 */
export const PLAIN_SEND = {
	rootElement: 'sendMessageSpecifyNumbers',
	auth: 'WSAuthentication',
	parameters: [
		{ name: 'phone', type: 'string', required: true, maxEntries: LIMITS.phoneNumbers },
		// The document gives no limit here; that of sendMessage is taken, because both are one message.
		{ name: 'message', type: 'string', required: true, maxLength: LIMITS.message },
	],
} as const satisfies {
	rootElement: string;
	auth: StructName;
	parameters: readonly ParameterDefinition[];
};

export function effectOf(operation: OperationName | 'plainSend'): Effect {
	return operation === 'plainSend' ? 'send' : operationDefinition(operation).effect;
}
