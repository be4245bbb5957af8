import {
	INTERFACE_VERSION,
	isListType,
	operationDefinition,
	structDefinition,
	type FieldType,
	type OperationName,
	type ScalarType,
	type StructName,
} from '../contract/contract';
import type { Given, GivenMembers, ParametersOf } from '../contract/call';
import { NotDocumentedError } from '../errors/errors';
import {
	assertMembers,
	formRequest,
	NVP_PATH,
	type UnitAuth,
	type WireRequest,
} from './wireRequest';

/** Object members among the flat parameters: those that Endpoints, rule 2 names, and the other single values of its tables. */
const FLAT_MEMBERS: ReadonlySet<string> = new Set([
	'name',
	'id',
	'title',
	'text',
	'subject',
	'description',
	'ispublic',
	'stackOrder',
	'email',
	'phone',
	'url',
]);

/**
 * A name-value-pair request (Endpoints, rules 2 and 4), without username, password and api_key.
 * @throws NotDocumentedError where the interface shows no such form: of the operation, or of a list,
 * a nested object or another given value
 */
export function encodeNvp<N extends OperationName>(
	operation: N,
	auth: UnitAuth,
	parameters: ParametersOf<N>,
	method: 'POST' | 'GET',
): WireRequest;
export function encodeNvp(
	operation: OperationName,
	auth: UnitAuth,
	parameters: GivenMembers,
	method: 'POST' | 'GET',
): WireRequest {
	const definition = operationDefinition(operation);
	if (!definition.nvp) throw new NotDocumentedError('NVP');
	const fields: Array<[string, string]> = [
		['version', INTERFACE_VERSION],
		['method_name', `${definition.binding}.${operation}`],
	];
	if (definition.auth === 'WSAuthentication') {
		if (auth.thread !== undefined) throw new NotDocumentedError('NVP', 'thread');
		fields.push(['code', auth.code], ['keyword', auth.keyword]);
	}
	for (const { name, type, nvpName } of definition.parameters) {
		const value = parameters[name];
		if (value === undefined || value === null) continue;
		if (isScalar(type)) {
			// The text `false` counts as true for many a server, and leaving it out means false.
			if (value !== false) fields.push([nvpName ?? name, String(value)]);
		} else if (isListType(type) || type === 'unknown') {
			throw new NotDocumentedError('NVP', name);
		} else {
			fields.push(...flatMembers(name, type, value));
		}
	}
	return formRequest(NVP_PATH, fields, method);
}

function flatMembers(parameter: string, type: StructName, value: Given): Array<[string, string]> {
	assertMembers(value);
	const fields: Array<[string, string]> = [];
	for (const [name, field] of Object.entries(structDefinition(type))) {
		const member = value[name];
		if (member === undefined || member === null) continue;
		if (isScalar(field.type) && FLAT_MEMBERS.has(name)) {
			fields.push([name, String(member)]);
		} else if (!field.alwaysPresent || String(member) !== '') {
			throw new NotDocumentedError('NVP', isSendList(type) ? parameter : name);
		}
	}
	// An empty object may not vanish: without a recipient list a message goes to everyone.
	if (isSendList(type)) throw new NotDocumentedError('NVP', parameter);
	return fields;
}

function isSendList(type: StructName): boolean {
	return type === 'WSRecipientList' || type === 'WSRecipientEnhancedList';
}

function isScalar(type: FieldType): type is Exclude<ScalarType, 'unknown'> {
	return type === 'string' || type === 'integer' || type === 'digits' || type === 'boolean';
}
