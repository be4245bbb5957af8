/**
 * The facts of the interface, transcribed from its document by hand and not from the contract, so that
 * the contract can be held against them: the only statement of them in the tests. The sandbox has a copy
 * of its own, from which it answers: members in `sandbox/types.ts`, limits in `sandbox/operations/operation.ts`. Types are written as the document writes them.
 */

/** When the document asks for a member. */
export type Need =
	| 'always'
	| 'create'
	| 'create and update'
	| 'every template operation'
	| 'optional'
	| 'unstated';

export interface MemberFact {
	type: string;
	need: Need;
	/** Most characters. */
	max?: number;
	/** Most digits. */
	maxDigits?: number;
}

export interface InputFact extends MemberFact {
	name: string;
	/** The second name that the document gives, and where it says that it is used. */
	alsoNamed?: { name: string; in: 'SOAP and NVP' | 'NVP' };
	/** Members of the object that this operation needs. */
	needs?: string[];
	/** Most characters of single members in this operation. */
	memberMax?: Record<string, number>;
	/** Most entries of a comma-separated text. */
	maxEntries?: number;
	/** Most characters when the language is not English. */
	maxOtherLanguages?: number;
}

export interface OperationFact {
	binding: string;
	auth: 'WSAuthentication' | 'WSSimpleAuthentication';
	inputs: InputFact[];
	/** Response type, or `unknown` where the document does not show it. */
	output: string;
}

const text = (need: Need = 'unstated', max?: number): MemberFact => ({
	type: 'string',
	need,
	...(max === undefined ? {} : { max }),
});
const integer = (need: Need = 'unstated'): MemberFact => ({ type: 'integer', need });
const boolean = (need: Need = 'unstated'): MemberFact => ({ type: 'boolean', need });
const arrayOf = (entry: string, need: Need = 'unstated'): MemberFact => ({
	type: `array of ${entry}`,
	need,
});

export const NAMESPACE = 'urn:webservices2_0_0';
export const VERSION = '2.0.0';

export const ADDRESSES: Record<string, string> = {
	'SOAP description': '{base_url}/webservices/?version=2.0.0&wsdl',
	'SOAP service, task operations': '{base_url}/webservices/task/2.0.0',
	'SOAP service, division operations': '{base_url}/webservices/division/2.0.0',
	'SOAP service, message operations': '{base_url}/webservices/message/2.0.0',
	'SOAP service, template operations': '{base_url}/webservices/template/2.0.0',
	'SOAP service, group operations': '{base_url}/webservices/subscriptionnode/2.0.0',
	NVP: '{base_url}/httppost/nvp?version=2.0.0&method_name=<binding>.<operation>&username=<u>&password=<p>&api_key=<k>&code=<code>&keyword=<kw>&<operation parameters>',
	'Plain send':
		'{base_url}/httppost?phone=<comma list>&username=<u>&password=<p>&api_key=<k>&code=<code>&keyword=<group keyword>&message=<text>',
};

export const BINDINGS = ['task', 'division', 'message', 'template', 'subscriptionnode'];

/** Members of the authentication object; the simple one holds the first three. */
export const AUTHENTICATION: Record<string, MemberFact> = {
	username: text('always', 40),
	password: text('always', 40),
	api_key: text('always', 40),
	code: integer('always'),
	keyword: text('always', 40),
	thread: boolean('optional'),
};
export const SIMPLE_AUTHENTICATION = ['username', 'password', 'api_key'];

export const ENVELOPE: Record<string, string> = {
	result: 'boolean',
	error_code: 'integer',
	message: 'string',
	response: 'typed per operation',
};

export const MESSAGE_ENVELOPE = [
	'custom_ticket',
	'error_code',
	'message',
	'result',
	'transaction_ticket',
];

/** What `response` of each response type holds: an object, one with a list, or nothing (null). */
export const RESPONSES: Record<string, string | Record<string, string> | null> = {
	WSGenericResponse: null,
	WSCarrierPhoneResponse: { list: 'array of WSCarrierPhoneRow' },
	WSDivisionResponse: 'WSDivision',
	WSSubscriptionnodeResponse: 'WSSubscriptionnode',
	WSSubscriberListResponse: { subscribers: 'array of WSSubscriber' },
	WSTemplateResponse: 'WSTemplate',
	WSTemplateListResponse: { templates: 'array of WSTemplate' },
	WSTransactionResponse: { transactionlist: 'array of WSTransactionDetail' },
	WSMessageResponse: null,
};

