import fc from 'fast-check';
import { NodeOperationError, type IDataObject } from 'n8n-workflow';

import { sendMessage } from '../../nodes/SubscriptionMessaging/actions/message/send.operation';
import { sendAndWaitForDelivery } from '../../nodes/SubscriptionMessaging/actions/message/sendAndWaitForDelivery.operation';
import { sendLocalizedMessage } from '../../nodes/SubscriptionMessaging/actions/message/sendLocalized.operation';
import { sendTemplateMessage } from '../../nodes/SubscriptionMessaging/actions/message/sendTemplate.operation';
import { sendToNumbers } from '../../nodes/SubscriptionMessaging/actions/message/sendToNumbers.operation';
import type { ItemRequest } from '../../nodes/SubscriptionMessaging/actions/fields/itemRequest';
import type { Operation } from '../../nodes/SubscriptionMessaging/actions/operation/operation';
import {
	numbersOf,
	recipientsOf,
	type Call,
} from '../../nodes/SubscriptionMessaging/service/contract/call';
import { encodePlainSend } from '../../nodes/SubscriptionMessaging/service/request/plainSend';
import { encodeSoap } from '../../nodes/SubscriptionMessaging/service/request/soap';
import { validated } from '../../nodes/SubscriptionMessaging/service/request/validation';
import { requestsOf } from '../nodes/SubscriptionMessaging/actions/entered';

const OPERATIONS: Operation[] = [
	sendMessage,
	sendAndWaitForDelivery,
	sendLocalizedMessage,
	sendTemplateMessage,
	sendToNumbers,
];

/** What people, spreadsheets and expressions put into an address. */
const number = fc.constantFrom(
	'18015551001',
	'+1 (801) 555-1002',
	'040 12345',
	'0170.123.45.67',
	'040 12345-0',
	'room-12',
	'ann@example.com',
	'',
	'12',
);
const mostly = <T>(usual: T, ...others: T[]) =>
	fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
const glue = mostly(
	'',
	...[',', ';', '|', '\n', '\r\n', ' ', '\t', ' / ', '/', '.0', '-', '+', '&', '=', ':', '\\'],
	...['，', '\u200b', '\u00a0', '@'],
);
const address = fc.oneof(
	fc.tuple(glue, number, glue).map((parts) => parts.join('')),
	fc.tuple(number, glue, number).map((parts) => parts.join('')),
);
const odd = fc.oneof(
	fc.constantFrom<unknown>(
		null,
		undefined,
		'',
		' ',
		0,
		-18015551001,
		18015551001,
		18015551001.5,
		1e21,
		true,
		NaN,
		{},
		[],
		[[]],
	),
	fc.string({ unit: 'grapheme' }),
);
const value = fc.oneof(
	{ weight: 4, arbitrary: address },
	{ weight: 3, arbitrary: number },
	{ weight: 1, arbitrary: fc.array(fc.oneof(number, address, odd)) },
	{ weight: 1, arbitrary: odd },
);
const type = fc.oneof(
	fc.constantFrom<unknown>(1, 1, 1, 2, 3, 4, 5, 6),
	fc.constantFrom<unknown>('1', '01', '4', ' 1', '１', 0, 7, null, 1.5, [1]),
);
const row = fc.record({ sendTo: value, type });

const parameters = fc.record({
	keyword: mostly('NSTAFF', 'N STAFF', ''),
	recipients: fc.constantFrom('commaSeparated', 'defineBelow', 'inputItems'),
	sendTo: value,
	phone: value,
	type,
	recipientList: fc.oneof(
		fc.constantFrom<unknown>({}, null, ''),
		fc.array(row).map((recipients) => ({ recipients })),
	),
	message: mostly('Hi', ''),
	templateSource: fc.constant('text'),
	text: mostly('Hi', ''),
	options: fc.record(
		{
			defaultCountry: fc.constantFrom('DE', 'US', 'GB', 'FR'),
			impossibleNumbers: fc.constantFrom('skip', 'skip', 'fail'),
			removeDuplicates: fc.boolean(),
			ifTooLong: fc.constantFrom('fail', 'split'),
		},
		{ requiredKeys: [] },
	),
});

/** What would leave for a request; nothing where it is refused. */
function onTheWire(request: ItemRequest): { call: Call; body: string } | undefined {
	const checked = validated({ ...request, code: '12345', keyword: request.keyword ?? '' });
	if ('violation' in checked) return undefined;
	const { call } = checked;
	const unit = { code: call.code, keyword: call.keyword };
	const { body = '' } =
		call.operation === 'plainSend'
			? encodePlainSend(unit, call.parameters, 'POST')
			: encodeSoap(call.operation, unit, call.parameters);
	return { call, body: String(body) };
}

