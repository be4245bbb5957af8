import {
	entryTypeOf,
	isListType,
	LIMITS,
	operationDefinition,
	PLAIN_SEND,
	structDefinition,
	type FieldDefinition,
	type ParameterDefinition,
	type StructName,
} from '../contract/contract';
import { meansOwnCompany } from '../answer/organization';
import { isObject } from '../collections/object';
import {
	addressProblem,
	invisibleIn,
	isWebAddress,
	keywordProblem,
	NO_WEB_ADDRESS,
} from '../text/address';
import {
	recipientsOf,
	type Call,
	type Entered,
	type EnteredCall,
	type GivenStruct,
	type TicketedName,
} from '../contract/call';
import { unsendableCharacter } from '../text/codePoint';
import { charactersIn, textLimit } from '../text/messageText';
import { empty, unchanged, wrongType, type Violation } from '../errors/violation';

type Path = Violation['path'];

type Violations = Generator<Violation, void, void>;

/**
 * Holds a call against the interface before anything leaves: required members, types, every limit
 * of the Limits table, the recipient types and the sending rules. Gives all that it finds.
 */
export function* validate(call: EnteredCall): Violations {
	const definition =
		call.operation === 'plainSend' ? PLAIN_SEND : operationDefinition(call.operation);
	if (definition.auth === 'WSAuthentication') yield* validateUnit(call);
	yield* validateRules(call);
	for (const parameter of definition.parameters) {
		yield* validateParameter(parameter, memberOf(call.parameters, parameter.name));
	}
}

/**
 * The call where it is one that the interface allows, without whatever else came with it, or else the first
 * that it does not allow of it.
 */
export function validated(entered: EnteredCall): { call: Call } | { violation: Violation } {
	const [violation] = validate(entered);
	if (violation) return { violation };
	const { code, keyword, thread, everyone, operation, parameters } = entered;
	// The one place where what was entered becomes what is sent.
	return { call: { code, keyword, thread, everyone, operation, parameters } as Call };
}

function* validateUnit(call: EnteredCall): Violations {
	if (!/^\d+$/.test(call.code)) {
		yield {
			path: ['code'],
			problem: 'must be a short code or long code in digits',
			code: 'codeNotDigits',
		};
	}
	if (call.keyword === '' && meansOwnCompany(call.operation)) return;
	yield* validateField(
		{ type: 'string', required: true, maxLength: LIMITS.keyword },
		call.keyword,
		['keyword'],
	);
	const found = keywordProblem(call.keyword);
	if (found) yield { path: ['keyword'], ...found };
}

function* validateParameter(parameter: ParameterDefinition, value: unknown): Violations {
	const path = [parameter.name];
	yield* validateField(parameter, value, path);
	for (const member of parameter.requires ?? []) {
		if (isEmpty(memberOf(value, member))) yield empty([...path, member]);
	}
	if (!parameter.maxEntries || typeof value !== 'string' || isBlankText(value)) return;
	const entries = value.split(',');
	if (entries.every(isBlankText)) yield empty(path);
	if (entries.length > parameter.maxEntries) {
		yield {
			path,
			problem: `holds ${entries.length} phone numbers, and one request takes at most ${parameter.maxEntries}`,
			code: 'tooManyNumbers',
			most: parameter.maxEntries,
		};
	}
}

function validateField(field: FieldDefinition, value: unknown, path: Path): Iterable<Violation> {
	if (isAbsent(value) || (field.required && isBlankText(value))) {
		return field.required ? [empty(path)] : [];
	}
	switch (field.type) {
		case 'unknown':
			return [];
		case 'boolean':
			return typeof value === 'boolean' ? [] : [wrongType(path, 'true or false', value)];
		case 'integer':
			return validateInteger(field, value, path);
		case 'string':
		case 'digits':
			return validateText(field, value, path);
	}
	return isListType(field.type)
		? validateList(entryTypeOf(field.type), value, path)
		: validateStruct(field.type, value, path);
}

function* validateList(entryType: StructName, value: unknown, path: Path): Violations {
	if (!Array.isArray(value)) return yield wrongType(path, 'a list', value);
	for (const [position, entry] of value.entries()) {
		yield* validateStruct(entryType, entry, [...path, position]);
	}
}

