import { XMLBuilder } from 'fast-xml-parser';

import {
	BINDINGS,
	NAMESPACE,
	operationDefinition,
	OPERATIONS,
	structDefinition,
	STRUCTS,
	type FieldType,
	type OperationName,
	type StructName,
} from '../nodes/SubscriptionMessaging/service/contract/contract';

const SOAP_ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';

const XSD_TYPES: Readonly<Record<string, string>> = {
	string: 'xsd:string',
	integer: 'xsd:int',
	// A long code has more than 32 bits.
	digits: 'xsd:long',
	boolean: 'xsd:boolean',
	unknown: 'xsd:anyType',
};

const ATTRIBUTE = '@_';

const builder = new XMLBuilder({
	format: true,
	ignoreAttributes: false,
	attributeNamePrefix: ATTRIBUTE,
	suppressEmptyNode: true,
	suppressBooleanAttributes: false,
});

/**
 * WSDL 1.1 of the interface in rpc/encoded style, from the contract: one service whose five ports
 * lie under `baseUrl`.
 */
export function writeWsdl(baseUrl: string): string {
	const names = Object.keys(OPERATIONS) as OperationName[];
	return builder.build({
		'?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
		'wsdl:definitions': {
			'@_name': 'WebServices',
			'@_targetNamespace': NAMESPACE,
			'@_xmlns:tns': NAMESPACE,
			'@_xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
			'@_xmlns:soap': 'http://schemas.xmlsoap.org/wsdl/soap/',
			'@_xmlns:soapenc': SOAP_ENCODING,
			'@_xmlns:wsdl': 'http://schemas.xmlsoap.org/wsdl/',
			'wsdl:types': { 'xsd:schema': schema(baseUrl) },
			'wsdl:message': names.flatMap(messages),
			'wsdl:portType': BINDINGS.map((binding) => ({
				'@_name': `${binding}PortType`,
				'wsdl:operation': of(binding).map((name) => ({
					'@_name': name,
					'wsdl:input': { '@_message': `tns:${name}Request` },
					'wsdl:output': { '@_message': `tns:${name}Response` },
				})),
			})),
			'wsdl:binding': BINDINGS.map((binding) => ({
				'@_name': `${binding}Binding`,
				'@_type': `tns:${binding}PortType`,
				'soap:binding': {
					'@_style': 'rpc',
					'@_transport': 'http://schemas.xmlsoap.org/soap/http',
				},
				'wsdl:operation': of(binding).map((name) => ({
					'@_name': name,
					'soap:operation': { '@_soapAction': `${NAMESPACE}#${name}` },
					'wsdl:input': { 'soap:body': ENCODED },
					'wsdl:output': { 'soap:body': ENCODED },
				})),
			})),
			'wsdl:service': {
				'@_name': 'WebServices',
				'wsdl:port': BINDINGS.map((binding) => ({
					'@_name': `${binding}Port`,
					'@_binding': `tns:${binding}Binding`,
					'soap:address': { '@_location': `${baseUrl}/webservices/${binding}/2.0.0` },
				})),
			},
		},
	});
}

export const SOAP_ENCODING_PATH = '/webservices/soap-encoding.xsd';

const ANY_ITEMS = {
	'xsd:any': {
		'@_namespace': '##any',
		'@_minOccurs': '0',
		'@_maxOccurs': 'unbounded',
		'@_processContents': 'lax',
	},
};

/**
 * The part of SOAP's own encoding schema that lists are made of: a client such as zeep would
 * otherwise fetch it from its home, which a machine without internet does not reach.
 */
export function writeSoapEncodingSchema(): string {
	return builder.build({
		'?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
		'xsd:schema': {
			'@_targetNamespace': SOAP_ENCODING,
			'@_xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
			'xsd:attribute': { '@_name': 'arrayType', '@_type': 'xsd:string' },
			'xsd:group': {
				'@_name': 'Array',
				'xsd:sequence': ANY_ITEMS,
			},
			'xsd:complexType': {
				'@_name': 'Array',
				'xsd:sequence': ANY_ITEMS,
			},
		},
	});
}

const ENCODED = {
	'@_use': 'encoded',
	'@_namespace': NAMESPACE,
	'@_encodingStyle': SOAP_ENCODING,
};

function of(binding: string): OperationName[] {
	const names = Object.keys(OPERATIONS) as OperationName[];
	return names.filter((name) => OPERATIONS[name].binding === binding);
}

function messages(name: OperationName) {
	const { auth, parameters, returns } = operationDefinition(name);
	const input = [{ name: 'auth', type: auth }, ...parameters];
	// Where the output is not shown, the sandbox answers with the general envelope.
	const output = returns === 'unknown' ? 'WSGenericResponse' : returns;
	return [
		{
			'@_name': `${name}Request`,
			'wsdl:part': input.map((part) => ({ '@_name': part.name, '@_type': typeName(part.type) })),
		},
		{
			'@_name': `${name}Response`,
			'wsdl:part': { '@_name': `${name}Return`, '@_type': typeName(output) },
		},
	];
}

function schema(baseUrl: string) {
	const structs = Object.keys(STRUCTS) as StructName[];
	const lists = new Set(
		[
			...structs.flatMap((name) => Object.values(structDefinition(name))),
			...Object.keys(OPERATIONS).flatMap((name) => [
				...operationDefinition(name as OperationName).parameters,
			]),
		]
			.map(({ type }) => itemName(type))
			.filter((name) => name !== undefined),
	);
	return {
		'@_targetNamespace': NAMESPACE,
		'xsd:import': {
			'@_namespace': SOAP_ENCODING,
			'@_schemaLocation': `${baseUrl}${SOAP_ENCODING_PATH}`,
		},
		'xsd:complexType': [...structs.map(struct), ...[...lists].map(list)],
	};
}

function struct(name: StructName) {
	return {
		'@_name': name,
		'xsd:all': {
			'xsd:element': Object.entries(structDefinition(name)).map(([member, field]) => ({
				'@_name': member,
				'@_type': typeName(field.type),
				// The document has these members present, be it without a value (Division).
				...(!field.required && !field.alwaysPresent && { '@_minOccurs': '0' }),
				...(!field.required && { '@_nillable': 'true' }),
			})),
		},
	};
}

function list(item: string) {
	return {
		'@_name': `ArrayOf${item}`,
		'xsd:complexContent': {
			'xsd:restriction': {
				'@_base': 'soapenc:Array',
				'xsd:sequence': {
					'xsd:element': {
						'@_name': 'item',
						'@_type': `tns:${item}`,
						'@_minOccurs': '0',
						'@_maxOccurs': 'unbounded',
					},
				},
				'xsd:attribute': {
					'@_ref': 'soapenc:arrayType',
					'@_wsdl:arrayType': `tns:${item}[]`,
				},
			},
		},
	};
}

function itemName(type: FieldType): string | undefined {
	return type.endsWith('[]') ? type.slice(0, -2) : undefined;
}

function typeName(type: FieldType): string {
	const item = itemName(type);
	if (item) return `tns:ArrayOf${item}`;
	return XSD_TYPES[type] ?? `tns:${type}`;
}
