import type { OperationName } from '../../nodes/SubscriptionMessaging/service/contract/contract';
import { call, useSandbox } from './client';

const sandbox = useSandbox();

const sent = () => sandbox().sandbox.messages.all;
const texts = () => sent().map(({ sendTo, text }) => ({ sendTo, text }));
const to = (...recipients: object[]) => ({ recipientList: { recipients } });
const ANN = { sendTo: '18015550001', type: 1 };

describe('a message to everyone', () => {
	const send = (keyword: string, parameters: object) =>
		call(sandbox(), 'sendMessage', keyword, { message: 'Hello', ...parameters });

	const STAFF_BY_SMS = ['18015551001', '18015551002', '18015551003', '18015551004'];

	test.each([
		['is missing', {}],
		['is nil', { recipientList: null }],
		['holds nil', { recipientList: { recipients: null } }],
		['holds no recipients', { recipientList: { recipients: [] } }],
		['is empty', { recipientList: {} }],
	])('goes out when the recipient list %s', async (_, parameters) => {
		expect(await send('NSTAFF', parameters)).toMatchObject({
			result: true,
			message: 'Message request received',
		});
		expect(sent().map(({ sendTo }) => sendTo)).toEqual(STAFF_BY_SMS);
	});

	test('of a division reaches the groups of the divisions below, each phone once', async () => {
		await send('NORTH', {});

		expect(sent().map(({ sendTo }) => sendTo)).toEqual([
			...STAFF_BY_SMS,
			'18015552001',
			'447700900123',
			'18015553001',
		]);
	});

	test('of the company reaches every group that exists', async () => {
		await call(sandbox(), 'deleteDivision', 'NORTH');
		await send('ACME', {});

		expect(sent().map(({ sendTo }) => sendTo)).toEqual(['8613800138000', '34600123456']);
	});

	test('to a group without subscribers is a send that reached nobody', async () => {
		const { result, transaction_ticket } = await send('NEMPTY', {});
		const status = await call(sandbox(), 'getTransactionStatus', 'NEMPTY', {
			transaction_ticket_id: transaction_ticket,
		});

		expect(result).toBe(true);
		expect(status.response).toEqual({ transactionlist: [] });
	});

	test.each(['NORTH', 'ACME'])('takes no recipient list with keyword %s', async (keyword) => {
		expect(await send(keyword, to(ANN))).toMatchObject({ result: false, error_code: 118 });
		expect(sent()).toHaveLength(0);
	});
});

test('a message to a list goes to the list alone, and all of it is recorded', async () => {
	const answer = await call(
		sandbox(),
		'sendMessage',
		'NSTAFF',
		{
			message: 'Hi {name} & <all>',
			...to(
				{ ...ANN, carrier: 384, customfields: [{ name: 'name', value: 'Ann' }] },
				{ sendTo: 'ben@x.example', type: 4, customfields: [{ name: 'name', value: null }] },
			),
			custom_ticket: 'order-1',
			status_url: 'http://status.example/?a=1&b=2',
		},
		{ thread: true },
	);

	expect(answer).toEqual({
		result: true,
		error_code: 0,
		message: 'Message request received',
		transaction_ticket: expect.stringMatching(/^\d{8}-[0-9a-f]{6}$/),
		custom_ticket: 'order-1',
	});
	expect(sent()[0]).toMatchObject({
		transaction_ticket: answer.transaction_ticket,
		custom_ticket: 'order-1',
		keyword: 'NSTAFF',
		unit: 'North › Staff',
		code: '12345',
		sendTo: '18015550001',
		type: 1,
		carrier: 384,
		text: 'Hi Ann & <all>',
		status_url: 'http://status.example/?a=1&b=2',
		thread: true,
		operation: 'sendMessage',
		transport: 'soap',
	});
	expect(texts()[1]).toEqual({ sendTo: 'ben@x.example', text: 'Hi  & <all>' });
});

