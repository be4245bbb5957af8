import { isPhoneNumber, lookUpCarrier, splitPhoneList } from './carriers';
import { characters, type Fields } from './fields';
import {
	fillPlaceholders,
	statusOf,
	type CustomField,
	type Delivery,
	type Message,
	type Transport,
} from './messages';
import {
	groupsWithin,
	isActive,
	pathOf,
	templateFor,
	type Address,
	type Division,
	type Group,
	type Template,
	type Unit,
	type UnitKind,
	type UnitOf,
} from './organization';
import { Refusal } from './refusal';
import type { Sandbox } from './sandbox';
import type { Outgoing, StructName, TypeName } from './types';

export const BINDINGS = ['task', 'division', 'message', 'template', 'subscriptionnode'] as const;
export type Binding = (typeof BINDINGS)[number];

/** Limits (Limits). */
const MAX = {
	credential: 40,
	keyword: 40,
	text: 160,
	textNotEnglish: 70,
	customTicket: 50,
	statusUrl: 500,
	numbers: 100,
} as const;

const UNIT_KINDS = ['company', 'division', 'group'] as const;
const GROUP_ONLY = ['group'] as const;

/** One request, as a transport hands it over. */
export interface Request {
	readonly transport: Transport;
	readonly operation: string;
	readonly auth: Fields;
	readonly parameters: Fields;
}

/** What an operation gives on success. */
interface Reply {
	message: string;
	response?: Outgoing;
	transaction_ticket?: string;
	custom_ticket?: string;
}

export interface Operation {
	readonly binding: Binding;
	readonly auth: 'WSSimpleAuthentication' | 'WSAuthentication';
	/** Types by name; second names of the document are parameters of their own. */
	readonly parameters: Readonly<Record<string, TypeName>>;
	readonly returns: StructName;
	/** The document shows no name-value-pair form of it (Message operations). */
	readonly soapOnly?: true;
	perform(call: Call): Reply;
}

/** The members of every response envelope, and of a send's (Response envelope). */
export interface Envelope {
	result: boolean;
	error_code: number;
	message: string;
	response?: Outgoing;
	transaction_ticket?: Outgoing;
	custom_ticket?: Outgoing;
}

/** A request at work: its fields, and the units that it may address. */
class Call {
	constructor(
		readonly sandbox: Sandbox,
		readonly request: Request,
	) {}

	get parameters(): Fields {
		return this.request.parameters;
	}

	/** The existing unit of the keyword in the authentication object. */
	existing<K extends UnitKind>(...kinds: K[]): UnitOf<K> {
		return this.checkCode(this.sandbox.organization.existing(this.keyword(), kinds));
	}

	/** Where a new division goes, and the default code that it gets (Division operations). */
	parentOfNew<K extends UnitKind>(...kinds: K[]): { parent: UnitOf<K>; code: string } {
		const parent = this.sandbox.organization.existing(this.keyword(), kinds);
		return { parent, code: this.request.auth.required('code').trim() };
	}

	/** The same, deleted or not. */
	evenDeleted<K extends UnitKind>(...kinds: K[]): UnitOf<K> {
		return this.checkCode(this.sandbox.organization.ofKind(this.keyword(), kinds));
	}

	/**
	 * The unit of the keyword, or the company when the keyword is empty. The document wants a
	 * keyword here as everywhere; but a client has none to give before it has seen the tree.
	 */
	existingOrCompany<K extends UnitKind>(...kinds: K[]): Unit {
		if (this.request.auth.text('keyword') !== '') return this.existing(...kinds);
		return this.checkCode(this.sandbox.organization.company);
	}

	private keyword(): string {
		const keyword = this.request.auth.text('keyword', MAX.keyword);
		if (keyword === '') throw new Refusal('keywordMissing', 'keyword is required');
		return keyword;
	}

	private checkCode<U extends Unit>(unit: U): U {
		const code = this.request.auth.required('code').trim();
		if (code !== unit.code) {
			throw new Refusal('codeRejected', `Code ${code} is not the code of keyword ${unit.keyword}`);
		}
		return unit;
	}
}

