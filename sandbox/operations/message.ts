import { isPhoneNumber } from '../carriers';
import { characters, type Fields } from '../fields';
import { fillPlaceholders, statusOf, type Delivery, type Message } from '../messages';
import {
	groupsWithin,
	isActive,
	pathOf,
	templateFor,
	type Group,
	type Unit,
} from '../organization';
import { Refusal } from '../refusal';
import { phoneNumbers } from './numbers';
import {
	MAX,
	objectParameter,
	UNIT_KINDS,
	type Call,
	type Operation,
	type Reply,
} from './operation';
import { checkLocalizedText, recipients, someRecipients } from './recipients';

const sentTo = { sentTo: 'string', phone: 'string' } as const;

const ticketAndStatusUrl = { custom_ticket: 'string', status_url: 'string' } as const;

const GROUP_ONLY = ['group'] as const;

/** The operations of the message binding (Message operations). */
export const MESSAGE = {
	sendMessage: {
		auth: 'WSAuthentication',
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
		auth: 'WSAuthentication',
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
		auth: 'WSAuthentication',
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
		auth: 'WSAuthentication',
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
		auth: 'WSAuthentication',
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
} satisfies Readonly<Record<string, Operation>>;

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

const SMS = 1;

/** Phones of the active subscribers who take text messages, each once. */
function subscribedPhones(unit: Unit): string[] {
	const phones = groupsWithin(unit).flatMap((group) =>
		group.subscribers
			.filter((subscriber) => isActive(subscriber) && subscriber.mobiletxt === 1)
			.map(({ user }) => user.phone),
	);
	return [...new Set(phones)];
}

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
