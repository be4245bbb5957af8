import {
	LIMITS,
	operationDefinition,
	PLAIN_SEND,
	structDefinition,
	type FieldDefinition,
	type OperationName,
	type ParameterDefinition,
	type StructName,
	type StructValue,
} from './contract';
import { characters, textLimit } from './messageText';

/** One operation to be called: what goes into the authentication object and what follows it. */
export interface Call {
	operation: OperationName | 'plainSend';
	/** Digits. */
	code: string;
	/** The unit the operation acts on. */
	keyword: string;
	thread?: boolean;
	/** By the names and types of the contract. */
	parameters: Record<string, unknown>;
	/**
	 * Asks for a send to everyone in the unit. The service sends to everyone whenever a list is
	 * missing or empty, so without this a send without recipients is refused here.
	 */
	everyone?: boolean;
}

/** Something in a call that the interface does not allow. */
export interface Violation {
	/** Where: parameter name, then member names and list positions. */
	path: ReadonlyArray<string | number>;
	/** Completes a sentence that begins with the field's name, e.g. "is empty". */
	problem: string;
	/** How to mend it. */
	fix: string;
}

/**
 * Operations that answer for the credential's own company when no keyword is given yet:
 * the credential test and the first look at the organization have none to give.
 */
const KEYWORD_OPTIONAL: ReadonlySet<Call['operation']> = new Set([
	'authenticationTest',
	'test',
	'getOrganizationTree',
]);

/**
 * Holds a call against the interface before anything leaves: required members, types, every limit
 * of the Limits table, the recipient types and the sending rules. Returns all that it finds.
 */
export function validate(call: Call): Violation[] {
	const definition =
		call.operation === 'plainSend' ? PLAIN_SEND : operationDefinition(call.operation);
	const violations: Violation[] = [];
	if (definition.auth === 'WSAuthentication') validateUnit(call, violations);
	validateRules(call, violations);
	for (const parameter of definition.parameters) {
		validateParameter(parameter, call.parameters[parameter.name], violations);
	}
	return violations;
}

function validateUnit(call: Call, violations: Violation[]) {
	if (!/^\d+$/.test(call.code)) {
		violations.push({
			path: ['code'],
			problem: 'must be a short code or long code in digits',
			fix: "Enter digits only, e.g. 12345, or leave the field out to use the credential's code.",
		});
	}
	if (call.keyword === '' && KEYWORD_OPTIONAL.has(call.operation)) return;
	validateField(
		{ type: 'string', required: true, maxLength: LIMITS.keyword },
		call.keyword,
		['keyword'],
		violations,
	);
}

function validateParameter(
	parameter: ParameterDefinition,
	value: unknown,
	violations: Violation[],
) {
	const path = [parameter.name];
	validateField(parameter, value, path, violations);
	for (const member of parameter.requires ?? []) {
		if (isAbsent((value as Record<string, unknown> | undefined)?.[member])) {
			violations.push(empty([...path, member]));
		}
	}
	if (!parameter.maxEntries || typeof value !== 'string' || isBlank(value)) return;
	const entries = value.split(',').length;
	if (value.split(',').every(isBlank)) violations.push(empty(path));
	if (entries > parameter.maxEntries) {
		violations.push({
			path,
			problem: `holds ${entries} phone numbers, but the service takes at most ${parameter.maxEntries} in one request`,
			fix: `Spread them over several items of at most ${parameter.maxEntries}.`,
		});
	}
}