/** Performs one operation; every refusal becomes an envelope, and the call is logged. */
export function perform(
	sandbox: Sandbox,
	request: Request,
	operation: Pick<Operation, 'returns' | 'perform'>,
): Envelope {
	const envelope = answer(sandbox, request, operation);
	sandbox.logCall({
		time: new Date().toISOString(),
		transport: request.transport,
		operation: request.operation,
		keyword: loggedKeyword(request.auth),
		result: envelope.result,
		error_code: envelope.error_code,
		message: envelope.message,
	});
	return envelope;
}

function loggedKeyword(auth: Fields): string {
	try {
		return auth.text('keyword', MAX.keyword);
	} catch {
		return '';
	}
}

function answer(
	sandbox: Sandbox,
	request: Request,
	operation: Pick<Operation, 'returns' | 'perform'>,
): Envelope {
	const isSend = operation.returns === 'WSMessageResponse';
	try {
		authenticate(sandbox, request.auth);
		const { message, ...payload } = operation.perform(new Call(sandbox, request));
		return {
			result: true,
			error_code: 0,
			message,
			...(isSend ? {} : { response: null }),
			...payload,
		};
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return {
			result: false,
			error_code: error.number,
			message: error.message,
			...(isSend ? { transaction_ticket: null, custom_ticket: null } : { response: null }),
		};
	}
}

function authenticate(sandbox: Sandbox, auth: Fields): void {
	const { username, password, apiKey } = sandbox.settings;
	const accepted =
		auth.text('username', MAX.credential) === username &&
		auth.text('password', MAX.credential) === password &&
		auth.text('api_key', MAX.credential) === apiKey;
	if (!accepted) {
		throw new Refusal(
			'credentialsRejected',
			'Authentication failed: invalid username, password or api key',
		);
	}
}

const onUnit = { auth: 'WSAuthentication', parameters: {} } as const;
const onDivision = { ...onUnit, binding: 'division', returns: 'WSDivisionResponse' } as const;
const onGroup = {
	...onUnit,
	binding: 'subscriptionnode',
	returns: 'WSSubscriptionnodeResponse',
} as const;
const onTemplate = {
	...onUnit,
	binding: 'template',
	returns: 'WSTemplateResponse',
	parameters: { template: 'WSTemplate' },
} as const;
const phoneList = { phone_list: 'string', phone: 'string' } as const;
const sentTo = { sentTo: 'string', phone: 'string' } as const;
const ticketAndStatusUrl = { custom_ticket: 'string', status_url: 'string' } as const;