function* validateStruct(struct: StructName, value: unknown, path: Path): Violations {
	if (!isObject(value)) {
		return yield wrongType(path, 'an object', value);
	}
	for (const [name, field] of Object.entries(structDefinition(struct))) {
		yield* validateField(field, memberOf(value, name), [...path, name]);
	}
	if (struct === 'WSRecipient' || struct === 'WSRecipientEnhanced') {
		yield* validateAddress(value, path);
	}
	// What it is for could not be told.
	if (struct === 'WSCustomField' && isEmpty(memberOf(value, 'name'))) {
		yield empty([...path, 'name']);
	}
}

/** One person a recipient, reached in a way that the type stands for. */
function* validateAddress(
	{ sendTo, type }: { sendTo?: unknown; type?: unknown },
	path: Path,
): Violations {
	// Anything else has been found above.
	if (typeof sendTo !== 'string' || isBlankText(sendTo) || unsendableCharacter(sendTo)) return;
	const isScalar = typeof type === 'number' || typeof type === 'string';
	const found = addressProblem(sendTo, isScalar ? type : undefined);
	if (found) yield { path: [...path, 'sendTo'], ...found };
}

function* validateInteger(field: FieldDefinition, value: unknown, path: Path): Violations {
	if ((typeof value !== 'number' && typeof value !== 'string') || !/^-?\d+$/.test(String(value))) {
		return yield wrongType(path, 'a whole number', value);
	}
	// As it is written on the wire: 01 is no type, though it is a number.
	if (field.oneOf && !field.oneOf.map(String).includes(String(value))) {
		yield {
			path,
			problem: `is ${String(value)}, which is none of ${field.oneOf.join(', ')}`,
			code: 'notOneOf',
		};
	}
	if (field.maxDigits && !new RegExp(`^\\d{1,${field.maxDigits}}$`).test(String(value))) {
		yield {
			path,
			problem: `is ${value}, but the service takes at most ${field.maxDigits} digits`,
			code: 'notShortCarrierId',
		};
	}
}

function* validateText(field: FieldDefinition, value: unknown, path: Path): Violations {
	if (typeof value !== 'string') {
		return yield wrongType(path, 'text', value);
	}
	const character = unsendableCharacter(value);
	if (character) {
		yield {
			path,
			problem: `contains a character that can't be sent (${character.name})`,
			code: 'unsendable',
			position: character.position,
		};
	}
	if (field.maxLength) yield* checkLength(value, field.maxLength, path);
}

function* checkLength(text: string, limit: number, path: Path): Violations {
	const length = charactersIn(text);
	if (length > limit) {
		yield {
			path,
			problem: `has ${length} characters, but the service takes at most ${limit}`,
			code: 'tooLong',
			by: length - limit,
		};
	}
}

function* validateRules(call: EnteredCall): Violations {
	switch (call.operation) {
		case 'updateDivision':
			if (!holdsChange(call.parameters.division)) yield unchanged('division');
			return yield* refuseBlank('division', 'name', call.parameters);
		case 'updateSubscriptionnode':
			if (!holdsChange(call.parameters.group)) yield unchanged('group');
			return;
		case 'updateTemplate':
			if (!holdsChange({ ...call.parameters.template, id: null })) {
				yield unchanged('template');
			}
			return yield* refuseBlank('template', 'text', call.parameters);
		case 'sendMessage':
			return yield* validateSend(call);
		case 'sendMessageSpecifyLocale':
			yield* validateSend(call);
			return yield* validateLocalizedTexts(call);
		case 'sendTemplateMessage':
			yield* validateSend(call);
			return yield* validateTemplateToSend(call.parameters.template ?? {});
		case 'createShortURL':
		case 'updateShortURL':
			// In which form the service writes its short URLs is not shown, so they are taken as they come.
			return yield* validateWebAddress('url', call.parameters.url, /^\s*[a-z]+:/i);
		case 'plainSend':
			return yield* validatePlainNumbers(call.parameters.phone);
	}
}