function validateField(
	field: FieldDefinition,
	value: unknown,
	path: ReadonlyArray<string | number>,
	violations: Violation[],
) {
	if (isAbsent(value) || (field.required && isBlank(value))) {
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
	if (field.type.endsWith('[]')) {
		const struct = field.type.slice(0, -2) as StructName;
		if (!Array.isArray(value)) {
			violations.push(wrongType(path, 'a list', value));
			return;
		}
		for (const [position, entry] of value.entries()) {
			validateStruct(struct, entry, [...path, position], violations);
		}
		return;
	}
	validateStruct(field.type as StructName, value, path, violations);
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
		validateField(field, (value as Record<string, unknown>)[name], [...path, name], violations);
	}
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
	if (field.oneOf && !field.oneOf.includes(Number(value))) {
		violations.push({
			path,
			problem: `is ${String(value)}, which is none of ${field.oneOf.join(', ')}`,
			fix: 'Choose one of the values in the list.',
		});
	}
	if (field.maxDigits && !new RegExp(`^\\d{1,${field.maxDigits}}$`).test(String(value))) {
		violations.push({
			path,
			problem: `is ${value}, but the service takes at most ${field.maxDigits} digits`,
			fix: 'Use the ID that Look Up Carrier ID gives for the number.',
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
			problem: `contains a character that cannot be sent (${character.name} at position ${character.position})`,
			fix: 'Remove the control character; it often comes along when text is pasted or read from a file.',
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
	const length = characters(text);
	if (length > limit) {
		violations.push({
			path,
			problem: `has ${length} characters, but the service takes at most ${limit}`,
			fix: `Shorten it by ${length - limit}.`,
		});
	}
}

function validateRules(call: Call, violations: Violation[]) {
	const { parameters } = call;
	switch (call.operation) {
		case 'updateDivision':
			if (!holdsChange(parameters.division)) violations.push(unchanged('division'));
			return;
		case 'updateTemplate': {
			const { template } = parameters as { template?: StructValue<'WSTemplate'> };
			if (!holdsChange({ ...template, id: null })) violations.push(unchanged('template'));
			return;
		}
		case 'sendMessage':
			validateAudience(call, violations);
			return;
		case 'sendMessageSpecifyLocale':
			validateAudience(call, violations);
			validateLocalizedTexts(parameters, violations);
			return;
		case 'sendTemplateMessage':
			validateAudience(call, violations);
			validateTemplateToSend((parameters.template ?? {}) as StructValue<'WSTemplate'>, violations);
			return;
	}
}

/** Sending rules 1 to 3, as far as they can be known without asking the service. */
function validateAudience(call: Call, violations: Violation[]) {
	const recipients = recipientsOf(call.parameters);
	if (call.everyone && recipients !== undefined) {
		violations.push({
			path: ['recipientList'],
			problem: 'must be left out of a send to everyone in the unit',
			fix: 'Choose either the recipients or everyone.',
		});
	}
	if (!call.everyone && !recipients?.length) {
		violations.push({
			path: ['recipientList', 'recipients'],
			problem: 'holds no recipient, and without one the service would send to everyone in the unit',
			fix: 'Nothing was sent. Add a recipient, or filter out items without one before this node.',
		});
	}
}

function recipientsOf(parameters: Record<string, unknown>) {
	const list = parameters.recipientList as StructValue<'WSRecipientEnhancedList'> | undefined;
	if (isAbsent(list)) return undefined;
	return Array.isArray(list?.recipients) ? list.recipients : [];
}

/** Limits: 160 characters for English, 70 UTF-16 units for any other language; Sending rule 4. */
function validateLocalizedTexts(parameters: Record<string, unknown>, violations: Violation[]) {
	const tooLong = new Set<string>();
	for (const [position, recipient] of (recipientsOf(parameters) ?? []).entries()) {
		const own = typeof recipient?.message === 'string' && recipient.message !== '';
		const text = own ? recipient.message : parameters.message;
		if (typeof text !== 'string') continue;
		const path = own ? ['recipientList', 'recipients', position, 'message'] : ['message'];
		const limit = textLimit(recipient?.locale);
		if (limit.max === LIMITS.message) {
			if (own) checkLength(text, LIMITS.message, path, violations);
			continue;
		}
		const key = own ? String(position) : 'base';
		if (limit.length(text) <= limit.max || tooLong.has(key)) continue;
		tooLong.add(key);
		violations.push({
			path,
			problem: `has ${text.length} characters (emoji count as two or more), but the service takes at most ${LIMITS.messageNotEnglish} for the locale ${String(recipient?.locale)}`,
			fix: `Shorten it by ${text.length - LIMITS.messageNotEnglish}; only English messages can have ${LIMITS.message}.`,
		});
	}
}

/** "text required, max 160 … an id alone may be given to use a stored template". */
function validateTemplateToSend(template: StructValue<'WSTemplate'>, violations: Violation[]) {
	if (isAbsent(template.text)) {
		if (isAbsent(template.id)) violations.push(empty(['template', 'text']));
		return;
	}
	checkLength(String(template.text), LIMITS.message, ['template', 'text'], violations);
}

/**
 * The first character that XML cannot carry: control characters other than tab, line feed and
 * carriage return, halves of surrogate pairs, U+FFFE and U+FFFF.
 */
export function unsendableCharacter(text: string): { name: string; position: number } | undefined {
	const match = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.exec(text);
	if (!match) return undefined;
	const codePoint = match[0].codePointAt(0) ?? 0;
	return {
		name: `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`,
		position: match.index + 1,
	};
}

/** An empty text is a change: it clears what is stored. */
function holdsChange(record: unknown): boolean {
	return Object.values(record ?? {}).some((value) => value !== undefined && value !== null);
}

function unchanged(parameter: string): Violation {
	return {
		path: [parameter],
		problem: 'holds nothing to change',
		fix: "Add at least one field under 'Update Fields'.",
	};
}

function isBlank(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

function isAbsent(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

function empty(path: ReadonlyArray<string | number>): Violation {
	return {
		path,
		problem: 'is empty',
		fix: 'Enter a value, or check the expression that fills it.',
	};
}

function wrongType(
	path: ReadonlyArray<string | number>,
	wanted: string,
	value: unknown,
): Violation {
	const given = Array.isArray(value) ? 'a list' : value === null ? 'null' : describe(value);
	return {
		path,
		problem: `must be ${wanted}, but ${given} was given`,
		fix: 'Check the expression that fills it.',
	};
}

function describe(value: unknown): string {
	switch (typeof value) {
		case 'object':
			return 'an object';
		case 'string':
			return `the text "${value.slice(0, 40)}"`;
		default:
			return `the ${typeof value} ${String(value)}`;
	}
}