/** The 31 operations (Endpoints), in the order of the document. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
	authenticationTest: {
		...onUnit,
		binding: 'task',
		returns: 'WSGenericResponse',
		perform(call) {
			call.existingOrCompany(...UNIT_KINDS);
			return { message: `Successfully authenticated user ${call.request.auth.text('username')}` };
		},
	},
	// The return shape of `test` is not shown: a bare envelope is the least that can be said.
	test: {
		...onUnit,
		binding: 'task',
		returns: 'WSGenericResponse',
		perform(call) {
			call.existingOrCompany(...UNIT_KINDS);
			return { message: 'The services work' };
		},
	},
	getCellularCarrier: {
		binding: 'task',
		auth: 'WSSimpleAuthentication',
		parameters: { ...phoneList, show_carrier_id: 'boolean' },
		returns: 'WSCarrierPhoneResponse',
		perform: (call) => carriers(call, call.parameters.boolean('show_carrier_id') ?? false),
	},
	getCellularCarrierId: {
		binding: 'task',
		auth: 'WSSimpleAuthentication',
		parameters: phoneList,
		returns: 'WSCarrierPhoneResponse',
		perform: (call) => carriers(call, true),
	},
	getOrganizationTree: {
		...onUnit,
		binding: 'task',
		returns: 'WSDivisionResponse',
		perform(call) {
			const unit = call.existingOrCompany('company', 'division') as Division;
			return {
				message: 'Successfully loaded organization tree',
				response: divisionTree(unit, call.request.transport),
			};
		},
	},
	// Output and effects of the short-URL operations are not shown: the sandbox remembers the
	// pair and answers with the short address alone.
	createShortURL: {
		...onUnit,
		binding: 'task',
		parameters: { url: 'string', params: 'WSCustomField[]' },
		returns: 'WSGenericResponse',
		perform(call) {
			call.existing(...UNIT_KINDS);
			const url = call.parameters.required('url');
			const { shortUrls } = call.sandbox;
			const shortUrl = `https://short.example/${(shortUrls.size + 1000).toString(36)}`;
			shortUrls.set(shortUrl, url);
			return { message: 'Successfully created short URL', response: shortUrl };
		},
	},
	updateShortURL: {
		...onUnit,
		binding: 'task',
		parameters: { url: 'string', short_url: 'string', params: 'WSCustomField[]' },
		returns: 'WSGenericResponse',
		perform(call) {
			call.existing(...UNIT_KINDS);
			const url = call.parameters.required('url');
			const shortUrl = call.parameters.required('short_url');
			if (!call.sandbox.shortUrls.has(shortUrl)) {
				throw new Refusal('shortUrlUnknown', `Short URL ${shortUrl} is unknown`);
			}
			call.sandbox.shortUrls.set(shortUrl, url);
			return { message: 'Successfully updated short URL', response: shortUrl };
		},
	},

	createDivision: {
		...onDivision,
		parameters: { division: 'WSDivision' },
		perform(call) {
			const { parent, code } = call.parentOfNew('company', 'division');
			const fields = objectParameter(call, 'division');
			const name = fields.required('name');
			const change = divisionChange(fields);
			const division = call.sandbox.organization.addDivision(parent, { name, code });
			Object.assign(division, change);
			return {
				message: 'Successfully created division',
				response: divisionTree(division, call.request.transport),
			};
		},
	},
	readDivision: {
		...onDivision,
		perform: (call) => ({
			message: 'Successfully read division',
			response: divisionTree(call.existing('division'), call.request.transport),
		}),
	},
	updateDivision: {
		...onDivision,
		parameters: { division: 'WSDivision' },
		perform(call) {
			const division = call.existing('division');
			const fields = objectParameter(call, 'division');
			Object.assign(division, nameChange(fields), divisionChange(fields));
			return {
				message: 'Successfully updated division',
				response: divisionTree(division, call.request.transport),
			};
		},
	},
	deleteDivision: {
		...onDivision,
		perform(call) {
			call.existing('division').deleted = true;
			return { message: 'Successfully deleted division' };
		},
	},
	restoreDivision: {
		...onDivision,
		perform(call) {
			const division = call.evenDeleted('division');
			call.sandbox.organization.restore(division);
			return {
				message: 'Successfully restored division',
				response: divisionTree(division, call.request.transport),
			};
		},
	},

	createSubscriptionnode: {
		...onGroup,
		parameters: { group: 'WSSubscriptionnode' },
		perform(call) {
			const parent = call.existing('company', 'division');
			if (parent.kind === 'company') {
				throw new Refusal(
					'keywordOfWrongUnit',
					`A group can only be created under a division; ${parent.keyword} is the company`,
				);
			}
			const fields = objectParameter(call, 'group');
			const name = fields.required('name');
			const change = groupChange(fields);
			const group = call.sandbox.organization.addGroup(parent, { name });
			Object.assign(group, change);
			return groupReply(call, 'created', group);
		},
	},
	readSubscriptionnode: {
		...onGroup,
		perform: (call) => groupReply(call, 'read', call.existing('group')),
	},
	updateSubscriptionnode: {
		...onGroup,
		parameters: { group: 'WSSubscriptionnode' },
		perform(call) {
			const group = call.existing('group');
			const fields = objectParameter(call, 'group');
			Object.assign(group, { name: fields.required('name') }, groupChange(fields));
			return groupReply(call, 'updated', group);
		},
	},
	deleteSubscriptionnode: {
		...onGroup,
		perform(call) {
			call.existing('group').deleted = true;
			return { message: 'Successfully deleted subscription group' };
		},
	},
	restoreSubscriptionnode: {
		...onGroup,
		perform(call) {
			const group = call.evenDeleted('group');
			call.sandbox.organization.restore(group);
			return groupReply(call, 'restored', group);
		},
	},
	getActiveSubscribers: {
		...onGroup,
		returns: 'WSSubscriberListResponse',
		perform: (call) => ({
			message: 'Successfully retrieved active subscribers',
			response: subscriberList(call.existing('group'), true),
		}),
	},
	getAllSubscribers: {
		...onGroup,
		returns: 'WSSubscriberListResponse',
		perform: (call) => ({
			message: 'Successfully retrieved all subscribers',
			response: subscriberList(call.existing('group'), false),
		}),
	},
	getDivisionGroups: {
		...onGroup,
		returns: 'WSDivisionResponse',
		perform(call) {
			const division = call.existing('division');
			return {
				message: 'Successfully retrieved division groups',
				response: { ...divisionTree(division, call.request.transport), divisions: [] },
			};
		},
	},

	sendMessage: {
		...onUnit,
		binding: 'message',
		parameters: { message: 'string', recipientList: 'WSRecipientList', ...ticketAndStatusUrl },
		returns: 'WSMessageResponse',
		perform(call) {
			const unit = call.existing(...UNIT_KINDS);
			const text = call.parameters.required('message', MAX.text);
			const listed = recipients(call);
			if (listed.length > 0 && unit.kind !== 'group') {
				throw new Refusal(
					'recipientsNotAllowed',
					`A recipient list is allowed with a group keyword only; ${unit.keyword} is a ${unit.kind}`,
				);
			}
			// Without recipients the message goes to everyone (Sending rules, 1 and 2).
			const deliveries =
				listed.length > 0
					? listed.map(({ fields, delivery }) => ({
							...delivery,
							text: fillPlaceholders(text, fields),
						}))
					: textMessages(subscribedPhones(unit), text);
			return send(call, unit, deliveries, 'Message request received');
		},
	},
	sendMessageSpecifyLocale: {
		...onUnit,
		binding: 'message',
		parameters: {
			message: 'string',
			recipientList: 'WSRecipientEnhancedList',
			...ticketAndStatusUrl,
		},
		returns: 'WSMessageResponse',
		soapOnly: true,
		perform(call) {
			const group = call.existing('group');
			const base = call.parameters.required('message', MAX.text);
			const deliveries = someRecipients(call).map(({ where, fields, delivery, message }) => {
				const text = message || base;
				checkLocalizedText(where, text, delivery.locale);
				return { ...delivery, text: fillPlaceholders(text, fields) };
			});
			return send(call, group, deliveries, 'Message request received');
		},
	},
	sendTemplateMessage: {
		...onUnit,
		binding: 'message',
		parameters: {
			template: 'WSTemplate',
			recipientList: 'WSRecipientList',
			...ticketAndStatusUrl,
		},
		returns: 'WSMessageResponse',
		soapOnly: true,
		perform(call) {
			const group = call.existing('group');
			const text = templateText(group, objectParameter(call, 'template'));
			const deliveries = someRecipients(call).map(({ fields, delivery }) => ({
				...delivery,
				text: fillPlaceholders(text, fields),
			}));
			return send(call, group, deliveries, 'Template Message request received');
		},
	},
	// The document has these two take a group's keyword (Authentication, rule 2), and does not say that
	// a ticket must be of a send to that group. What a service does with other keywords is not shown.
	getTransactionStatus: {
		...onUnit,
		binding: 'message',
		parameters: { transaction_ticket_id: 'string', ...sentTo },
		returns: 'WSTransactionResponse',
		perform(call) {
			call.existing(...(call.sandbox.settings.statusByAnyUnit ? UNIT_KINDS : GROUP_ONLY));
			const ticket = call.parameters.required('transaction_ticket_id');
			const messages = call.sandbox.messages.withTicket(ticket);
			if (!messages) {
				throw new Refusal('ticketUnknown', `Transaction ticket ${ticket} is unknown`);
			}
			return {
				message: 'Successfully retrieved transaction status',
				response: transaction(call, messages),
			};
		},
	},
	getCustomTransactionStatus: {
		...onUnit,
		binding: 'message',
		parameters: { custom_ticket: 'string', ...sentTo },
		returns: 'WSTransactionResponse',
		perform(call) {
			call.existing(...(call.sandbox.settings.statusByAnyUnit ? UNIT_KINDS : GROUP_ONLY));
			const ticket = call.parameters.required('custom_ticket', MAX.customTicket);
			const messages = call.sandbox.messages.withCustomTicket(ticket);
			if (!messages) throw new Refusal('ticketUnknown', `Custom ticket ${ticket} is unknown`);
			return {
				message: 'Successfully retrieved custom transaction status',
				response: transaction(call, messages),
			};
		},
	},

	createTemplate: {
		...onTemplate,
		perform(call) {
			const unit = call.existing(...UNIT_KINDS);
			const fields = objectParameter(call, 'template');
			const id = fields.required('id');
			if (unit.templates.has(id)) {
				throw new Refusal('templateExists', `Template ${id} exists already in ${unit.keyword}`);
			}
			const template: Template = {
				id,
				title: '',
				subject: '',
				text: '',
				description: '',
				...templateChange(fields),
				deleted: false,
			};
			unit.templates.set(id, template);
			return templateReply('created', template);
		},
	},
	readTemplate: {
		...onTemplate,
		perform: (call) => templateReply('read', existingTemplate(call)),
	},
	updateTemplate: {
		...onTemplate,
		perform(call) {
			const template = existingTemplate(call);
			Object.assign(template, templateChange(objectParameter(call, 'template')));
			return templateReply('updated', template);
		},
	},
	deleteTemplate: {
		...onTemplate,
		perform(call) {
			existingTemplate(call).deleted = true;
			return { message: 'Successfully deleted template' };
		},
	},
	restoreTemplate: {
		...onTemplate,
		perform(call) {
			const template = anyTemplate(call);
			if (!template.deleted) {
				throw new Refusal('notDeleted', `Template ${template.id} is not deleted`);
			}
			template.deleted = false;
			return templateReply('restored', template);
		},
	},
	getTemplates: {
		...onTemplate,
		parameters: {},
		returns: 'WSTemplateListResponse',
		perform(call) {
			const { templates } = call.existing(...UNIT_KINDS);
			return {
				message: 'Successfully retrieved templates',
				response: {
					templates: [...templates.values()].filter(({ deleted }) => !deleted).map(templateView),
				},
			};
		},
	},
};

/** The plain HTTP send (Endpoints, rules 5 and 6), which none of the bindings holds. */
export const PLAIN_SEND: Pick<Operation, 'returns' | 'perform'> = {
	returns: 'WSGenericResponse',
	perform(call) {
		const group = call.existing('group');
		const text = call.parameters.required('message', MAX.text);
		const accepted = phoneNumbers(call, 'phone').filter(isPhoneNumber);
		if (accepted.length === 0) {
			throw new Refusal('fieldInvalid', 'phone holds no number of 10 to 15 digits');
		}
		const ticket = record(call, group, textMessages(accepted, text));
		const message =
			accepted.length === 1 ? '1 message was sent' : `${accepted.length} messages were sent`;
		return { message, response: { accepted, ticket } };
	},
};