export const OBJECTS: Record<string, Record<string, MemberFact>> = {
	WSDivision: {
		name: text('create'),
		email: text('optional'),
		phone: text('optional'),
		url: text('optional'),
		address: { type: 'WSAddress', need: 'optional' },
		keyword: text(),
		default_code: text(),
		divisions: arrayOf('WSDivision'),
		subscriptionnodes: arrayOf('WSSubscriptionnode'),
	},
	WSAddress: {
		city: text('optional'),
		state: text('optional'),
		state_abbr: text('optional'),
		street: text('optional'),
		street2: text('optional'),
		zip: integer('optional'),
	},
	WSSubscriptionnode: {
		name: text('create and update'),
		ispublic: integer('optional'),
		stackOrder: integer('optional'),
		keyword: text(),
		keywords: arrayOf('WSKeyword'),
		default_code: text(),
	},
	WSKeyword: {
		word: text(),
		note: text(),
		response: text(),
		subscribed_response: text(),
		callback_url: text(),
		auto_subscribe: integer(),
		keyword_type: integer(),
		app_identifier: text(),
		active: integer(),
		fields: { type: 'element', need: 'unstated' },
	},
	WSSubscriber: {
		name: text(),
		email: integer(),
		landline: integer(),
		mobiletxt: integer(),
		mobilevoice: integer(),
		subscribed_type: integer(),
		created_at: text(),
		updated_at: text(),
		unsubdate: text(),
		custom_field: text(),
		default_keyword: text(),
		user: { type: 'WSUser', need: 'unstated' },
	},
	WSUser: {
		first_name: text(),
		last_name: text(),
		phone: text(),
		email: text(),
		landline: text(),
		carrier: text(),
		password: text(),
		role_id: integer(),
		address: { type: 'WSAddress', need: 'unstated' },
	},
	WSTemplate: {
		id: text('every template operation'),
		title: text('optional'),
		subject: text('optional'),
		text: text(),
		description: text('optional'),
	},
	WSRecipient: {
		sendTo: text('always'),
		type: integer('always'),
		carrier: { ...integer('optional'), maxDigits: 4 },
		customfields: arrayOf('WSCustomField', 'optional'),
	},
	WSRecipientEnhanced: {
		sendTo: text('always'),
		type: integer('always'),
		carrier: { ...integer('optional'), maxDigits: 4 },
		customfields: arrayOf('WSCustomField', 'optional'),
		country: text('optional'),
		locale: text('optional'),
		message: text('optional'),
	},
	WSRecipientList: { recipients: arrayOf('WSRecipient', 'always') },
	WSRecipientEnhancedList: { recipients: arrayOf('WSRecipientEnhanced', 'always') },
	WSCustomField: { name: text(), value: text() },
	WSTransactionDetail: { sendTo: text(), status_code: integer(), status_message: text() },
	WSCarrierPhoneRow: {
		phone: text(),
		carrier: text(),
		carrier_id: text(),
		international: boolean(),
		landline: boolean(),
		invalid: boolean(),
	},
};

/** Members that must be in a division that is passed, with or without a value. */
export const DIVISION_MEMBERS_PRESENT = [
	'keyword',
	'default_code',
	'divisions',
	'subscriptionnodes',
];

export const RECIPIENT_TYPES: Record<number, string> = {
	1: 'SMS',
	2: 'SMS Email Gateway',
	3: 'Text To Voice',
	4: 'Email',
	5: 'Text Number',
	6: 'Invalid Address',
};

const phoneList: InputFact = {
	name: 'phone_list',
	...text('always'),
	maxEntries: 100,
	alsoNamed: { name: 'phone', in: 'SOAP and NVP' },
};
const params: InputFact = { name: 'params', ...arrayOf('WSCustomField', 'optional') };
const customTicket: InputFact = { name: 'custom_ticket', ...text('optional', 50) };
const statusUrl: InputFact = { name: 'status_url', ...text('optional', 500) };
const sentTo: InputFact = {
	name: 'sentTo',
	...text('optional'),
	alsoNamed: { name: 'phone', in: 'NVP' },
};
const division = (needs: string[]): InputFact => ({
	name: 'division',
	type: 'WSDivision',
	need: 'always',
	needs,
});
const group: InputFact = {
	name: 'group',
	type: 'WSSubscriptionnode',
	need: 'always',
	needs: ['name'],
};
const template: InputFact = { name: 'template', type: 'WSTemplate', need: 'always', needs: ['id'] };

const operation = (
	binding: string,
	inputs: InputFact[],
	output: string,
	more: Partial<OperationFact> = {},
): OperationFact => ({ binding, auth: 'WSAuthentication', inputs, output, ...more });

