import type { ItemRequest } from '../../../../../nodes/SubscriptionMessaging/actions/fields/itemRequest';
import { readCampaignKey } from '../../../../../nodes/SubscriptionMessaging/run/campaign/readCampaignKey';
import type { RecipientsAllowed } from '../../../../../nodes/SubscriptionMessaging/transport/recipientsRule';
import { fakeRun, fieldsOf } from '../fakeRun';
import { broadcastCall, plainCall, sendCall, to } from '../preparedItems';

const ANN = to('18015551001');

interface Reading {
	operation?: string;
	options?: object;
	parameters?: object;
	requests?: readonly object[];
	isTrial?: boolean;
}

/** The campaign of an item. */
function keyOf({
	operation: chosen = 'message/send',
	options = { campaignKey: 'sale' },
	parameters = {},
	requests = [sendCall(ANN)],
	isTrial = false,
}: Reading = {}) {
	const { context } = fakeRun({ operation: chosen, parameters: { options, ...parameters } });
	const { operation, fields } = fieldsOf(context, chosen);
	const rule = isTrial ? 'redirect' : 'anyone';
	const recipientsAllowed = { rule } as unknown as RecipientsAllowed;
	return readCampaignKey(operation, { recipientsAllowed }, fields, requests as ItemRequest[]);
}

function refusalOf(reading: Reading): { message: string; description: string } {
	try {
		keyOf(reading);
	} catch (error) {
		return error as { message: string; description: string };
	}
	throw new Error('The key was taken');
}

describe('a send', () => {
	test('belongs to the campaign that its option names', () => {
		expect(keyOf()).toBe('sale');
		expect(keyOf({ options: { campaignKey: ' sale\t' } })).toBe('sale');
	});

	test('belongs to the same one however the letters of its key are written', () => {
		expect(keyOf({ options: { campaignKey: 'an\u0303o' } })).toBe('a\u00f1o');
	});

	test('belongs to another one while the credential redirects it', () => {
		expect(keyOf({ isTrial: true })).toBe('test:sale');
	});

	test.each<[string, Reading]>([
		['without the option', { options: {} }],
		['that has no ticket', { requests: [plainCall('18015551001')] }],
		['of nothing', { requests: [] }],
		['that waits for delivery', { operation: 'message/sendAndWaitForDelivery' }],
	])('%s belongs to none', (_what, reading) => {
		expect(keyOf(reading)).toBeUndefined();
	});

	test('of which a part has a ticket belongs to it', () => {
		expect(keyOf({ requests: [plainCall('18015551001'), sendCall(ANN)] })).toBe('sale');
	});

	test.each([[''], ['  '], [undefined], [null]])(
		'whose option holds %j is refused, as everyone would get the message again',
		(campaignKey) => {
			expect(refusalOf({ options: { campaignKey } })).toMatchObject({
				message: "'Campaign Key' is empty, so nothing was sent [item 0]",
				description: expect.stringMatching(/^Enter a key/),
			});
		},
	);

	test('with a key that cannot be told from a ticket is refused, and told how to mend it', () => {
		expect(refusalOf({ options: { campaignKey: 'sale-7' } })).toMatchObject({
			message: "'Campaign Key' can't end in a hyphen and digits, as tickets do [item 0]",
			description: expect.stringMatching(/^Write it without/),
		});
	});

	test('that is redirected leaves room for what its tickets begin with', () => {
		const campaignKey = 'x'.repeat(38);
		expect(keyOf({ options: { campaignKey } })).toBe(campaignKey);
		expect(refusalOf({ options: { campaignKey }, isTrial: true }).message).toMatch(
			/has 38 characters, and may have 35/,
		);
	});

	test('to everyone has no list of whom it reached', () => {
		const requests = [sendCall(ANN), broadcastCall()];
		expect(refusalOf({ requests })).toMatchObject({
			message: "'Campaign Key' needs a list of recipients [item 0]",
			description: expect.stringMatching(/^Remove the option/),
		});
	});

	test('with a ticket of its own is refused', () => {
		const requests = [sendCall(ANN), sendCall(ANN, 'Hello', { custom_ticket: 'mine' })];
		expect(refusalOf({ requests })).toMatchObject({
			message: "'Campaign Key' and 'Custom Ticket' cannot be used together [item 0]",
			description: expect.stringMatching(/^Remove one/),
		});
	});

	test('of more parts than can be told apart is refused', () => {
		const parts = (count: number) => [
			sendCall(ANN),
			{ ...sendCall(ANN), fitted: { part: 1, parts: count } },
		];
		expect(keyOf({ requests: parts(30) })).toBe('sale');
		expect(refusalOf({ requests: parts(31) })).toMatchObject({
			message: "'Campaign Key' takes texts of at most 30 parts [item 0]",
			description: expect.stringMatching(/^Shorten/),
		});
	});
});

describe('a report', () => {
	const report = (campaignKey: unknown, reportBy = 'campaignKey', isTrial = false): Reading => ({
		operation: 'message/getReport',
		parameters: { reportBy, campaignKey },
		requests: [],
		isTrial,
	});

	test('is on the campaign that its field names', () => {
		expect(keyOf(report(' sale '))).toBe('sale');
		expect(keyOf(report('sale', 'campaignKey', true))).toBe('test:sale');
	});

	test('is on the same one however the letters of its key are written', () => {
		const parameters = { reportBy: 'campaignKey', campaignKey: 'an\u0303o' };
		expect(keyOf({ operation: 'message/getReport', parameters })).toBe('a\u00f1o');
	});

	test('by ticket is on none', () => {
		expect(keyOf(report('sale', 'customTickets'))).toBeUndefined();
	});

	test('without a key is refused', () => {
		expect(refusalOf(report(' '))).toMatchObject({
			message: "'Campaign Key' is empty [item 0]",
			description: expect.stringMatching(/^Enter the key/),
		});
	});

	test('on a key that no campaign can have is refused', () => {
		expect(refusalOf(report('sale-7')).message).toMatch(/can't end in a hyphen/);
		expect(refusalOf(report('x'.repeat(38), 'campaignKey', true)).message).toMatch(/may have 35/);
	});
});
