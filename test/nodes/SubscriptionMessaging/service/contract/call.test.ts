import {
	addresseesOf,
	comparableTicket,
	customTicketOf,
	isLookUp,
	isStatusQuestion,
	isTicketed,
	numbersOf,
	recipientsIn,
	recipientsOf,
	textOf,
	ticketIn,
	withParameters,
	withRecipients,
	type Call,
	type CallName,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { OPERATIONS } from '../../../../../nodes/SubscriptionMessaging/service/contract/contract';

test('a ticket is one text, however its letters are written', () => {
	expect(ticketIn(' re\u0301sume\u0301 ')).toBe('r\u00e9sum\u00e9');
});

const NAMES: CallName[] = [...(Object.keys(OPERATIONS) as CallName[]), 'plainSend'];
const those = (is: (call: { readonly operation: CallName }) => boolean) =>
	NAMES.filter((operation) => is({ operation })).toSorted();

test('the calls that carry a custom ticket, look numbers up or ask for a status are these', () => {
	expect(those(isTicketed)).toEqual([
		'sendMessage',
		'sendMessageSpecifyLocale',
		'sendTemplateMessage',
	]);
	expect(those(isLookUp)).toEqual(['getCellularCarrier', 'getCellularCarrierId']);
	expect(those(isStatusQuestion)).toEqual(['getCustomTransactionStatus', 'getTransactionStatus']);
});

const unit = { code: '12345', keyword: 'NSTAFF' };
const ANN = { sendTo: '18015551001', type: 1 };
const BEN = { sendTo: 'ben@example.com', type: 4 };
const call = (parameters: object, operation: CallName = 'sendMessage') =>
	({ ...unit, operation, parameters }) as unknown as Call;

test('other parameters take the place of some, and the call before stays as it is', () => {
	const before = call({ message: 'Hi', custom_ticket: 'order-1' });
	expect(withParameters(before, { custom_ticket: 'order-2' })).toEqual(
		call({ message: 'Hi', custom_ticket: 'order-2' }),
	);
	expect(before).toEqual(call({ message: 'Hi', custom_ticket: 'order-1' }));
});

test('other recipients take the place of its own, and the rest of the call stays', () => {
	const before = call({ message: 'Hi', recipientList: { recipients: [ANN] } });
	expect(withRecipients(before, [BEN])).toEqual(
		call({ message: 'Hi', recipientList: { recipients: [BEN] } }),
	);
});

test.each([
	['its list', { recipientList: { recipients: [ANN, BEN] } }, [ANN, BEN]],
	['an empty list', { recipientList: { recipients: [] } }, []],
	['a list that is not given', { recipientList: { recipients: null } }, []],
	['no list', { recipientList: undefined }, []],
	['nothing', {}, []],
])('the recipients of a send with %s', (_what, parameters, recipients) => {
	expect(recipientsOf(call(parameters))).toEqual(recipients);
});

test.each([
	[{ custom_ticket: 'order-1' }, 'order-1'],
	[{ custom_ticket: '' }, undefined],
	[{ custom_ticket: null }, undefined],
	[{}, undefined],
])('the custom ticket of %j', (parameters, ticket) => {
	expect(customTicketOf(call(parameters))).toBe(ticket);
});

test.each([
	[{ phone_list: '18015551001,18015551002' }, ['18015551001', '18015551002']],
	[{ phone: '18015551001,18015551002' }, ['18015551001', '18015551002']],
	[{ phone_list: undefined }, ['']],
	[{ phone: undefined }, ['']],
	[{}, []],
])('the numbers of %j', (parameters, numbers) => {
	expect(numbersOf(call(parameters))).toEqual(numbers);
});

test('a plain send goes to numbers by text message, and any other send to its recipients', () => {
	const plain = (phone?: string) => addresseesOf(call({ phone, message: 'Hi' }, 'plainSend'));
	expect(plain('18015551001,,18015551002')).toEqual([
		{ sendTo: '18015551001', type: 1 },
		{ sendTo: '18015551002', type: 1 },
	]);
	expect(plain()).toEqual([]);
	const listed = call({ recipientList: { recipients: [ANN, BEN] }, phone: '18015551009' });
	expect(addresseesOf(listed)).toEqual([ANN, BEN]);
});

test('a message to everyone counts as one recipient', () => {
	const listed = call({ recipientList: { recipients: [ANN, BEN] } });
	const plain = call({ phone: '1,2,3', message: 'Hi' }, 'plainSend');
	const everyone = { ...call({ message: 'Hi' }), everyone: true };
	expect([listed, plain, everyone].map(recipientsIn)).toEqual([2, 3, 1]);
});

test.each([
	[{ message: 'Hi' }, 'Hi'],
	[{ message: '' }, ''],
	[{ message: 'Hi', template: { text: 'Hello' } }, 'Hi'],
	[{ template: { text: 'Hello' } }, 'Hello'],
	[{ template: { id: '7' } }, undefined],
	[{ template: { text: '' } }, undefined],
	[{ template: undefined }, undefined],
	[{}, undefined],
])('the text of %j', (parameters, text) => {
	expect(textOf(call(parameters))).toBe(text);
});

test('custom tickets that differ in capital letters only may be one for a service', () => {
	expect(comparableTicket('Order-1')).toBe(comparableTicket('oRDER-1'));
	expect(comparableTicket('order-1')).not.toBe(comparableTicket('order-2'));
	expect(comparableTicket(undefined)).toBeUndefined();
});