export const OPERATIONS: Record<string, OperationFact> = {
	authenticationTest: operation('task', [], 'WSGenericResponse'),
	test: operation('task', [], 'unknown'),
	getCellularCarrier: operation(
		'task',
		[phoneList, { name: 'show_carrier_id', ...boolean('optional') }],
		'WSCarrierPhoneResponse',
		{ auth: 'WSSimpleAuthentication' },
	),
	getCellularCarrierId: operation('task', [phoneList], 'WSCarrierPhoneResponse', {
		auth: 'WSSimpleAuthentication',
	}),
	getOrganizationTree: operation('task', [], 'WSDivisionResponse'),
	createShortURL: operation('task', [{ name: 'url', ...text() }, params], 'unknown'),
	updateShortURL: operation(
		'task',
		[{ name: 'url', ...text() }, { name: 'short_url', ...text() }, params],
		'unknown',
	),

	createDivision: operation('division', [division(['name'])], 'WSDivisionResponse'),
	readDivision: operation('division', [], 'WSDivisionResponse'),
	updateDivision: operation('division', [division([])], 'WSDivisionResponse'),
	deleteDivision: operation('division', [], 'WSDivisionResponse'),
	restoreDivision: operation('division', [], 'WSDivisionResponse'),

	createSubscriptionnode: operation('subscriptionnode', [group], 'WSSubscriptionnodeResponse'),
	readSubscriptionnode: operation('subscriptionnode', [], 'WSSubscriptionnodeResponse'),
	updateSubscriptionnode: operation('subscriptionnode', [group], 'WSSubscriptionnodeResponse'),
	deleteSubscriptionnode: operation('subscriptionnode', [], 'WSSubscriptionnodeResponse'),
	restoreSubscriptionnode: operation('subscriptionnode', [], 'WSSubscriptionnodeResponse'),
	getActiveSubscribers: operation('subscriptionnode', [], 'WSSubscriberListResponse'),
	getAllSubscribers: operation('subscriptionnode', [], 'WSSubscriberListResponse'),
	getDivisionGroups: operation('subscriptionnode', [], 'WSDivisionResponse'),

	sendMessage: operation(
		'message',
		[
			{ name: 'message', ...text('always', 160) },
			{ name: 'recipientList', type: 'WSRecipientList', need: 'optional' },
			customTicket,
			statusUrl,
		],
		'WSMessageResponse',
	),
	sendMessageSpecifyLocale: operation(
		'message',
		[
			{ name: 'message', ...text('always', 160), maxOtherLanguages: 70 },
			{ name: 'recipientList', type: 'WSRecipientEnhancedList', need: 'unstated' },
			customTicket,
			statusUrl,
		],
		'WSMessageResponse',
	),
	sendTemplateMessage: operation(
		'message',
		[
			{
				name: 'template',
				type: 'WSTemplate',
				need: 'always',
				needs: ['text'],
				memberMax: { text: 160 },
			},
			{ name: 'recipientList', type: 'WSRecipientList', need: 'unstated' },
			customTicket,
			statusUrl,
		],
		'WSMessageResponse',
	),
	getTransactionStatus: operation(
		'message',
		[{ name: 'transaction_ticket_id', ...text('always') }, sentTo],
		'WSTransactionResponse',
	),
	getCustomTransactionStatus: operation(
		'message',
		[{ name: 'custom_ticket', ...text('always', 50) }, sentTo],
		'WSTransactionResponse',
	),

	createTemplate: operation('template', [template], 'WSTemplateResponse'),
	readTemplate: operation('template', [template], 'WSTemplateResponse'),
	updateTemplate: operation('template', [template], 'WSTemplateResponse'),
	deleteTemplate: operation('template', [template], 'WSTemplateResponse'),
	restoreTemplate: operation('template', [template], 'WSTemplateResponse'),
	getTemplates: operation('template', [], 'WSTemplateListResponse'),
};

/** Operations whose NVP request the document does not show. */
export const NVP_NOT_SHOWN = ['sendMessageSpecifyLocale', 'sendTemplateMessage'];

/** Query parameters of the plain send, in the document's order, and the root of its answer. */
export const PLAIN_SEND = {
	parameters: ['phone', 'username', 'password', 'api_key', 'code', 'keyword', 'message'],
	answer: 'sendMessageSpecifyNumbers',
	maxNumbers: 100,
};

/** The Limits table: item as the document names it, and the numbers it states in their order. */
export const LIMITS: Record<string, number[]> = {
	'username, password, api_key, keyword': [40],
	'message in sendMessage': [160],
	'message in sendMessageSpecifyLocale (base or per recipient)': [160, 70],
	'template text in sendTemplateMessage': [160],
	custom_ticket: [50],
	status_url: [500],
	'recipient carrier': [4],
	'phone numbers per carrier lookup': [100],
	'phone numbers per plain send post': [100],
};
