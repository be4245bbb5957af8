import { XMLBuilder } from 'fast-xml-parser';

import {
	NAMESPACE,
	operationDefinition,
	structDefinition,
	type FieldType,
	type OperationName,
	type StructName,
} from './contract';
import { NotDocumentedError } from './errors';
import { soapPath, type UnitAuth, type WireRequest } from './wire';

const HEAD =
	'<?xml version="1.0" encoding="UTF-8"?>\n' +
	'<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"' +
	` xmlns:ns1="${NAMESPACE}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"` +
	' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
	' xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/"' +
	' SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>';
const TAIL = '</SOAP-ENV:Body></SOAP-ENV:Envelope>';

const ESCAPES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	// A parser turns a raw CR into LF, so only a reference keeps it.
	'\r': '&#13;',
};

const builderOptions = {
	ignoreAttributes: false,
	attributesGroupName: '@',
	suppressBooleanAttributes: false,
	jPath: false,
	entities: [{ regex: /[&<>\r]/g, val: (character: string) => ESCAPES[character] }],
};
const builder = new XMLBuilder(builderOptions);

type Element = Record<string, unknown>;

const NIL: Element = { '@': { 'xsi:nil': 'true' } };

/**
 * A SOAP 1.1 rpc/encoded request (Endpoints, rule 1). The authentication object comes first, as
 * `<auth xsi:type="ns1:WS…Authentication">…</auth>` without username, password and api_key.
 *
 * Parameters and members that are undefined or null are left out, except those that the contract
 * wants always present. Values are taken as validated; an integer may be a string of digits.
 */
export function encodeSoap(
	operation: OperationName,
	auth: UnitAuth,
	parameters: Record<string, unknown>,
): WireRequest {
	const definition = operationDefinition(operation);
	const body: Element = { auth: authElement(definition.auth, auth) };
	const second: Element = {};
	for (const { name, type, secondName } of definition.parameters) {
		const value = parameters[name];
		if (value === undefined || value === null) continue;
		body[name] = element(operation, name, type, value);
		if (secondName !== undefined) second[secondName] = body[name];
	}
	return {
		method: 'POST',
		path: soapPath(definition.binding),
		headers: {
			'Content-Type': 'text/xml; charset=utf-8',
			SOAPAction: `"${NAMESPACE}#${operation}"`,
		},
		body: HEAD + builder.build({ [`ns1:${operation}`]: { ...body, ...second } }) + TAIL,
	};
}

function authElement(type: StructName, { code, keyword, thread }: UnitAuth): Element {
	const auth: Element = { '@': { 'xsi:type': `ns1:${type}` } };
	if (type === 'WSSimpleAuthentication') return auth;
	auth.code = scalar(integerType(code), code);
	auth.keyword = scalar('xsd:string', keyword);
	if (thread !== undefined) auth.thread = scalar('xsd:boolean', thread);
	return auth;
}

function element(operation: OperationName, name: string, type: FieldType, value: unknown): Element {
	switch (type) {
		case 'string':
			return scalar('xsd:string', value);
		case 'boolean':
			return scalar('xsd:boolean', value);
		case 'integer':
		case 'digits':
			return scalar(integerType(String(value)), value);
		case 'unknown':
			if (typeof value === 'object') throw new NotDocumentedError('SOAP', operation, name);
			return scalar('xsd:string', value);
	}
	if (isListType(type)) return list(operation, type, value as readonly unknown[]);
	return struct(operation, type, value as Record<string, unknown>);
}

function list(
	operation: OperationName,
	type: `${StructName}[]`,
	values: readonly unknown[],
): Element {
	const itemType = type.slice(0, -2) as StructName;
	return {
		'@': {
			'SOAP-ENC:arrayType': `ns1:${itemType}[${values.length}]`,
			'xsi:type': 'SOAP-ENC:Array',
		},
		item: values.map((value) => struct(operation, itemType, value as Record<string, unknown>)),
	};
}

function struct(
	operation: OperationName,
	type: StructName,
	value: Record<string, unknown>,
): Element {
	const written: Element = { '@': { 'xsi:type': `ns1:${type}` } };
	const members = structDefinition(type);
	for (const name in members) {
		const field = members[name]!;
		const member = value[name];
		if (member !== undefined && member !== null) {
			written[name] = element(operation, name, field.type, member);
		} else if (field.alwaysPresent) {
			written[name] = isListType(field.type) ? list(operation, field.type, []) : NIL;
		}
	}
	return written;
}

function isListType(type: FieldType): type is `${StructName}[]` {
	return type.endsWith('[]');
}

function scalar(type: string, value: unknown): Element {
	return { '@': { 'xsi:type': type }, '#text': String(value) };
}

/** The narrowest of the types that hold the number; a long code can exceed 32 bits. */
function integerType(text: string): string {
	if (!/^[+-]?\d+$/.test(text)) return 'xsd:string';
	if (text.length < 10) return 'xsd:int';
	const number = BigInt(text.replace('+', ''));
	if (BigInt.asIntN(32, number) === number) return 'xsd:int';
	return BigInt.asIntN(64, number) === number ? 'xsd:long' : 'xsd:integer';
}