function objectParameter(call: Call, name: string): Fields {
	const fields = call.parameters.object(name);
	if (!fields) throw new Refusal('fieldMissing', `${name} is required`);
	return fields;
}

/** Members of `names` that were given, as text; what is missing or nil stays unchanged. */
function givenTexts(fields: Fields, names: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		names.filter((name) => fields.has(name)).map((name) => [name, fields.text(name)]),
	);
}

function nameChange(fields: Fields): { name?: string } {
	return fields.has('name') ? { name: fields.required('name') } : {};
}

function divisionChange(fields: Fields) {
	const address = fields.object('address');
	return {
		...givenTexts(fields, ['email', 'phone', 'url']),
		...(address && { address: addressOf(address) }),
	};
}

function addressOf(fields: Fields): Address {
	const zip = fields.integer('zip');
	return {
		...givenTexts(fields, ['city', 'state', 'state_abbr', 'street', 'street2']),
		...(zip !== null && { zip }),
	};
}

function groupChange(fields: Fields): Partial<Pick<Group, 'ispublic' | 'stackOrder'>> {
	const ispublic = fields.integer('ispublic');
	const stackOrder = fields.integer('stackOrder');
	if (ispublic !== null && ispublic !== 0 && ispublic !== 1) {
		throw fields.invalid('ispublic', 'must be 0 or 1');
	}
	return { ...(ispublic !== null && { ispublic }), ...(stackOrder !== null && { stackOrder }) };
}