test('the same custom ticket again is another send', async () => {
	const parameters = { message: 'Hi', ...to(ANN), custom_ticket: 'again' };
	const first = await call(sandbox(), 'sendMessage', 'NSTAFF', parameters);
	const second = await call(sandbox(), 'sendMessage', 'NSTAFF', parameters);
	const status = await call(sandbox(), 'getCustomTransactionStatus', 'NSTAFF', {
		custom_ticket: 'again',
	});

	expect(second.transaction_ticket).not.toBe(first.transaction_ticket);
	expect(status.response.transactionlist).toHaveLength(2);
});

describe('a localized message', () => {
	const send = (parameters: object, keyword = 'NSTAFF') =>
		call(sandbox(), 'sendMessageSpecifyLocale', keyword, { message: 'Hello', ...parameters });

	test('is the recipient’s own where there is one', async () => {
		await send(
			to(
				{ sendTo: '8613800138000', type: 1, locale: 'zh_CN', country: 'CN', message: '你好' },
				{ ...ANN, message: '' },
			),
		);

		expect(texts()).toEqual([
			{ sendTo: '8613800138000', text: '你好' },
			{ sendTo: '18015550001', text: 'Hello' },
		]);
		expect(sent()[0]).toMatchObject({ locale: 'zh_CN', country: 'CN' });
	});

	test.each([
		['70 UTF-16 units', 'é'.repeat(70), 'fr_FR', true],
		['71 units', 'é'.repeat(71), 'fr_FR', false],
		['36 emoji, which are 72 units', '😀'.repeat(36), 'zh', false],
		['160 characters without a locale', 'a'.repeat(160), '', true],
		['160 characters of English', 'a'.repeat(160), 'en_GB', true],
		['161 characters of English', 'a'.repeat(161), 'en-US', false],
	])('of %s: the limit holds by locale', async (_, message, locale, accepted) => {
		const answer = await send(to({ ...ANN, locale, message }));

		expect(answer).toMatchObject(accepted ? { result: true } : { result: false, error_code: 110 });
		expect(sent()).toHaveLength(accepted ? 1 : 0);
	});

	test('whose base text is too long for a recipient’s language goes to nobody', async () => {
		const answer = await send({
			message: 'a'.repeat(71),
			...to(ANN, { ...ANN, locale: 'de_DE' }),
		});

		expect(answer.message).toBe('recipient 2: message has 71 characters, allowed are 70 for de_DE');
		expect(sent()).toHaveLength(0);
	});
});

describe('a template message', () => {
	const send = (template: object | null, keyword = 'NSTAFF') =>
		call(sandbox(), 'sendTemplateMessage', keyword, {
			template,
			...to({
				...ANN,
				customfields: [
					{ name: 'name', value: 'Ann' },
					{ name: 'amount', value: '3.5' },
				],
			}),
		});

	test.each([
		['Hi {name}!', 'Hi Ann!'],
		['{amount:0.00} {amount:0} {amount}', '3.50 4 3.5'],
		['{name:0.00}', 'Ann'],
		['{nothing} stays', '{nothing} stays'],
		['{name} {name}', 'Ann Ann'],
	])('%s is filled from the custom fields', async (text, filled) => {
		expect(await send({ text })).toMatchObject({
			result: true,
			message: 'Template Message request received',
		});
		expect(texts()).toEqual([{ sendTo: '18015550001', text: filled }]);
	});

	test('is a stored one when the id alone is given, that of a unit above included', async () => {
		await send({ id: 'invoice' });
		await send({ id: 'welcome' });

		expect(texts().map(({ text }) => text)).toEqual([
			'Ann, your bill is 3.50 dollars.\nThank you!',
			'Welcome to Acme, Ann!',
		]);
	});

	test.each([
		['no template', null, 109],
		['neither text nor id', { title: 'X' }, 109],
		['an unknown id', { id: 'nothing' }, 116],
		['a deleted template', { id: 'summer-party' }, 116],
		['a text of 161 characters', { text: 'a'.repeat(161) }, 110],
	])('%s is refused', async (_, template, error_code) => {
		expect(await send(template)).toMatchObject({ result: false, error_code });
		expect(sent()).toHaveLength(0);
	});
});

