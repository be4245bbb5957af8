import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import {
	BINDINGS,
	INTERFACE_VERSION,
	LIMITS,
	NAMESPACE,
	OPERATIONS,
	PLAIN_SEND,
	RECIPIENT_TYPES,
	STRUCTS,
	operationDefinition,
	structDefinition,
	type FieldDefinition,
	type OperationName,
	type ParameterDefinition,
	type StructName,
} from '../../../../nodes/SubscriptionMessaging/service/contract';
import {
	NVP_PATH,
	PLAIN_SEND_PATH,
	soapPath,
} from '../../../../nodes/SubscriptionMessaging/service/wire';
import {
	listed,
	readInputs,
	readMembers,
	readOutputs,
	readProseMembers,
	readTables,
	sentence,
	type Table,
} from './interfaceDocument';
import * as facts from './interfaceFacts';
import type { InputFact } from './interfaceFacts';

const operationNames = Object.keys(OPERATIONS) as OperationName[];

/** A type of the contract in the words of the document. */
function documentType(type: string): string {
	if (type.endsWith('[]')) return `array of ${type.slice(0, -2)}`;
	// A code may exceed the 32 bits of an integer, so the contract keeps its digits.
	if (type === 'digits') return 'integer';
	return type === 'unknown' ? 'element' : type;
}

const documentMember = ({ type, required, maxLength, maxDigits }: FieldDefinition) => ({
	type: documentType(type),
	required: required === true,
	max: maxLength,
	maxDigits,
});

const factMember = ({ type, need, max, maxDigits }: facts.MemberFact) => ({
	type,
	required: need === 'always',
	max,
	maxDigits,
});

const mapped = <T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U) =>
	Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

const membersOf = (struct: string) =>
	mapped(structDefinition(struct as StructName), documentMember);

describe('the objects of the contract', () => {
	test.each(Object.entries(facts.OBJECTS))(
		'%s has the members, types and limits of the document and no other',
		(name, members) => {
			expect(membersOf(name)).toEqual(mapped(members, factMember));
		},
	);

	test('the authentication object has the members of the document', () => {
		expect(membersOf('WSAuthentication')).toEqual(mapped(facts.AUTHENTICATION, factMember));
	});

	test('the simple authentication object has the three credentials only', () => {
		expect(Object.keys(STRUCTS.WSSimpleAuthentication)).toEqual(facts.SIMPLE_AUTHENTICATION);
		expect(membersOf('WSAuthentication')).toMatchObject(membersOf('WSSimpleAuthentication'));
	});

	test.each(Object.entries(facts.RESPONSES).filter(([name]) => name !== 'WSMessageResponse'))(
		'%s is the envelope with the payload of the document',
		(name, payload) => {
			const { response, ...rest } = structDefinition(name as StructName);
			const { response: _perOperation, ...envelope } = facts.ENVELOPE;
			expect(mapped(rest, ({ type }) => type)).toEqual(envelope);
			expect(payloadOf(response?.type ?? '')).toEqual(payload);
		},
	);

	test('the answer of a send has the members of the document and no response', () => {
		expect(Object.keys(STRUCTS.WSMessageResponse).toSorted()).toEqual(facts.MESSAGE_ENVELOPE);
	});

	test('no object is in the contract that the document does not have', () => {
		const holders = Object.keys(facts.RESPONSES).map(
			(name) => structDefinition(name as StructName).response?.type,
		);
		const known = [
			...Object.keys(facts.OBJECTS),
			...Object.keys(facts.RESPONSES),
			...holders,
			'WSAuthentication',
			'WSSimpleAuthentication',
		];
		expect(Object.keys(STRUCTS).filter((name) => !known.includes(name))).toEqual([]);
	});

	test('only the members of a division that must be present are always written', () => {
		const alwaysWritten = Object.keys(STRUCTS).flatMap((struct) =>
			Object.entries(structDefinition(struct as StructName))
				.filter(([, { alwaysPresent }]) => alwaysPresent)
				.map(([member]) => `${struct}.${member}`),
		);
		expect(alwaysWritten).toEqual(
			facts.DIVISION_MEMBERS_PRESENT.map((member) => `WSDivision.${member}`),
		);
	});

	test('both kinds of recipient take exactly the six recipient types', () => {
		const numbers = Object.keys(facts.RECIPIENT_TYPES).map(Number);
		expect(RECIPIENT_TYPES).toEqual(facts.RECIPIENT_TYPES);
		expect(STRUCTS.WSRecipient.type.oneOf).toEqual(numbers);
		expect(STRUCTS.WSRecipientEnhanced.type.oneOf).toEqual(numbers);
	});
});

