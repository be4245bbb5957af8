import type { IDataObject } from 'n8n-workflow';

import { sendMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/send.operation';
import { sendLocalizedMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendLocalized.operation';
import { requestsOf } from '../entered';

const LONG = 'word '.repeat(40).trim();
const to = { keyword: 'NSTAFF', recipients: 'commaSeparated', sendTo: '18015551001' };

const sent = (message: string, options: IDataObject = {}) =>
	requestsOf(sendMessage, { ...to, message, options }).map(({ parameters, fitted }) => ({
		text: String((parameters as IDataObject).message),
		fitted,
	}));

test.each([{}, { ifTooLong: 'fail' }])(
	'a text stays as it is with %j, to be refused where it is too long',
	(options) => {
		expect(sent(LONG, options)).toEqual([{ text: LONG, fitted: undefined }]);
	},
);

test('a text is shortened to one that fits', () => {
	const [{ text, fitted }, ...others] = sent(LONG, { ifTooLong: 'shorten' }) as [
		{ text: string; fitted: object },
	];
	expect(others).toEqual([]);
	expect(text).toMatch(/^word .*\.\.\.$/);
	expect(text.length).toBeLessThanOrEqual(160);
	expect(fitted).toEqual({ part: 1, parts: 1 });
});

test('a text is split into parts that hold all of it', () => {
	const parts = sent(LONG, { ifTooLong: 'split' });
	expect(parts.map(({ fitted }) => fitted)).toEqual([
		{ part: 1, parts: 2 },
		{ part: 2, parts: 2 },
	]);
	expect(parts.map(({ text }) => text.trim()).join(' ')).toBe(LONG);
	expect(sent('Hello', { ifTooLong: 'split' })).toEqual([
		{ text: 'Hello', fitted: { part: 1, parts: 1 } },
	]);
});

test('another choice is refused by its name', () => {
	expect(() => sent(LONG, { ifTooLong: 'cut' })).toThrow("'If Too Long' must be one of");
});

describe('a localized text', () => {
	const people = (...recipients: IDataObject[]) => ({
		keyword: 'NSTAFF',
		recipients: 'defineBelow',
		recipientList: { recipients: recipients.map((one) => ({ type: 1, ...one })) },
	});
	const localized = (message: string, options: IDataObject, ...recipients: IDataObject[]) =>
		requestsOf(sendLocalizedMessage, { ...people(...recipients), message, options }).map(
			({ parameters, fitted }) => {
				const { recipientList, message: base } = parameters as {
					message: string;
					recipientList: { recipients: Array<{ sendTo: string; message?: string }> };
				};
				return {
					fitted,
					base,
					texts: recipientList.recipients.map(({ sendTo, message: own }) => [sendTo, own]),
				};
			},
		);
	const [ANN, BEA] = [{ sendTo: '18015551001' }, { sendTo: '18015551002', locale: 'es_MX' }];

	test('without a choice everybody gets what was entered', () => {
		expect(localized(LONG, {}, ANN, { ...BEA, message: 'Hola' })).toEqual([
			{
				fitted: undefined,
				base: LONG,
				texts: [
					['18015551001', undefined],
					['18015551002', 'Hola'],
				],
			},
		]);
	});

	test('is split by the limit of each, and a later part goes only to those who have one', () => {
		const text = 'word '.repeat(24).trim();
		const parts = localized(text, { ifTooLong: 'split' }, ANN, BEA);
		expect(parts.map(({ fitted }) => fitted)).toEqual([
			{ part: 1, parts: 2 },
			{ part: 2, parts: 2 },
		]);
		expect(parts[0]?.texts[0]).toEqual(['18015551001', text]);
		expect(parts.map(({ texts }) => texts.map(([address]) => address))).toEqual([
			['18015551001', '18015551002'],
			['18015551002'],
		]);
		const ofBea = parts.flatMap(({ texts }) => texts.filter(([address]) => address === BEA.sendTo));
		expect(ofBea.map(([, part]) => String(part).trim()).join(' ')).toBe(text);
		for (const [, part] of ofBea) expect(String(part).length).toBeLessThanOrEqual(70);
	});

	test('of an empty list is one request, so that it can be refused', () => {
		expect(localized('Hello', { ifTooLong: 'split' })).toEqual([
			{ fitted: { part: 1, parts: 1 }, base: 'Hello', texts: [] },
		]);
	});
});
