import {
	BINDINGS,
	INTERFACE_VERSION,
	LIMITS,
	NAMESPACE,
	OPERATIONS,
	PLAIN_SEND,
	RECIPIENT_TYPES,
	STRUCTS,
	isSms,
	operationDefinition,
	structDefinition,
	type FieldDefinition,
	type OperationName,
	type ParameterDefinition,
	type StructName,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/contract';
import {
	NVP_PATH,
	PLAIN_SEND_PATH,
	soapPath,
} from '../../../../../nodes/SubscriptionMessaging/service/request/wireRequest';
import * as facts from '../interfaceFacts';

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

it.each([
	[1, true],
	[2, true],
	[3, false],
	['3', false],
	[4, false],
	[5, true],
	[undefined, true],
])('a recipient of type %s may get an SMS: %s', (type, isOne) => {
	expect(isSms(type)).toBe(isOne);
});