describe.each(['sendMessageSpecifyLocale', 'sendTemplateMessage'] as OperationName[])(
	'%s',
	(operation) => {
		const parameters = { message: 'Hi', template: { text: 'Hi' } };

		test.each(['NORTH', 'ACME'])('takes a group’s keyword only, not %s', async (keyword) => {
			const answer = await call(sandbox(), operation, keyword, { ...parameters, ...to(ANN) });

			expect(answer).toMatchObject({ result: false, error_code: 108 });
		});

		test('never goes to everyone', async () => {
			const answer = await call(sandbox(), operation, 'NSTAFF', { ...parameters, ...to() });

			expect(answer).toMatchObject({ result: false, error_code: 119 });
			expect(sent()).toHaveLength(0);
		});
	},
);

describe('a send is refused, and reaches nobody, with', () => {
	test.each([
		['no message', { message: null }, 109],
		['an empty message', { message: '' }, 109],
		['a message of 161 characters', { message: 'a'.repeat(161) }, 110],
		['a custom ticket of 51', { message: 'Hi', custom_ticket: 'x'.repeat(51) }, 110],
		['a status_url of 501', { message: 'Hi', status_url: 'x'.repeat(501) }, 110],
		['a recipient without an address', { message: 'Hi', ...to(ANN, { type: 1 }) }, 109],
		['a recipient without a type', { message: 'Hi', ...to({ sendTo: '1' }) }, 111],
		['recipient type 0', { message: 'Hi', ...to({ ...ANN, type: 0 }) }, 111],
		['recipient type 7', { message: 'Hi', ...to({ ...ANN, type: 7 }) }, 111],
		['a type that is no number', { message: 'Hi', ...to({ ...ANN, type: 'SMS' }) }, 111],
		['a carrier of 5 digits', { message: 'Hi', ...to({ ...ANN, carrier: 12345 }) }, 111],
		['recipients that are no objects', { message: 'Hi', ...to('18015550001' as never) }, 111],
		['a nameless custom field', { message: 'Hi', ...to({ ...ANN, customfields: [{}] }) }, 109],
	])('%s', async (_, parameters, error_code) => {
		const answer = await call(sandbox(), 'sendMessage', 'NSTAFF', parameters);

		expect(answer).toMatchObject({ result: false, error_code, transaction_ticket: null });
		expect(sent()).toHaveLength(0);
	});

	test('the position of the recipient at fault', async () => {
		const parameters = { message: 'Hi', ...to(ANN, { ...ANN, type: 9 }) };
		const { message } = await call(sandbox(), 'sendMessage', 'NSTAFF', parameters);

		expect(message).toBe('recipient 2: type must be a number from 1 to 6');
	});
});

test('160 characters are accepted, however many bytes they take', async () => {
	const message = '😀'.repeat(160);

	expect(await call(sandbox(), 'sendMessage', 'PILOTS', { message })).toMatchObject({
		result: true,
	});
	expect(sent()[0]?.text).toBe(message);
});