/** An object that only holds a list is named by the contract alone: its members stand for it. */
function payloadOf(type: string) {
	if (type === 'unknown') return null;
	return type in facts.OBJECTS
		? type
		: mapped(structDefinition(type as StructName), (member) => documentType(member.type));
}

describe('the operations of the contract', () => {
	test('are the operations of the document, in its order', () => {
		expect(operationNames).toEqual(Object.keys(facts.OPERATIONS));
		expect(operationNames).toHaveLength(31);
	});

	test.each(operationNames)('%s has the binding, authentication and output', (name) => {
		const { binding, auth, returns } = operationDefinition(name);
		const { output, ...fact } = facts.OPERATIONS[name]!;
		expect({ binding, auth, returns }).toEqual({
			binding: fact.binding,
			auth: fact.auth,
			returns: output,
		});
	});

	test.each(operationNames)('%s has the parameters with their order, types and limits', (name) => {
		const parameter = (definition: ParameterDefinition) => ({
			name: definition.name,
			...documentMember(definition),
			requires: [...(definition.requires ?? [])],
			maxEntries: definition.maxEntries,
			secondName: definition.secondName,
			nvpName: definition.nvpName,
		});
		const fact = (input: facts.InputFact) => ({
			name: input.name,
			...factMember(input),
			required: input.need === 'always' || requiredByChoice(name, input),
			requires: requiredMembers(name, input),
			maxEntries: input.maxEntries,
			secondName: input.alsoNamed?.name,
			nvpName: input.alsoNamed?.name,
		});
		expect(operationDefinition(name).parameters.map(parameter)).toEqual(
			facts.OPERATIONS[name]!.inputs.map(fact),
		);
	});

	test('those without a documented name-value-pair form are marked', () => {
		expect(operationNames.filter((name) => !OPERATIONS[name].nvp)).toEqual(facts.NVP_NOT_SHOWN);
	});

	test('are told apart by what a repetition does', () => {
		const effectOf = (name: string) => {
			if (/^(get|read)|test$/i.test(name)) return 'read';
			return name.startsWith('send') ? 'send' : 'change';
		};
		const effects = operationNames.map((name) => [name, OPERATIONS[name].effect]);
		expect(effects).toEqual(operationNames.map((name) => [name, effectOf(name)]));
	});
});

/**
 * Where the document does not say whether an input is needed, the contract asks for it: a short
 * URL leads somewhere, and a send without a list would reach everyone.
 */
function requiredByChoice(operation: string, { name, need }: facts.InputFact): boolean {
	const asked: Record<string, string[]> = {
		createShortURL: ['url'],
		updateShortURL: ['url', 'short_url'],
		sendMessageSpecifyLocale: ['recipientList'],
		sendTemplateMessage: ['recipientList'],
	};
	return need === 'unstated' && (asked[operation]?.includes(name) ?? false);
}

/** A template to be sent needs its text only when no stored one is named, which is validated. */
function requiredMembers(operation: string, { needs = [] }: facts.InputFact): string[] {
	return operation === 'sendTemplateMessage' ? [] : needs;
}

