import { Fields } from './fields';
import type { Binding } from './operations/operation';
import { OPERATIONS } from './operations/operations';
import { perform } from './operations/perform';
import type { Sandbox } from './sandbox';
import {
	isStruct,
	itemOf,
	members,
	type Incoming,
	type IncomingStruct,
	type Outgoing,
	type TypeName,
} from './types';
import { escapeText, MalformedXml, parseXml, writeXml, type Dialect, type XmlElement } from './xml';

const NAMESPACE = 'urn:webservices2_0_0';

/** The request is answered with a fault, not with an envelope of the service. */
export class SoapFault extends Error {
	constructor(
		message: string,
		readonly code: 'Client' | 'Server' = 'Client',
	) {
		super(message);
	}
}

/** Performs the operation of a SOAP 1.1 request and yields the answer's text in pieces. */
export function* answerSoap(sandbox: Sandbox, binding: Binding, body: string): Generator<string> {
	const element = operationElement(body);
	const { name } = element;
	const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
	if (!operation) throw new SoapFault(`Operation ${name} is unknown`);
	if (operation.binding !== binding) {
		throw new SoapFault(`Operation ${name} is not of ${binding} but of ${operation.binding}`);
	}
	const values = readMembers(element, { auth: operation.auth, ...operation.parameters });
	const parameters = new Fields(values);
	const envelope = perform(
		sandbox,
		{
			transport: 'soap',
			operation: name,
			auth: parameters.object('auth', '') ?? new Fields({}),
			parameters,
		},
		operation,
	);
	yield `${ENVELOPE}<SOAP-ENV:Body><ns1:${name}Response>`;
	yield* writeXml(`${name}Return`, operation.returns, { ...envelope }, RPC_ENCODED);
	yield `</ns1:${name}Response></SOAP-ENV:Body></SOAP-ENV:Envelope>\n`;
}

export function writeFault(fault: SoapFault): string {
	return (
		`${ENVELOPE}<SOAP-ENV:Body><SOAP-ENV:Fault>` +
		`<faultcode>SOAP-ENV:${fault.code}</faultcode>` +
		`<faultstring>${escapeText(fault.message)}</faultstring>` +
		'</SOAP-ENV:Fault></SOAP-ENV:Body></SOAP-ENV:Envelope>\n'
	);
}

const ENVELOPE =
	'<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope' +
	' xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"' +
	` xmlns:ns1="${NAMESPACE}"` +
	' xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
	' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
	' xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/"' +
	' SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">';

const RPC_ENCODED: Dialect = {
	attributes(type, value) {
		if (value === null) return ' xsi:nil="true"';
		const item = itemOf(type);
		if (item) {
			const { length } = value as readonly Outgoing[];
			return ` SOAP-ENC:arrayType="ns1:${item}[${length}]" xsi:type="ns1:ArrayOf${item}"`;
		}
		if (isStruct(type)) return ` xsi:type="ns1:${type}"`;
		return ` xsi:type="xsd:${type === 'anyType' ? 'string' : type}"`;
	},
};

function operationElement(body: string): XmlElement {
	let envelope: XmlElement;
	try {
		envelope = parseXml(body);
	} catch (error) {
		if (error instanceof MalformedXml) throw new SoapFault(`Bad request: ${error.message}`);
		throw error;
	}
	if (envelope.name !== 'Envelope') throw new SoapFault('The document is no SOAP envelope');
	const operation = envelope.children.find(({ name }) => name === 'Body')?.children[0];
	if (!operation) throw new SoapFault('The SOAP body holds no operation');
	return operation;
}

/** Members by name, in any order; unknown ones are ignored, as PHP's server does. */
function readMembers(element: XmlElement, types: Readonly<Record<string, TypeName>>) {
	const values: IncomingStruct = {};
	for (const child of element.children) {
		const type = Object.hasOwn(types, child.name) ? types[child.name] : undefined;
		if (type) values[child.name] = readValue(child, type);
	}
	return values;
}

function readValue(element: XmlElement, type: TypeName): Incoming {
	if (['true', '1'].includes(element.attributes.nil ?? '')) return null;
	const item = itemOf(type);
	if (item) return element.children.map((child) => readValue(child, item));
	if (isStruct(type)) return readMembers(element, members(type));
	return element.text;
}
