import axios from 'axios';
import { XMLParser } from 'fast-xml-parser';

import {
	BINDINGS,
	OPERATIONS,
	STRUCTS,
} from '../../nodes/SubscriptionMessaging/service/contract/contract';
import { useSandbox, type Answer } from './client';

const sandbox = useSandbox();

const lists = ['operation', 'message', 'part', 'port', 'portType', 'complexType', 'element'];
const parser = new XMLParser({
	ignoreAttributes: false,
	attributeNamePrefix: '',
	removeNSPrefix: true,
	isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && lists.includes(name),
});

async function definitions(headers = {}): Promise<Answer> {
	const url = `${sandbox().baseUrl}/webservices/?version=2.0.0&wsdl`;
	const { data } = await axios.get<string>(url, { headers });
	return parser.parse(data).definitions;
}

const named = (entries: Answer[], name: string) => entries.find((entry) => entry.name === name);

test('the description lists all operations, each in the port type of its binding', async () => {
	const { portType } = await definitions();
	const listed = portType.flatMap(({ name, operation }: Answer) =>
		operation.map((entry: Answer) => `${name} ${entry.name}`),
	);

	expect(listed).toHaveLength(31);
	expect(listed.sort()).toEqual(
		Object.entries(OPERATIONS)
			.map(([name, { binding }]) => `${binding}PortType ${name}`)
			.sort(),
	);
});

test('its addresses are at the host that the client asked', async () => {
	const { service } = await definitions({ host: 'sandbox.example:81' });

	expect(service.port.map(({ address }: Answer) => address.location)).toEqual(
		BINDINGS.map((binding) => `http://sandbox.example:81/webservices/${binding}/2.0.0`),
	);
});

test('an operation takes its parameters in the order of the document', async () => {
	const { message } = await definitions();

	expect(named(message, 'sendMessageRequest').part).toEqual([
		{ name: 'auth', type: 'tns:WSAuthentication' },
		{ name: 'message', type: 'xsd:string' },
		{ name: 'recipientList', type: 'tns:WSRecipientList' },
		{ name: 'custom_ticket', type: 'xsd:string' },
		{ name: 'status_url', type: 'xsd:string' },
	]);
	expect(named(message, 'sendMessageResponse').part).toEqual([
		{ name: 'sendMessageReturn', type: 'tns:WSMessageResponse' },
	]);
});

test('every type that is named is described', async () => {
	const wsdl = await definitions();
	const { complexType } = wsdl.types.schema;
	const described = complexType.map(({ name }: Answer) => name);
	const mentioned = JSON.stringify(wsdl).match(/(?<="type":"tns:)(?:WS|ArrayOf)\w+/g) ?? [];

	expect(described).toEqual(expect.arrayContaining(Object.keys(STRUCTS)));
	expect(described).toEqual(expect.arrayContaining([...new Set(mentioned)]));
});

test('a division has the members that must be present, be they nil', async () => {
	const { complexType } = (await definitions()).types.schema;
	const members = named(complexType, 'WSDivision').all.element;

	expect(named(members, 'keyword')).toEqual({
		name: 'keyword',
		type: 'xsd:string',
		nillable: 'true',
	});
	expect(named(members, 'email')).toMatchObject({ minOccurs: '0' });
});

test('the schema that it imports comes from the sandbox', async () => {
	const { schemaLocation } = (await definitions()).types.schema.import;
	const { data } = await axios.get<string>(schemaLocation);

	expect(parser.parse(data).schema).toMatchObject({
		targetNamespace: 'http://schemas.xmlsoap.org/soap/encoding/',
		complexType: [{ name: 'Array' }],
	});
});

test.each(['', '?version=2.0.0', '?version=1.0.0&wsdl'])(
	'nothing is described at /webservices/%s',
	async (query) => {
		const { status } = await axios.get(`${sandbox().baseUrl}/webservices/${query}`, {
			validateStatus: () => true,
		});

		expect(status).toBe(404);
	},
);