describe('the addresses and limits of the contract', () => {
	test('namespace, version and bindings are those of the document', () => {
		expect({ NAMESPACE, version: INTERFACE_VERSION, bindings: [...BINDINGS] }).toEqual({
			NAMESPACE: facts.NAMESPACE,
			version: facts.VERSION,
			bindings: facts.BINDINGS,
		});
	});

	test('every binding has the address of the document', () => {
		const addresses = Object.entries(facts.ADDRESSES)
			.filter(([transport]) => transport.startsWith('SOAP service'))
			.map(([, address]) => address);
		expect(BINDINGS.map((binding) => `{base_url}${soapPath(binding)}`).toSorted()).toEqual(
			addresses.toSorted(),
		);
	});

	test('name-value pairs and plain send have the addresses of the document', () => {
		expect(`{base_url}${NVP_PATH}`).toBe(facts.ADDRESSES.NVP?.split('?')[0]);
		expect(`{base_url}${PLAIN_SEND_PATH}`).toBe(facts.ADDRESSES['Plain send']?.split('?')[0]);
	});

	test('the plain send has the parameters, answer and limit of the document', () => {
		const { thread: _soapOnly, ...auth } = STRUCTS.WSAuthentication;
		const own = PLAIN_SEND.parameters.map(({ name }) => name);
		expect([...Object.keys(auth), ...own].toSorted()).toEqual(
			facts.PLAIN_SEND.parameters.toSorted(),
		);
		expect(PLAIN_SEND.rootElement).toBe(facts.PLAIN_SEND.answer);
		expect(PLAIN_SEND.parameters.map(({ required }) => required)).toEqual([true, true]);
		expect(PLAIN_SEND.parameters[0].maxEntries).toBe(facts.PLAIN_SEND.maxNumbers);
	});

	test('the limits are those of the Limits table', () => {
		const limit = (item: string) => facts.LIMITS[item];
		const { maxDigits } = STRUCTS.WSRecipient.carrier;
		expect({
			credential: [LIMITS.credential],
			keyword: [LIMITS.keyword],
			message: [LIMITS.message],
			localized: [LIMITS.message, LIMITS.messageNotEnglish],
			template: [LIMITS.message],
			customTicket: [LIMITS.customTicket],
			statusUrl: [LIMITS.statusUrl],
			carrier: [maxDigits],
			lookUp: [LIMITS.phoneNumbers],
			plainSend: [LIMITS.phoneNumbers],
		}).toEqual({
			credential: limit('username, password, api_key, keyword'),
			keyword: limit('username, password, api_key, keyword'),
			message: limit('message in sendMessage'),
			localized: limit('message in sendMessageSpecifyLocale (base or per recipient)'),
			template: limit('template text in sendTemplateMessage'),
			customTicket: limit('custom_ticket'),
			statusUrl: limit('status_url'),
			carrier: limit('recipient carrier'),
			lookUp: limit('phone numbers per carrier lookup'),
			plainSend: limit('phone numbers per plain send post'),
		});
	});
});

/** Headings of the document's tables of fields, with the objects that each describes. */
const OBJECT_TABLES: Record<string, string[]> = {
	'Division (WSDivision)': ['WSDivision'],
	'Address (WSAddress)': ['WSAddress'],
	'Group / subscription node (WSSubscriptionnode)': ['WSSubscriptionnode'],
	'Keyword (WSKeyword)': ['WSKeyword'],
	'Subscriber (WSSubscriber) and user (WSUser)': ['WSSubscriber'],
	'Template (WSTemplate)': ['WSTemplate'],
	'Recipient (WSRecipient, and WSRecipientEnhanced for locale sends)': [
		'WSRecipient',
		'WSRecipientEnhanced',
	],
	'Transaction detail (WSTransactionDetail)': ['WSTransactionDetail'],
	'Carrier row (WSCarrierPhoneRow)': ['WSCarrierPhoneRow'],
};

const OPERATION_TABLES = [
	'Task operations (binding task)',
	'Division operations (binding division)',
	'Group operations (binding subscriptionnode)',
	'Message operations (binding message)',
	'Template operations (binding template)',
];

const documentPath = resolve(__dirname, '../../../../../shared/interface.md');