function templateChange(fields: Fields) {
	return givenTexts(fields, ['title', 'subject', 'text', 'description']);
}

function divisionTree(division: Division, transport: Transport): Record<string, Outgoing> {
	const { name, keyword, code, email, phone, url, address } = division;
	return {
		name,
		keyword,
		default_code: code,
		email,
		phone,
		url,
		address: address && { ...address },
		divisions: division.divisions
			.filter(({ deleted }) => !deleted)
			.map((child) => divisionTree(child, transport)),
		subscriptionnodes: division.groups
			.filter(({ deleted }) => !deleted)
			.map((group) => groupInTree(group, transport)),
	};
}

function groupInTree(group: Group, transport: Transport) {
	return {
		...groupView(group),
		default_code: group.code,
		// `active` and `fields` occur in name-value-pair output only (Keyword).
		keywords: group.keywords.map(({ active, ...keyword }) =>
			transport === 'nvp' ? { ...keyword, active, fields: '' } : keyword,
		),
	};
}

function groupView({ name, keyword, ispublic, stackOrder }: Group) {
	return { name, keyword, ispublic, stackOrder };
}

function groupReply(call: Call, done: string, group: Group): Reply {
	const { transport } = call.request;
	return {
		message: `Successfully ${done} subscription group`,
		// The keywords and the code are in name-value-pair output only (Group operations).
		response: transport === 'nvp' ? groupInTree(group, transport) : groupView(group),
	};
}

