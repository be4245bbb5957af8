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
} from './contract';
import { meansOwnCompany } from './organization';
import {
	addressProblem,
	invisibleIn,
	isWebAddress,
	keywordProblem,
	NO_WEB_ADDRESS,
} from './text/address';
import {
	recipientsOf,
	type Call,
	type Entered,
	type EnteredCall,
	type GivenStruct,
	type TicketedName,
} from './call';
import { unsendableCharacter } from './text/codePoint';
import { charactersIn, textLimit } from './text/messageText';
import { empty, unchanged, wrongType, type Violation } from './violation';

/**
 * Holds a call against the interface before anything leaves: required members, types, every limit
 * of the Limits table, the recipient types and the sending rules. Returns all that it finds.
 */
export function validate(call: EnteredCall): Violation[] {
	const definition =
		call.operation === 'plainSend' ? PLAIN_SEND : operationDefinition(call.operation);
	const violations: Violation[] = [];
	if (definition.auth === 'WSAuthentication') validateUnit(call, violations);
	validateRules(call, violations);
	for (const parameter of definition.parameters) {
		validateParameter(parameter, memberOf(call.parameters, parameter.name), violations);
	}
	return violations;
}

/**
 * The call where it is one that the interface allows, without whatever else came with it, or else what it
 * does not allow of it.
 */
export function validated(entered: EnteredCall): { call: Call } | { violations: Violation[] } {
	const violations = validate(entered);
	if (violations.length > 0) return { violations };
	const { code, keyword, thread, everyone, operation, parameters } = entered;
	// The one place where what was entered becomes what is sent.
	return { call: { code, keyword, thread, everyone, operation, parameters } as Call };
}

function validateUnit(call: EnteredCall, violations: Violation[]) {
	if (!/^\d+$/.test(call.code)) {
		violations.push({
			path: ['code'],
			problem: 'must be a short code or long code in digits',
			code: 'codeNotDigits',
		});
	}
	if (call.keyword === '' && meansOwnCompany(call.operation)) return;
	const before = violations.length;
	validateField(
		{ type: 'string', required: true, maxLength: LIMITS.keyword },
		call.keyword,
		['keyword'],
		violations,
	);
	const found = violations.length === before && keywordProblem(call.keyword);
	if (found) violations.push({ path: ['keyword'], ...found });
}

function validateParameter(
	parameter: ParameterDefinition,
	value: unknown,
	violations: Violation[],
) {
	const path = [parameter.name];
	validateField(parameter, value, path, violations);
	for (const member of parameter.requires ?? []) {
		if (isEmpty(memberOf(value, member))) violations.push(empty([...path, member]));
	}
	if (!parameter.maxEntries || typeof value !== 'string' || isBlankText(value)) return;
	const entries = value.split(',');
	if (entries.every(isBlankText)) violations.push(empty(path));
	if (entries.length > parameter.maxEntries) {
		violations.push({
			path,
			problem: `holds ${entries.length} phone numbers, and one request takes at most ${parameter.maxEntries}`,
			code: 'tooManyNumbers',
			most: parameter.maxEntries,
		});
	}
}

function validateField(
	field: FieldDefinition,
	value: unknown,
	path: ReadonlyArray<string | number>,
	violations: Violation[],
) {
	if (isAbsent(value) || (field.required && isBlankText(value))) {
		if (field.required) violations.push(empty(path));
		return;
	}
	switch (field.type) {
		case 'unknown':
			return;
		case 'boolean':
			if (typeof value !== 'boolean') violations.push(wrongType(path, 'true or false', value));
			return;
		case 'integer':
			validateInteger(field, value, path, violations);
			return;
		case 'string':
		case 'digits':
			validateText(field, value, path, violations);
			return;
	}
	if (isListType(field.type)) {
		const entryType = entryTypeOf(field.type);
		if (!Array.isArray(value)) {
			violations.push(wrongType(path, 'a list', value));
			return;
		}
		for (const [position, entry] of value.entries()) {
			validateStruct(entryType, entry, [...path, position], violations);
		}
		return;
	}
	validateStruct(field.type, value, path, violations);
}