describe('delivery statuses', () => {
	const sendTwo = () =>
		call(sandbox(), 'sendMessage', 'NSTAFF', {
			message: 'Hi',
			...to(ANN, { ...ANN, sendTo: '18015550002' }),
			custom_ticket: 'two',
		});
	const statusOf = (transaction_ticket_id: string, more: object = {}) =>
		call(sandbox(), 'getTransactionStatus', 'NSTAFF', { transaction_ticket_id, ...more });

	test('move from sent to delivered', async () => {
		const { transaction_ticket } = await sendTwo();

		expect(await statusOf(transaction_ticket)).toMatchObject({
			message: 'Successfully retrieved transaction status',
			response: {
				transactionlist: [
					{ sendTo: '18015550001', status_code: 101, status_message: 'Sent to Carrier' },
					{ sendTo: '18015550002', status_code: 101, status_message: 'Sent to Carrier' },
				],
			},
		});

		sandbox().sandbox.messages.deliver(transaction_ticket);
		expect((await statusOf(transaction_ticket)).response.transactionlist[1]).toEqual({
			sendTo: '18015550002',
			status_code: 100,
			status_message: 'Delivered',
		});
	});

	test('move by themselves once the delay is over', async () => {
		const { transaction_ticket } = await sendTwo();
		const later = Date.now() + sandbox().sandbox.settings.statusDelay;
		const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
		const { response } = await statusOf(transaction_ticket);
		clock.mockRestore();

		expect(response.transactionlist[0].status_code).toBe(100);
	});

	test('are delivered at once without a delay', async () => {
		sandbox().sandbox.settings.statusDelay = 0;
		const { transaction_ticket } = await sendTwo();

		expect((await statusOf(transaction_ticket)).response.transactionlist[0].status_code).toBe(100);
	});

	test.each([{ sentTo: '18015550002' }, { phone: '18015550002' }, { sentTo: '+18015550002' }])(
		'are narrowed to one recipient by %j',
		async (filter) => {
			const { transaction_ticket } = await sendTwo();
			const { response } = await statusOf(transaction_ticket, filter);

			expect(response.transactionlist).toMatchObject([{ sendTo: '18015550002' }]);
		},
	);

	test('are found by custom ticket as well', async () => {
		await sendTwo();
		const answer = await call(sandbox(), 'getCustomTransactionStatus', 'NSTAFF', {
			custom_ticket: 'two',
			sentTo: '18015550001',
		});

		expect(answer).toMatchObject({
			message: 'Successfully retrieved custom transaction status',
			response: { transactionlist: [{ sendTo: '18015550001' }] },
		});
	});

	describe.each(['NORTH', 'ACME'])(
		'asked for by the keyword of %s, which is no group',
		(keyword) => {
			const ask = async () => {
				const { transaction_ticket } = await call(sandbox(), 'sendMessage', keyword, {
					message: 'Hello',
					custom_ticket: 'to-all',
				});
				return [
					await call(sandbox(), 'getTransactionStatus', keyword, {
						transaction_ticket_id: transaction_ticket,
					}),
					await call(sandbox(), 'getCustomTransactionStatus', keyword, { custom_ticket: 'to-all' }),
					await call(sandbox(), 'getCustomTransactionStatus', 'NSTAFF', {
						custom_ticket: 'to-all',
					}),
				];
			};

			afterEach(() => {
				sandbox().sandbox.settings.statusByAnyUnit = false;
			});

			test('is refused, and answered by the keyword of a group', async () => {
				const [byTicket, byCustomTicket, byGroup] = await ask();

				expect(byTicket).toMatchObject({ result: false, error_code: 108 });
				expect(byCustomTicket).toMatchObject({ result: false, error_code: 108 });
				expect(byGroup).toMatchObject({ result: true });
			});

			test('is answered where the sandbox is set to', async () => {
				sandbox().sandbox.settings.statusByAnyUnit = true;

				const answered = expect.objectContaining({ result: true }) as unknown;
				expect(await ask()).toEqual([answered, answered, answered]);
			});
		},
	);

	test.each([
		['getTransactionStatus', { transaction_ticket_id: 'nothing' }, 120],
		['getTransactionStatus', {}, 109],
		['getCustomTransactionStatus', { custom_ticket: 'nothing' }, 120],
		['getCustomTransactionStatus', {}, 109],
		['getCustomTransactionStatus', { custom_ticket: 'x'.repeat(51) }, 110],
	] as Array<[OperationName, object, number]>)(
		'of an unknown or missing ticket are refused: %s %j',
		async (operation, parameters, error_code) => {
			expect(await call(sandbox(), operation, 'NSTAFF', { ...parameters })).toMatchObject({
				result: false,
				error_code,
				response: null,
			});
		},
	);
});