if (existsSync(documentPath)) {
	describe('the facts that the contract is held against, held against the document', () => {
		const markdown = readFileSync(documentPath, 'utf8');
		const tables = readTables(markdown);
		const tableUnder = (start: string): Table => {
			const found = tables.find(({ heading }) => heading.startsWith(start));
			if (!found) throw new Error(`The document has no table under "${start}"`);
			return found;
		};
		const cellsUnder = (start: string) =>
			Object.fromEntries(tableUnder(start).rows.map(([first, second]) => [first, second]));

		test('every table of the document is one that is compared, or describes states', () => {
			expect(tables.map(({ heading }) => heading)).toEqual([
				'Authentication object (sent with every operation)',
				'Response envelope (all operations except sends)',
				...Object.keys(OBJECT_TABLES),
				'States and transitions',
				'Transports and addresses',
				...OPERATION_TABLES,
				'Limits',
			]);
		});

		test('the authentication object has the members of the document', () => {
			expect(facts.AUTHENTICATION).toEqual(readMembers(tableUnder('Authentication object')));
			const simple = /WSSimpleAuthentication \(([^)]*)\) used by the carrier lookups/;
			expect(facts.SIMPLE_AUTHENTICATION).toEqual(listed(sentence(markdown, simple)));
			const users = Object.keys(facts.OPERATIONS).filter(
				(name) => facts.OPERATIONS[name]?.auth === 'WSSimpleAuthentication',
			);
			expect(users).toEqual(Object.keys(facts.OPERATIONS).filter((name) => /Carrier/.test(name)));
		});

		test('the response envelope has the members of the document', () => {
			expect(facts.ENVELOPE).toEqual(cellsUnder('Response envelope'));
			expect(facts.MESSAGE_ENVELOPE).toEqual(
				listed(sentence(markdown, /its members are ([\w, ]+)\./)),
			);
			expect(Object.keys(facts.RESPONSES)).toEqual(
				listed(sentence(markdown, /^Response types: (.*?)\. /m).replace(/ \(.*?\)/g, '')),
			);
		});

		test.each(Object.entries(OBJECT_TABLES))(
			'%s has the members of the document',
			(heading, of) => {
				const members = readMembers(tableUnder(heading));
				for (const name of of) {
					// The document has one table for both kinds of recipient and marks what one lacks.
					const own = Object.entries(members).filter(
						([member]) => name !== 'WSRecipient' || !enhancedOnly(member),
					);
					expect({ [name]: facts.OBJECTS[name] }).toEqual({ [name]: Object.fromEntries(own) });
				}
			},
		);

		const enhancedOnly = (member: string) =>
			tableUnder('Recipient (').rows.some(
				([name, , , notes]) => name === member && notes?.startsWith('enhanced only'),
			);

		test('the objects that the document describes in prose have its members', () => {
			expect(facts.OBJECTS.WSUser).toEqual(
				readProseMembers(sentence(markdown, /^WSUser: (.*)\.$/m)),
			);
			expect(facts.OBJECTS.WSCustomField).toEqual(
				readProseMembers(sentence(markdown, /^WSCustomField: (.*)\.$/m)),
			);
			const list = sentence(
				markdown,
				/\(WSRecipientList \/ WSRecipientEnhancedList\) holds an array named `(\w+)`/,
			);
			expect(Object.keys(facts.OBJECTS.WSRecipientList ?? {})).toEqual([list]);
			expect(Object.keys(facts.OBJECTS.WSRecipientEnhancedList ?? {})).toEqual([list]);
		});

		test('every object of the facts is described by the document', () => {
			const described = [
				...Object.values(OBJECT_TABLES).flat(),
				'WSUser',
				'WSCustomField',
				'WSRecipientList',
				'WSRecipientEnhancedList',
			];
			expect(Object.keys(facts.OBJECTS).toSorted()).toEqual(described.toSorted());
		});

		test('the payloads have the lists of the document', () => {
			const listIn = (pattern: RegExp) => sentence(markdown, pattern);
			expect(facts.RESPONSES).toMatchObject({
				WSCarrierPhoneResponse: {
					[listIn(/holds `(\w+)`, an array of rows/)]: 'array of WSCarrierPhoneRow',
				},
				WSTransactionResponse: {
					[listIn(/holds `(\w+)`, an array of these/)]: 'array of WSTransactionDetail',
				},
				WSSubscriberListResponse: {
					[listIn(/response\.(\w+) \(array of WSSubscriber\)/)]: 'array of WSSubscriber',
				},
				WSTemplateListResponse: {
					[listIn(/WSTemplateListResponse: response\.(\w+)/)]: 'array of WSTemplate',
				},
			});
		});

		test('the members of a division that must be present are those of the document', () => {
			const present = sentence(markdown, /client examples state that (.*?) need not be given/);
			expect(facts.DIVISION_MEMBERS_PRESENT).toEqual(listed(present));
		});

		test('the recipient types are those of the document', () => {
			const types = [
				...sentence(markdown, /\| type \|.*\| (1 = .*) \|/).matchAll(/(\d) = ([^,]+)/g),
			];
			expect(facts.RECIPIENT_TYPES).toEqual(
				Object.fromEntries(types.map(([, number, name]) => [number, name])),
			);
		});

		test.each(OPERATION_TABLES)('%s are those of the document', (heading) => {
			const table = tableUnder(heading);
			const binding = sentence(heading, /\(binding (\w+)\)/);
			const unknown = listed(
				sentence(markdown, /^Output and effects of (.*): not shown\.$/m).replace(
					'the return shape of ',
					'',
				),
			);
			const limits = {
				custom_ticket: facts.LIMITS.custom_ticket?.[0],
				status_url: facts.LIMITS.status_url?.[0],
			};
			const outputs = readOutputs(table, unknown);
			const earlier = new Map<string, InputFact>();
			const document = table.rows.map(([name = '', inputs = ''], row) => [
				name,
				{
					binding,
					inputs: readInputs(inputs, earlier).map((input) => ({
						...input,
						max: input.max ?? limits[input.name as keyof typeof limits],
					})),
					output: outputs[row],
				},
			]);
			const own = Object.entries(facts.OPERATIONS)
				.filter(([, fact]) => fact.binding === binding)
				.map(([name, { auth: _auth, ...fact }]) => [name, fact]);
			expect(own).toEqual(document);
		});

		test('the addresses are those of the document', () => {
			expect(facts.ADDRESSES).toEqual(cellsUnder('Transports and addresses'));
			expect(facts.NAMESPACE).toBe(sentence(markdown, /SOAP: namespace `([^`]*)`/));
			expect(facts.VERSION).toBe(sentence(markdown, /interface version is (\S+) and/));
			expect(facts.BINDINGS).toEqual(
				listed(sentence(markdown, /`<binding>` is one of ([\w, ]+);/)),
			);
		});

		test('the name-value-pair form is that of the document', () => {
			expect(facts.NVP_NAMES).toEqual(
				listed(sentence(markdown, /flat query parameters \(names as in the tables: ([^)]*)\)/)),
			);
			expect(facts.NVP_NOT_SHOWN).toEqual(
				listed(sentence(markdown, /^NVP request form of (\w+ and \w+), and .*: not shown\.$/m)),
			);
		});

		test('the plain send is that of the document', () => {
			const query = facts.ADDRESSES['Plain send']?.split('?')[1] ?? '';
			expect(facts.PLAIN_SEND).toEqual({
				parameters: query.split('&').map((pair) => pair.split('=')[0]),
				answer: sentence(markdown, /Plain send response: root element `(\w+)`/),
				maxNumbers: Number(sentence(markdown, /in the plain send carries at most (\d+) numbers/)),
			});
		});

		test('the limits are those of the Limits table', () => {
			const numbers = (text = '') => (text.match(/\d+/g) ?? []).map(Number);
			const table = tableUnder('Limits').rows;
			expect(facts.LIMITS).toEqual(
				Object.fromEntries(table.map(([item, limit]) => [item, numbers(limit)])),
			);
		});
	});
}