function validateStruct(
	struct: StructName,
	value: unknown,
	path: ReadonlyArray<string | number>,
	violations: Violation[],
) {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		violations.push(wrongType(path, 'an object', value));
		return;
	}
	for (const [name, field] of Object.entries(structDefinition(struct))) {
		validateField(field, memberOf(value, name), [...path, name], violations);
	}
	if (struct === 'WSRecipient' || struct === 'WSRecipientEnhanced') {
		validateAddress(value, path, violations);
	}
	// What it is for could not be told.
	if (struct === 'WSCustomField' && isEmpty(memberOf(value, 'name'))) {
		violations.push(empty([...path, 'name']));
	}
}

/** One person a recipient, reached in a way that the type stands for. */
function validateAddress(
	{ sendTo, type }: { sendTo?: unknown; type?: unknown },
	path: ReadonlyArray<string | number>,
	violations: Violation[],
) {
	// Anything else has been found above.
	if (typeof sendTo !== 'string' || isBlankText(sendTo) || unsendableCharacter(sendTo)) return;
	const isScalar = typeof type === 'number' || typeof type === 'string';
	const found = addressProblem(sendTo, isScalar ? type : undefined);
	if (found) violations.push({ path: [...path, 'sendTo'], ...found });
}

function validateInteger(
	field: FieldDefinition,
	value: unknown,
	path: ReadonlyArray<string | number>,
	violations: Violation[],
) {
	if ((typeof value !== 'number' && typeof value !== 'string') || !/^-?\d+$/.test(String(value))) {
		violations.push(wrongType(path, 'a whole number', value));
		return;
	}
	// As it is written on the wire: 01 is no type, though it is a number.
	if (field.oneOf && !field.oneOf.map(String).includes(String(value))) {
		violations.push({
			path,
			problem: `is ${String(value)}, which is none of ${field.oneOf.join(', ')}`,
			code: 'notOneOf',
		});
	}
	if (field.maxDigits && !new RegExp(`^\\d{1,${field.maxDigits}}$`).test(String(value))) {
		violations.push({
			path,
			problem: `is ${value}, but the service takes at most ${field.maxDigits} digits`,
			code: 'notShortCarrierId',
		});
	}
}

function validateText(
	field: FieldDefinition,
	value: unknown,
	path: ReadonlyArray<string | number>,
	violations: Violation[],
) {
	if (typeof value !== 'string') {
		violations.push(wrongType(path, 'text', value));
		return;
	}
	const character = unsendableCharacter(value);
	if (character) {
		violations.push({
			path,
			problem: `contains a character that can't be sent (${character.name})`,
			code: 'unsendable',
			position: character.position,
		});
	}
	if (field.maxLength) checkLength(value, field.maxLength, path, violations);
}

function checkLength(
	text: string,
	limit: number,
	path: ReadonlyArray<string | number>,
	violations: Violation[],
) {
	const length = charactersIn(text);
	if (length > limit) {
		violations.push({
			path,
			problem: `has ${length} characters, but the service takes at most ${limit}`,
			code: 'tooLong',
			by: length - limit,
		});
	}
}

function validateRules(call: EnteredCall, violations: Violation[]) {
	switch (call.operation) {
		case 'updateDivision':
			if (!holdsChange(call.parameters.division)) violations.push(unchanged('division'));
			refuseBlank('division', 'name', call.parameters, violations);
			return;
		case 'updateSubscriptionnode':
			if (!holdsChange(call.parameters.group)) violations.push(unchanged('group'));
			return;
		case 'updateTemplate':
			if (!holdsChange({ ...call.parameters.template, id: null })) {
				violations.push(unchanged('template'));
			}
			refuseBlank('template', 'text', call.parameters, violations);
			return;
		case 'sendMessage':
			validateSend(call, violations);
			return;
		case 'sendMessageSpecifyLocale':
			validateSend(call, violations);
			validateLocalizedTexts(call, violations);
			return;
		case 'sendTemplateMessage':
			validateSend(call, violations);
			validateTemplateToSend(call.parameters.template ?? {}, violations);
			return;
		case 'createShortURL':
		case 'updateShortURL':
			validateWebAddress('url', call.parameters.url, violations, /^\s*[a-z]+:/i);
			return;
		case 'plainSend':
			validatePlainNumbers(call.parameters.phone, violations);
			return;
	}
}

