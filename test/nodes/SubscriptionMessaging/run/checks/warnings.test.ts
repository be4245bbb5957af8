import type {
	PreparedItem,
	PreparedRequest,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	textWarnings,
	warningHint,
} from '../../../../../nodes/SubscriptionMessaging/run/checks/warnings';
import type { Call } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';

const unit = { code: '12345', keyword: 'NSTAFF' };
const request = (call: Partial<Call>) => ({ call: { ...unit, ...call } }) as PreparedRequest;
const message = (text: string, recipients: object[] = [{ sendTo: '18015551001', type: 1 }]) =>
	request({
		operation: 'sendMessage',
		parameters: { message: text, recipientList: { recipients } },
	} as Partial<Call>);
const chinese = '你'.repeat(80);
const warning = (length: number) =>
	`The text has ${length} characters; one that isn't in English can have 70`;

describe('the warnings of an item', () => {
	test.each<[string, Partial<Call>]>([
		['sendMessage', { operation: 'sendMessage', parameters: { message: chinese } }],
		[
			'plainSend',
			{ operation: 'plainSend', parameters: { phone: '18015551001', message: chinese } },
		],
		[
			'sendTemplateMessage',
			{
				operation: 'sendTemplateMessage',
				parameters: { template: { text: chinese }, recipientList: { recipients: [] } },
			},
		],
	])('say of %s that its text is in another language', (_operation, call) => {
		expect(textWarnings([request(call)])).toEqual([warning(80)]);
	});

	test('are of the text that each recipient gets', () => {
		const fields = (value: string) => [{ name: 'name', value }];
		const recipients = [
			{ sendTo: '18015551001', type: 1, customfields: fields('Ann') },
			{ sendTo: '18015551002', type: 1, customfields: fields('安'.repeat(70)) },
		];
		expect(textWarnings([message('Hi {name}', recipients)])).toEqual([warning(73)]);
		expect(textWarnings([message('Hi {name}', recipients.slice(0, 1))])).toEqual([]);
	});

	test('say what people would read with its braces, where a send can have no custom fields', () => {
		const to = (text: string, everyone: boolean) =>
			request({ operation: 'sendMessage', everyone, parameters: { message: text } });
		const warned = '{name}, {order} may go out as written, as this send has no custom fields';
		expect(textWarnings([to('Hi {name}, {name} {order}', true)])).toEqual([warned]);
		const plain = { phone: '18015551001', message: 'Hi {name}, {order}' };
		expect(textWarnings([request({ operation: 'plainSend', parameters: plain })])).toEqual([
			warned,
		]);
		for (const [text, everyone] of [
			['{ "a": 1 }', true],
			['Hi {name}', false],
		] as const)
			expect(textWarnings([to(text, everyone)])).toEqual([]);
	});

	test('are a few, also where texts with braces are among them', () => {
		const parts = ['{a}', '{b}', '{c}', '{d}'].map((text, index) =>
			request({
				operation: 'plainSend',
				parameters: { phone: '1', message: chinese + '你'.repeat(index) + text },
			}),
		);
		expect(textWarnings(parts)).toHaveLength(4);
	});

	test('are of the stored text where that was read', () => {
		const stored = request({
			operation: 'sendTemplateMessage',
			parameters: {
				template: { id: 'order' },
				recipientList: { recipients: [{ sendTo: '18015551001', type: 1 }] },
			},
		});
		expect(textWarnings([stored], chinese)).toEqual([warning(80)]);
		expect(textWarnings([stored])).toEqual([]);
	});

	test('leave out what has the limit of its own language', () => {
		const localized = (locale: string) =>
			request({
				operation: 'sendMessageSpecifyLocale',
				parameters: {
					message: `“${'x'.repeat(90)}`,
					recipientList: { recipients: [{ sendTo: '18015551001', type: 1, locale }] },
				},
			});
		expect(textWarnings([localized('es_ES')])).toEqual([]);
		expect(textWarnings([localized('en_US')])).toHaveLength(1);
		expect(textWarnings([localized('')])).toHaveLength(1);
	});

	test('name three at most, each once', () => {
		const parts = [80, 80, 81, 82, 83].map((length) => message('你'.repeat(length)));
		expect(textWarnings(parts)).toEqual([warning(80), warning(81), warning(82)]);
	});
});

describe('the hint of a run', () => {
	const item = (...warnings: string[]) => ({ warnings }) as unknown as PreparedItem;

	test('is not given where there is nothing to say', () => {
		expect(warningHint([])).toBeUndefined();
		expect(warningHint([item(), {} as PreparedItem])).toBeUndefined();
	});

	test('counts the items and names the most frequent warnings first', () => {
		expect(warningHint([item('a'), item('b', 'c'), item('b'), item()])).toEqual({
			message: '3 items to look at: b; a; c',
			type: 'warning',
			location: 'outputPane',
		});
		expect(warningHint([item('a')])?.message).toBe('1 item to look at: a');
		expect(warningHint([item('a', 'b', 'c'), item('d', 'e')])?.message).toBe(
			'2 items to look at: a; b; c; 2 more warnings',
		);
	});
});