/** What nothing can be without, so that an expression which gives nothing does not wipe it out. */
function* refuseBlank(parameter: string, member: string, of: object): Violations {
	if (isBlankText(memberOf(memberOf(of, parameter), member))) {
		yield empty([parameter, member]);
	}
}

/** Without the slashes, a host would be the scheme of its port. */
const WITH_SLASHES = /^\s*https?:\/\//i;

function* validateWebAddress(name: string, address: unknown, form = /^/): Violations {
	if (typeof address !== 'string' || isBlankText(address)) return;
	if (!isWebAddress(address) || !form.test(address)) {
		yield { path: [name], ...NO_WEB_ADDRESS };
	}
}

/** The plain send carries its list as one text, so that a number with a comma in it is two. */
function* validatePlainNumbers(phone: unknown): Violations {
	if (typeof phone !== 'string' || unsendableCharacter(phone)) return;
	for (const [position, number] of phone.split(',').entries()) {
		const found = isBlankText(number) ? undefined : addressProblem(number, 1);
		if (found) yield { path: ['phone', position], ...found };
	}
}

type EnteredSend<N extends TicketedName = TicketedName> = Extract<
	EnteredCall,
	{ readonly operation: N }
>;

/** Sending rules 1 to 3, as far as they can be known without asking the service, and Events, rule 1. */
function* validateSend(call: EnteredSend): Violations {
	yield* validateWebAddress('status_url', call.parameters.status_url, WITH_SLASHES);
	const hidden = invisibleIn(String(call.parameters.custom_ticket ?? ''));
	if (hidden) yield { path: ['custom_ticket'], ...hidden };
	if (call.everyone && !isAbsent(call.parameters.recipientList)) {
		yield {
			path: ['recipientList'],
			problem: 'must be left out of a send to everyone',
			code: 'everyoneWithList',
		};
	}
	if (!call.everyone && recipientsOf(call).length === 0) {
		yield {
			path: ['recipientList', 'recipients'],
			problem: 'holds no recipient, so nothing was sent',
			code: 'noRecipient',
		};
	}
}

/** Limits: 160 characters for English, 70 UTF-16 units for any other language; Sending rule 4. */
function* validateLocalizedTexts(call: EnteredSend<'sendMessageSpecifyLocale'>): Violations {
	for (const [position, recipient] of recipientsOf(call).entries()) {
		const own = typeof recipient?.message === 'string' && recipient.message !== '';
		const text = own ? recipient.message : call.parameters.message;
		if (typeof text !== 'string') continue;
		const path = own ? ['recipientList', 'recipients', position, 'message'] : ['message'];
		if (own && isBlankText(text)) yield empty(path);
		const limit = textLimit(recipient?.locale, text);
		if (limit.max === LIMITS.message) {
			if (own) yield* checkLength(text, LIMITS.message, path);
			continue;
		}
		if (limit.length(text) <= limit.max) continue;
		yield {
			path,
			problem: `has ${text.length} characters, and at most ${LIMITS.messageNotEnglish} are allowed ${
				recipient?.locale ? `for the locale ${String(recipient.locale)}` : 'if not in English'
			}`,
			code: 'tooLongForLocale',
			by: text.length - LIMITS.messageNotEnglish,
		};
	}
}

/** "text required, max 160 … an id alone may be given to use a stored template". */
function* validateTemplateToSend(template: Entered<GivenStruct<'WSTemplate'>>): Violations {
	const { id, text } = template;
	if (isEmpty(isAbsent(text) ? id : text)) {
		yield empty(['template', text === undefined ? 'id' : 'text']);
	}
	if (typeof text === 'string') yield* checkLength(text, LIMITS.message, ['template', 'text']);
}

/** An empty text is a change: it clears what is stored. */
function holdsChange(record: unknown): boolean {
	return Object.values(record ?? {}).some((value) => value !== undefined && value !== null);
}

/** A member by its name in the contract, for code that handles any parameter. */
function memberOf(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isEmpty(value: unknown): boolean {
	return isAbsent(value) || isBlankText(value);
}

/** Characters that show nothing, as U+200B, would make a message that nobody can read. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

function isBlankText(value: unknown): boolean {
	return typeof value === 'string' && !VISIBLE.test(value);
}

function isAbsent(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}