function subscriberList(group: Group, activeOnly: boolean) {
	const chosen = activeOnly ? group.subscribers.filter(isActive) : group.subscribers;
	return {
		subscribers: chosen.map(({ user, ...subscriber }) => ({
			...subscriber,
			name: group.name,
			default_keyword: group.keyword,
			user: { ...user, address: { ...user.address }, password: '' },
		})),
	};
}

function anyTemplate(call: Call): Template {
	const unit = call.existing(...UNIT_KINDS);
	const id = objectParameter(call, 'template').required('id');
	const template = unit.templates.get(id);
	if (!template)
		throw new Refusal('templateUnknown', `Template ${id} is unknown in ${unit.keyword}`);
	return template;
}

function existingTemplate(call: Call): Template {
	const template = anyTemplate(call);
	if (template.deleted) throw new Refusal('templateDeleted', `Template ${template.id} is deleted`);
	return template;
}

function templateView({ id, title, subject, text, description }: Template) {
	return { id, title, subject, text, description };
}

function templateReply(done: string, template: Template): Reply {
	return { message: `Successfully ${done} template`, response: templateView(template) };
}

/** The text given, or else that of the stored template. */
function templateText(group: Group, fields: Fields): string {
	const given = fields.text('text', MAX.text);
	if (given !== '') return given;
	const id = fields.text('id');
	if (id === '') throw new Refusal('fieldMissing', 'template.text or template.id is required');
	const stored = templateFor(group, id);
	if (!stored)
		throw new Refusal('templateUnknown', `Template ${id} is unknown in ${group.keyword}`);
	if (stored.text === '') throw new Refusal('fieldMissing', `Template ${id} has no text`);
	if (characters(stored.text) > MAX.text) {
		throw new Refusal('fieldTooLong', `The text of template ${id} exceeds ${MAX.text} characters`);
	}
	return stored.text;
}

function carriers(call: Call, withId: boolean): Reply {
	const name = call.parameters.has('phone_list') ? 'phone_list' : 'phone';
	const rows = phoneNumbers(call, name).map((phone) => {
		const { carrier_id, ...row } = lookUpCarrier(phone);
		return withId ? { ...row, carrier_id } : row;
	});
	return { message: 'Successfully found carrier', response: { list: rows } };
}

function phoneNumbers(call: Call, name: string): string[] {
	const numbers = splitPhoneList(call.parameters.required(name));
	if (numbers.length === 0) throw new Refusal('fieldMissing', `${name} holds no number`);
	if (numbers.length > MAX.numbers) {
		throw new Refusal(
			'tooManyNumbers',
			`${name} holds ${numbers.length} numbers, allowed are ${MAX.numbers}`,
		);
	}
	return numbers;
}

