import { audienceOf } from '../../../../../nodes/SubscriptionMessaging/run/values/audience';
import { Holders } from '../../../../../nodes/SubscriptionMessaging/run/campaign/holders';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import {
	withoutHolders,
	withoutSentElsewhere,
} from '../../../../../nodes/SubscriptionMessaging/run/campaign/withoutHolders';
import { CampaignStop } from '../../../../../nodes/SubscriptionMessaging/run/campaign/campaignStop';
import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { recipientsOf } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { fromItem, item, plainCall, request, sendCall, to } from '../preparedItems';

const ANN = '18015551001';
const BOB = '18015551002';
const EVE = '18015551003';

const holding = (...people: Array<[address: string, number: number, part?: number]>) => {
	const holders = finished(Holders.of('sale', [ANN, BOB, EVE]));
	for (const [address, number, part] of people) {
		finished(holders.add([address], number, part));
	}
	return holders;
};
const left = ({ requests }: PreparedItem) =>
	requests.map(({ call, fitted }) => [
		fitted?.part ?? 1,
		recipientsOf(call).map(({ sendTo }) => sendTo),
	]);
const part = (number: number, ...people: string[]) =>
	request(sendCall(to(...people), `Part ${number}`), { fitted: { part: number, parts: 2 } });

test('those who have the message are left out, with their ticket', () => {
	const only = withoutHolders(
		item(request(sendCall(to(ANN, BOB)))),
		0,
		holding([ANN, 7]),
		new Map(),
	);
	expect(left(only)).toEqual([[1, [BOB]]]);
	expect(only.skipped).toEqual([
		{
			sendTo: ANN,
			reason: 'it has the message of this campaign',
			sent_before: true,
			custom_ticket: 'sale-7',
		},
	]);
});

test('an item whose recipient has it asks for nothing', () => {
	const none = withoutHolders(item(fromItem(ANN)), 0, holding([ANN, 7]), new Map());
	expect(none.requests).toEqual([]);
	expect(none.skipped).toHaveLength(1);
});

test('of a text in parts only those that are missing are left', () => {
	const parts = item([part(1, ANN, BOB, EVE), part(2, ANN, BOB, EVE)]);
	const holders = holding([ANN, 1, 1], [BOB, 1, 1], [BOB, 1, 2]);
	const rest = withoutHolders(parts, 0, holders, new Map());
	expect(left(rest)).toEqual([
		[1, [EVE]],
		[2, [ANN, EVE]],
	]);
	expect(rest.skipped).toMatchObject([
		{ sendTo: BOB, custom_ticket: 'sale-1-1', custom_tickets: ['sale-1-1', 'sale-1-2'] },
	]);
});

test('a person gets one message, however often and in however many items they occur', () => {
	const firsts = new Map<string, number>();
	const holders = holding();
	const first = withoutHolders(item(request(sendCall(to(ANN, ANN)))), 0, holders, firsts);
	const second = withoutHolders(item(fromItem('+1 801 555 1001')), 1, holders, firsts);
	expect(left(first)).toEqual([[1, [ANN]]]);
	expect(left(second)).toEqual([]);
	expect(second.skipped).toEqual([
		{ sendTo: '+1 801 555 1001', reason: 'the same recipient is in item 0', repeats: 0 },
	]);
});

test('a person who occurs twice in a list is left out once, however written', () => {
	const again = '+1 801 555 1001';
	const once = withoutHolders(item(request(sendCall(to(ANN, again)))), 0, holding(), new Map());
	expect(left(once)).toEqual([[1, [ANN]]]);
	expect(once.skipped).toEqual([{ sendTo: again, reason: 'it occurs more than once' }]);
	const had = withoutHolders(
		item(request(sendCall(to(ANN, ANN)))),
		0,
		holding([ANN, 7]),
		new Map(),
	);
	expect(had.skipped).toMatchObject([{ sendTo: ANN, sent_before: true }]);
});