/** What nothing can be without, so that an expression which gives nothing does not wipe it out. */
function refuseBlank(parameter: string, member: string, of: object, violations: Violation[]) {
	if (isBlankText(memberOf(memberOf(of, parameter), member))) {
		violations.push(empty([parameter, member]));
	}
}

/** Without the slashes, a host would be the scheme of its port. */
const WITH_SLASHES = /^\s*https?:\/\//i;

/** In which form the service writes its short URLs is not shown, so they are taken as they come. */
function validateWebAddress(name: string, address: unknown, violations: Violation[], form = /^/) {
	if (typeof address !== 'string' || isBlankText(address)) return;
	if (!isWebAddress(address) || !form.test(address)) {
		violations.push({ path: [name], ...NO_WEB_ADDRESS });
	}
}

/** The plain send carries its list as one text, so that a number with a comma in it is two. */
function validatePlainNumbers(phone: unknown, violations: Violation[]) {
	if (typeof phone !== 'string' || unsendableCharacter(phone)) return;
	for (const [position, number] of phone.split(',').entries()) {
		const found = isBlankText(number) ? undefined : addressProblem(number, 1);
		if (found) violations.push({ path: ['phone', position], ...found });
	}
}

type EnteredSend<N extends TicketedName = TicketedName> = Extract<
	EnteredCall,
	{ readonly operation: N }
>;

/** Sending rules 1 to 3, as far as they can be known without asking the service, and Events, rule 1. */
function validateSend(call: EnteredSend, violations: Violation[]) {
	validateWebAddress('status_url', call.parameters.status_url, violations, WITH_SLASHES);
	const hidden = invisibleIn(String(call.parameters.custom_ticket ?? ''));
	if (hidden) violations.push({ path: ['custom_ticket'], ...hidden });
	if (call.everyone && !isAbsent(call.parameters.recipientList)) {
		violations.push({
			path: ['recipientList'],
			problem: 'must be left out of a send to everyone',
			code: 'everyoneWithList',
		});
	}
	if (!call.everyone && recipientsOf(call).length === 0) {
		violations.push({
			path: ['recipientList', 'recipients'],
			problem: 'holds no recipient, so nothing was sent',
			code: 'noRecipient',
		});
	}
}

/** Limits: 160 characters for English, 70 UTF-16 units for any other language; Sending rule 4. */
function validateLocalizedTexts(
	call: EnteredSend<'sendMessageSpecifyLocale'>,
	violations: Violation[],
) {
	const tooLong = new Set<string>();
	for (const [position, recipient] of recipientsOf(call).entries()) {
		const own = typeof recipient?.message === 'string' && recipient.message !== '';
		const text = own ? recipient.message : call.parameters.message;
		if (typeof text !== 'string') continue;
		const path = own ? ['recipientList', 'recipients', position, 'message'] : ['message'];
		if (own && isBlankText(text)) violations.push(empty(path));
		const limit = textLimit(recipient?.locale, text);
		if (limit.max === LIMITS.message) {
			if (own) checkLength(text, LIMITS.message, path, violations);
			continue;
		}
		const key = own ? String(position) : 'base';
		if (limit.length(text) <= limit.max || tooLong.has(key)) continue;
		tooLong.add(key);
		violations.push({
			path,
			problem: `has ${text.length} characters, and at most ${LIMITS.messageNotEnglish} are allowed ${
				recipient?.locale ? `for the locale ${String(recipient.locale)}` : 'if not in English'
			}`,
			code: 'tooLongForLocale',
			by: text.length - LIMITS.messageNotEnglish,
		});
	}
}

/** "text required, max 160 … an id alone may be given to use a stored template". */
function validateTemplateToSend(
	template: Entered<GivenStruct<'WSTemplate'>>,
	violations: Violation[],
) {
	const { id, text } = template;
	if (isEmpty(isAbsent(text) ? id : text)) {
		violations.push(empty(['template', text === undefined ? 'id' : 'text']));
	}
	if (typeof text === 'string') checkLength(text, LIMITS.message, ['template', 'text'], violations);
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

function isBlankText(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

function isAbsent(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}