interface Recipient {
	/** Names the recipient in a refusal. */
	where: string;
	delivery: Omit<Delivery, 'text'>;
	fields: CustomField[];
	/** The recipient's own message, '' for the base message. */
	message: string;
}

function recipients(call: Call): Recipient[] {
	const list = call.parameters.object('recipientList', '')?.list('recipients', 'recipient') ?? [];
	return list.map((recipient, index) => {
		const type = recipient.integer('type');
		const carrier = recipient.text('carrier');
		if (type === null) throw recipient.invalid('type', 'is required');
		if (type < 1 || type > 6) throw recipient.invalid('type', 'must be a number from 1 to 6');
		if (!/^\d{0,4}$/.test(carrier)) {
			throw recipient.invalid('carrier', 'must be a number of at most 4 digits');
		}
		return {
			where: `recipient ${index + 1}`,
			delivery: {
				sendTo: recipient.required('sendTo'),
				type,
				carrier: carrier === '' ? null : Number(carrier),
				country: recipient.text('country'),
				locale: recipient.text('locale'),
			},
			fields: recipient
				.list('customfields', 'custom field')
				.map((field) => ({ name: field.required('name'), value: field.text('value') })),
			message: recipient.text('message'),
		};
	});
}

/** The recipients of a send that is never to everyone. */
function someRecipients(call: Call): Recipient[] {
	const listed = recipients(call);
	if (listed.length === 0) throw new Refusal('recipientsMissing', 'A recipient list is required');
	return listed;
}

/** 160 characters in English, which a missing locale means; else 70 UTF-16 units (Limits). */
function checkLocalizedText(where: string, text: string, locale: string): void {
	const english = locale === '' || /^en(?:[-_]|$)/i.test(locale);
	const length = english ? characters(text) : text.length;
	const max = english ? MAX.text : MAX.textNotEnglish;
	if (length > max) {
		throw new Refusal(
			'fieldTooLong',
			`${where}: message has ${length} characters, allowed are ${max} for ${locale || 'English'}`,
		);
	}
}

/** Phones of the active subscribers who take text messages, each once. */
function subscribedPhones(unit: Unit): string[] {
	const phones = groupsWithin(unit).flatMap((group) =>
		group.subscribers
			.filter((subscriber) => isActive(subscriber) && subscriber.mobiletxt === 1)
			.map(({ user }) => user.phone),
	);
	return [...new Set(phones)];
}

const SMS = 1;

function textMessages(phones: readonly string[], text: string): Delivery[] {
	return phones.map((sendTo) => ({
		sendTo,
		type: SMS,
		carrier: null,
		country: '',
		locale: '',
		text,
	}));
}

function send(call: Call, unit: Unit, deliveries: Delivery[], message: string): Reply {
	const transaction_ticket = record(call, unit, deliveries);
	return { message, transaction_ticket, custom_ticket: call.parameters.text('custom_ticket') };
}

function record(call: Call, unit: Unit, deliveries: Delivery[]): string {
	const { sandbox, request, parameters } = call;
	const ticket = sandbox.messages.record(
		{
			operation: request.operation,
			transport: request.transport,
			keyword: unit.keyword,
			unit: pathOf(unit),
			code: unit.code,
			thread: request.auth.boolean('thread'),
			custom_ticket: parameters.text('custom_ticket', MAX.customTicket),
			status_url: parameters.text('status_url', MAX.statusUrl),
		},
		deliveries,
		sandbox.settings.statusDelay,
	);
	sandbox.callbacks.sent(sandbox.messages.withTicket(ticket) ?? []);
	return ticket;
}

function transaction(call: Call, messages: readonly Message[]) {
	const { parameters } = call;
	const digits = (phone: string) => phone.replace(/^\+/, '');
	const wanted = digits(parameters.text('sentTo') || parameters.text('phone'));
	return {
		transactionlist: messages
			.filter(({ sendTo }) => wanted === '' || digits(sendTo) === wanted)
			.map((message) => ({ sendTo: message.sendTo, ...statusOf(message) })),
	};
}