const COUNTRY_CODES: Record<string, string> = { DE: '49', US: '1', GB: '44', FR: '33' };

/** Every text that was entered for an address, one a number at most. */
function textsIn(entry: unknown): string[] {
	if (Array.isArray(entry)) return entry.flatMap(textsIn);
	if (typeof entry === 'object' && entry !== null) return Object.values(entry).flatMap(textsIn);
	const text = typeof entry === 'number' && Number.isInteger(entry) ? BigInt(entry) : entry;
	return String(text).split(/[,;|，、；｜\r\n]/);
}

/** Whether the digits are those of one entered text, its country code apart. */
function wasWritten(sent: string, entries: string[], country: unknown): boolean {
	const code = COUNTRY_CODES[String(country)];
	return entries.some((text) => {
		const written = text.replace(/[.,]0+$/, '').replace(/\D/g, '');
		const forms = [written, text.replace(/\D/g, '')].flatMap((digits) => {
			const national = digits.replace(/^0+/, '');
			return [digits, national, ...(code ? [code + national, code + digits] : [])];
		});
		return forms.includes(sent);
	});
}

/** Nothing beside a name and a host: no second address, and no phone number that is joined to it. */
function expectOneMailbox(sendTo: string) {
	expect(sendTo).toMatch(/^[^\s@,;|:/\\<>()[\]"]+@[\p{L}\p{M}\p{N}.-]+$/u);
	expect(sendTo).not.toMatch(/@.*(?<![\p{L}\p{M}\p{N}-])\d+$/u);
	expect(sendTo).not.toMatch(/\d{5}&|&\d{5}/);
}

/** As many as SEND_RUNS says: more show more, and take longer. */
const RUNS = Number(process.env.SEND_RUNS ?? 500);

type Given = typeof parameters extends fc.Arbitrary<infer G> ? G : never;

/** The requests that are made of what was given; none where it is refused. */
function requestsFrom(operation: Operation, given: Given): ItemRequest[] {
	try {
		return requestsOf(operation, given as IDataObject);
	} catch (error) {
		// Only what is said to a person is a refusal.
		if (error instanceof NodeOperationError) return [];
		throw error;
	}
}

const peopleOf = (call: Call) =>
	call.operation === 'plainSend'
		? numbersOf(call).map((sendTo) => ({ sendTo, type: 1 }))
		: recipientsOf(call);

function expectOnePerson({ sendTo, type }: { sendTo: string; type: unknown }, given: Given) {
	expect([1, 2, 3, 4, 5, 6]).toContain(type);
	expect(sendTo).not.toMatch(/[\s,;|]/u);
	expect(sendTo).toMatch(/[^\p{C}\p{Default_Ignorable_Code_Point}]/u);
	if (sendTo.includes('@')) expectOneMailbox(sendTo);
	if (type === 1 || type === 3) expect(sendTo).toMatch(/^\d{1,15}$/);
	if (type === 4) expect(sendTo).toContain('@');
	if (!/^\d+$/.test(sendTo)) return;
	const entries = textsIn([given.sendTo, given.phone, given.recipientList]);
	const isWritten = wasWritten(sendTo, entries, given.options.defaultCountry);
	expect({ sendTo, isWritten }).toEqual({ sendTo, isWritten: true });
}

test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
	'whatever is entered, %s reaches nobody else than the people who were named',
	(_name, operation) => {
		let reached = 0;
		fc.assert(
			fc.property(parameters, (given) => {
				for (const request of requestsFrom(operation, given)) {
					const sent = onTheWire(request);
					if (!sent) continue;
					const people = peopleOf(sent.call);
					expect(people).not.toEqual([]);
					expect(sent.call.everyone ?? false).toBe(false);
					for (const person of people) expectOnePerson(person, given);
					const isPlain = sent.call.operation === 'plainSend';
					const lists = sent.body.split(isPlain ? '%2C' : '<sendTo ').length;
					expect(lists).toBe(isPlain ? people.length : people.length + 1);
					reached += people.length;
				}
			}),
			{ numRuns: RUNS },
		);
		// A test in which everything is refused would show nothing.
		expect(reached).toBeGreaterThan(20);
	},
	300_000,
);