test('whom the others were for stays known where one is left out and the credential redirects', () => {
	const ME = '18015559999';
	const redirected = item(request(sendCall(to(ME, ME, ME)), { redirectedFrom: [ANN, ANN, BOB] }));
	const some = withoutHolders(redirected, 0, finished(Holders.of('test:sale', [ME])), new Map());
	expect(left(some)).toEqual([[1, [ME, ME]]]);
	expect(some.requests[0]?.redirectedFrom).toEqual([ANN, BOB]);
});

test('an item keeps its name, also where it had lost others before', () => {
	const both = item(request(sendCall(to(ANN, BOB))));
	const one = withoutHolders(both, 0, holding([ANN, 7]), new Map());
	expect(one.audience).toBe(audienceOf(both.requests));
	const named = { ...both, audience: 'of three' };
	expect(withoutHolders(named, 0, holding([ANN, 7]), new Map()).audience).toBe('of three');
});

test('what has no ticket stays as it is', () => {
	const plain = item(request(plainCall(ANN)));
	expect(withoutHolders(plain, 0, holding([ANN, 7]), new Map())).toMatchObject(plain);
});

test('two people stay two where both are redirected to one address', () => {
	const ME = '18015559999';
	const redirected = item(request(sendCall(to(ME, ME)), { redirectedFrom: [ANN, BOB] }));
	const both = withoutHolders(redirected, 0, finished(Holders.of('test:sale', [ME])), new Map());
	expect(left(both)).toEqual([[1, [ME, ME]]]);
	expect(both.requests[0]?.redirectedFrom).toEqual([ANN, BOB]);
});

describe('an item that an earlier try began', () => {
	/** Ann's and Bob's messages were begun as number 5. */
	const begun = (...rows: Array<[address: string, number: number, part?: number]>) => {
		const tickets = new Set(['sale-5', 'sale-5-1', 'sale-5-2']);
		const own = new Map([ANN, BOB].map((person) => [person, tickets]));
		const holders = finished(Holders.of('sale', [ANN, BOB], own));
		for (const [address, number, part] of rows) {
			finished(holders.add([address], number, part));
		}
		return holders;
	};
	const after = (one: PreparedItem, holders: Holders, ...accepted: number[]) =>
		withoutSentElsewhere(one, holders, (position) => accepted.includes(position));
	const one = item(fromItem(ANN));
	const parts = item([part(1, ANN), part(2, ANN)]);

	test('stays as it was where nobody else sent it', () => {
		expect(after(one, begun())).toBe(one);
		expect(after(one, begun([ANN, 5], [BOB, 6]))).toBe(one);
		expect(after(parts, begun([ANN, 5, 1], [ANN, 6, 1]), 0)).toBe(parts);
	});

	test('stays as it was where it is redirected: the one phone gets the texts of all', () => {
		const request = { ...one.requests[0]!, redirectedFrom: [BOB] };
		const redirected = { ...one, requests: [request] };
		expect(after(redirected, begun([ANN, 6]))).toBe(redirected);
	});

	test('asks for nothing where another execution sent it', () => {
		for (const left of [
			after(one, begun([ANN, 6])),
			after(one, begun([ANN, 6], [ANN, 5])),
			after(parts, begun([ANN, 6, 2]), 0),
		]) {
			expect(left).toMatchObject({
				requests: [],
				skipped: [{ sendTo: ANN, sent_before: true, custom_ticket: expect.any(String) as string }],
			});
		}
	});

	test.each([
		['one of a list', item(request(sendCall(to(ANN, BOB)))), [ANN, 6] as [string, number]],
		['one part of a text', parts, [ANN, 6, 2] as [string, number, number]],
	])('sends nothing where another execution sent it to %s', (_what, whole, row) => {
		const left = after(whole, begun(row));
		expect(left).toBeInstanceOf(CampaignStop);
		expect((left as CampaignStop).fix).toMatch(/^Run the workflow as a new execution/);
	});
});
