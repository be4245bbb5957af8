import {
	NAMESPACE,
	entryTypeOf,
	isListType,
	operationDefinition,
	structDefinition,
	type FieldType,
	type OperationName,
	type StructName,
} from '../contract/contract';
import type { Given, GivenMembers, ParametersOf } from '../contract/call';
import { NotDocumentedError } from '../errors/errors';
import { assertMembers, soapPath, type UnitAuth, type WireRequest } from './wireRequest';

const HEAD =
	'<?xml version="1.0" encoding="UTF-8"?>\n' +
	'<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"' +
	` xmlns:ns1="${NAMESPACE}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"` +
	' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
	' xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/"' +
	' SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>';
const TAIL = '</SOAP-ENV:Body></SOAP-ENV:Envelope>';

/**
 * A SOAP 1.1 rpc/encoded request (Endpoints, rule 1). The authentication object comes first, as
 * `<auth xsi:type="ns1:WS…Authentication">…</auth>` without username, password and api_key.
 *
 * Parameters and members that are undefined or null are left out, except members that the contract
 * wants always present, and parameters before a given one: those are nil, because some services
 * go by position. Values are taken as validated; an integer may be a string of digits.
 */
export function encodeSoap<N extends OperationName>(
	operation: N,
	auth: UnitAuth,
	parameters: ParametersOf<N>,
): WireRequest;
export function encodeSoap(
	operation: OperationName,
	auth: UnitAuth,
	parameters: GivenMembers,
): WireRequest {
	const definition = operationDefinition(operation);
	let body = authElement(definition.auth, auth);
	let second = '';
	const isGiven = ({ name }: { name: string }) =>
		parameters[name] !== undefined && parameters[name] !== null;
	const lastGiven = definition.parameters.findLastIndex(isGiven);
	for (const parameter of definition.parameters.slice(0, lastGiven + 1)) {
		const { name, type, secondName } = parameter;
		if (!isGiven(parameter)) {
			body += `<${name} xsi:nil="true"/>`;
			continue;
		}
		const value = parameters[name];
		body += elementOf(name, type, value);
		if (secondName !== undefined) second += elementOf(secondName, type, value);
	}
	return {
		method: 'POST',
		path: soapPath(definition.binding),
		headers: {
			'Content-Type': 'text/xml; charset=utf-8',
			SOAPAction: `"${NAMESPACE}#${operation}"`,
		},
		body: `${HEAD}<ns1:${operation}>${body}${second}</ns1:${operation}>${TAIL}`,
	};
}

function authElement(type: StructName, { code, keyword, thread }: UnitAuth): string {
	let members = '';
	if (type === 'WSAuthentication') {
		members = scalar('code', integerType(code), code) + scalar('keyword', 'xsd:string', keyword);
		if (thread !== undefined) members += scalar('thread', 'xsd:boolean', String(thread));
	}
	return `<auth xsi:type="ns1:${type}">${members}</auth>`;
}

/** Names come from the contract and need no escaping. */
function elementOf(name: string, type: FieldType, value: Given): string {
	switch (type) {
		case 'string':
			return scalar(name, 'xsd:string', String(value));
		case 'boolean':
			return scalar(name, 'xsd:boolean', String(value));
		case 'integer':
		case 'digits':
			return scalar(name, integerType(String(value)), String(value));
		case 'unknown':
			if (typeof value === 'object') throw new NotDocumentedError('SOAP', name);
			return scalar(name, 'xsd:string', String(value));
	}
	if (isListType(type)) return listOf(name, type, value);
	return struct(name, type, value);
}

function listOf(name: string, type: `${StructName}[]`, value: Given): string {
	const itemType = entryTypeOf(type);
	let items = '';
	assertMembers(value);
	const values = Object.values(value);
	for (const entry of values) items += struct('item', itemType, entry);
	const arrayType = `SOAP-ENC:arrayType="ns1:${itemType}[${values.length}]"`;
	return `<${name} ${arrayType} xsi:type="SOAP-ENC:Array">${items}</${name}>`;
}

function struct(name: string, type: StructName, value: Given): string {
	let written = '';
	const members = structDefinition(type);
	assertMembers(value);
	for (const member in members) {
		const field = members[member]!;
		const given = value[member];
		if (given !== undefined && given !== null) {
			written += elementOf(member, field.type, given);
		} else if (field.alwaysPresent) {
			written += isListType(field.type)
				? listOf(member, field.type, [])
				: `<${member} xsi:nil="true"/>`;
		}
	}
	return `<${name} xsi:type="ns1:${type}">${written}</${name}>`;
}

function scalar(name: string, type: string, text: string): string {
	return `<${name} xsi:type="${type}">${escapeText(text)}</${name}>`;
}

const ESCAPES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	// A parser turns a raw CR into LF, so only a reference keeps it.
	'\r': '&#13;',
};

function escapeText(text: string): string {
	return text.replace(/[&<>\r]/g, (character) => ESCAPES[character]!);
}

/** The narrowest of the types that hold the number; a long code can exceed 32 bits. */
function integerType(text: string): string {
	if (!/^[+-]?\d+$/.test(text)) return 'xsd:string';
	if (text.length < 10) return 'xsd:int';
	const number = BigInt(text.replace('+', ''));
	if (BigInt.asIntN(32, number) === number) return 'xsd:int';
	return BigInt.asIntN(64, number) === number ? 'xsd:long' : 'xsd:integer';
}
