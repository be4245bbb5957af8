import type { INode } from 'n8n-workflow';

import {
	assertAllowed,
	recipientsAllowedHint,
	withinRecipientsAllowed,
} from '../../../../../nodes/SubscriptionMessaging/run/checks/recipientsAllowed';
import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	numbersOf,
	recipientsOf,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import type { RecipientsAllowed } from '../../../../../nodes/SubscriptionMessaging/transport/recipientsRule';
import {
	broadcastCall,
	byIndex,
	fromItem,
	item,
	lookUpCall,
	plainCall,
	planOf,
	request,
	sendCall,
	to,
} from '../preparedItems';

const ANN = '18015551001';
const BOB = '18015551002';
const ME = '18015559999';

const node = { name: 'Messaging', type: 'messaging' } as INode;
const anyone: RecipientsAllowed = { rule: 'anyone' };
const onlyAnn: RecipientsAllowed = { rule: 'onlyThese', addresses: new Set([ANN]) };
const toMe: RecipientsAllowed = { rule: 'redirect', phone: ME, email: 'me@example.com' };

const within = (allowed: RecipientsAllowed, prepared: PreparedItem) =>
	withinRecipientsAllowed({ getNode: () => node }, prepared, allowed, 3);
const refusalIn = (look: () => unknown): unknown => {
	try {
		return look();
	} catch (error) {
		return error;
	}
};
const refusalOf = (allowed: RecipientsAllowed, prepared: PreparedItem) =>
	refusalIn(() => within(allowed, prepared));
const addressesIn = ({ requests }: PreparedItem) =>
	requests.flatMap(({ call }) => recipientsOf(call).map(({ sendTo }) => sendTo));

test('without a rule an item stays as it is', () => {
	const prepared = item(request(sendCall(to(ANN, BOB))));
	expect(within(anyone, prepared)).toBe(prepared);
});

describe('Only These', () => {
	test('lets listed recipients through, and marks the item', () => {
		const prepared = item(request(sendCall(to(ANN))));
		expect(within(onlyAnn, prepared)).toEqual({ ...prepared, recipientsAllowed: 'onlyThese' });
	});

	test.each([
		['one more in a list', request(sendCall(to(ANN, BOB)))],
		['one more in a plain send', request(plainCall(`${ANN},${BOB}`))],
		['a number that ends like an allowed one', request(sendCall(to(ANN.slice(1))))],
		['a number that begins like an allowed one', request(sendCall(to(`${ANN}0`)))],
	])('refuses %s', (_name, prepared) => {
		expect(refusalOf(onlyAnn, item(prepared))).toMatchObject({
			message: expect.stringMatching(
				/is not among the recipients that the credential allows \[item 3\]/,
			),
			description: expect.stringContaining(
				"'Recipients Allowed' in the credential is Only These. ",
			),
			context: { itemIndex: 3 },
		});
	});

	test('refuses everyone in a group, whoever is listed beside it', () => {
		const call = { ...sendCall(to(ANN)), everyone: true };
		for (const prepared of [request(broadcastCall()), request(call)]) {
			expect(refusalOf(onlyAnn, item(prepared))).toMatchObject({
				message: expect.stringMatching(/everyone in a group/),
				description: expect.stringContaining('Name the recipients'),
				context: { itemIndex: 3 },
			});
		}
	});

	test('looks at every part of a text, and at previews', () => {
		const parts = [request(sendCall(to(ANN))), request(sendCall(to(BOB)))];
		expect(() => within(onlyAnn, item(parts, { preview: true }))).toThrow(BOB);
	});

	test('leaves what sends nothing alone', () => {
		const prepared = item(request(lookUpCall(BOB)));
		expect(within(onlyAnn, prepared)).toBe(prepared);
	});
});

describe('Redirect Everything To', () => {
	test('replaces each recipient by its type, drops carriers and countries, and keeps whom it was for', () => {
		const call = sendCall([
			{ sendTo: ANN, type: 1, carrier: 383, country: 'MX' },
			{ sendTo: BOB, type: 3 },
			{ sendTo: 'ann@example.com', type: 4 },
			{ sendTo: 'ann@gateway.example', type: 2 },
			{ sendTo: ANN, type: 2 },
		]);
		const [redirected] = within(toMe, item(request(call))).requests;
		expect(recipientsOf(redirected!.call)).toEqual([
			{ sendTo: ME, type: 1 },
			{ sendTo: ME, type: 3 },
			{ sendTo: 'me@example.com', type: 4 },
			{ sendTo: 'me@example.com', type: 2 },
			{ sendTo: ME, type: 2 },
		]);
		expect(redirected?.redirectedFrom).toEqual([
			ANN,
			BOB,
			'ann@example.com',
			'ann@gateway.example',
			ANN,
		]);
	});

	test('sends to a list of numbers as often as it has entries', () => {
		const [redirected] = within(toMe, item(request(plainCall(`${ANN},${BOB}`)))).requests;
		expect(numbersOf(redirected!.call)).toEqual([ME, ME]);
	});

	test.each([
		[1, { rule: 'redirect', email: 'me@example.com' }],
		[3, { rule: 'redirect', email: 'me@example.com' }],
		[2, { rule: 'redirect', email: 'me@example.com' }],
		[4, { rule: 'redirect', phone: ME }],
		[5, toMe],
		[6, toMe],
	] as Array<[number, RecipientsAllowed]>)('refuses type %d with %p', (type, allowed) => {
		const sendTo = type === 4 ? 'ann@example.com' : ANN;
		expect(refusalOf(allowed, item(request(sendCall([{ sendTo, type }]))))).toMatchObject({
			message: expect.stringMatching(
				/can't be redirected: the credential has no address of its type \[item 3\]/,
			),
			description: expect.stringContaining('Enter a phone number there'),
			context: { itemIndex: 3 },
		});
	});

	test('is the same when it is applied again, as to what an earlier run began', () => {
		const once = within(toMe, item(fromItem(ANN)));
		expect(within(toMe, once)).toEqual(once);
		const elsewhere = within({ rule: 'redirect', phone: BOB }, once);
		expect(addressesIn(elsewhere)).toEqual([BOB]);
		expect(elsewhere.requests[0]?.redirectedFrom).toEqual([ANN]);
	});

	test('goes by the address that it was for, also where an earlier run sent it elsewhere', () => {
		const gateway = item(request(sendCall([{ sendTo: 'ann@gateway.example', type: 2 }])));
		const toPhone = within({ rule: 'redirect', phone: ME }, gateway);
		expect(addressesIn(toPhone)).toEqual([ME]);
		expect(addressesIn(within(toMe, toPhone))).toEqual(['me@example.com']);
	});

	test('two people stay two, and one who occurs twice stays one', () => {
		const settings = { ...fromItem(ANN).settings, removesDuplicates: true };
		const redirected = [ANN, BOB, ANN].map((number) =>
			within(toMe, item(fromItem(number, 'Hello', { settings }))),
		);
		const { chains, skippedItems } = planOf(byIndex(...redirected));
		expect(chains.flat().map(({ call }) => recipientsOf(call).length)).toEqual([2]);
		expect(chains[0]?.[0]?.redirectedFrom).toEqual([ANN, BOB]);
		expect([...skippedItems.keys()]).toEqual([2]);
	});
});

describe('what an earlier try began', () => {
	const begun = (requests: PreparedItem['requests'], more: Partial<PreparedItem> = {}) =>
		item(requests, { chain: 'earlier', ...more });
	const [redirectedOnce] = within(toMe, item(request(sendCall(to(ANN))))).requests;
	const toMeElsewhere: RecipientsAllowed = { rule: 'redirect', phone: BOB };

	test.each([
		['a send that nothing limits', anyone, [request(sendCall(to(ANN)))]],
		['a send that is allowed still', onlyAnn, [request(sendCall(to(ANN)))]],
		['a send that is redirected still', toMe, [redirectedOnce!]],
		['a message to everyone', anyone, [request(broadcastCall())]],
		['what sends nothing', toMe, [request(lookUpCall(ANN))]],
	])('is completed: %s', (_what, allowed, requests) => {
		expect(within(allowed, begun(requests)).chain).toBe('earlier');
	});

	test.each([
		['is redirected now', toMe, [request(sendCall(to(ANN)))]],
		['is redirected to another address now', toMeElsewhere, [redirectedOnce!]],
		['is no longer redirected', anyone, [redirectedOnce!]],
		['is in part redirected now', toMe, [redirectedOnce!, request(plainCall(ANN))]],
	])('is refused where it %s, because it reached somebody else', (_what, allowed, requests) => {
		expect(refusalOf(allowed, begun(requests))).toMatchObject({
			message: "'Recipients Allowed' was changed since an earlier try [item 3]",
			description: expect.stringContaining('Nothing was sent now'),
			context: { itemIndex: 3 },
		});
	});
});

describe('the last look before a send leaves', () => {
	test.each([
		['nobody else', sendCall(to(ANN)), onlyAnn],
		['whoever it is', sendCall(to(BOB)), anyone],
		['everyone', broadcastCall(), anyone],
		['where it is redirected to', sendCall(to(ME)), toMe],
		['where it is redirected to', plainCall(`${ME},${ME}`), toMe],
		['where emails are redirected to', sendCall([{ sendTo: 'me@example.com', type: 4 }]), toMe],
	] as const)('lets a send to %s go', (_name, call, allowed) => {
		expect(() => assertAllowed(call, allowed)).not.toThrow();
	});

	test.each([
		['somebody else', sendCall(to(ANN, BOB)), onlyAnn],
		['somebody else', sendCall(to(ANN)), toMe],
		['somebody else', plainCall(`${ANN},${BOB}`), onlyAnn],
		['everyone', broadcastCall(), onlyAnn],
		['everyone', broadcastCall(), toMe],
		['nobody, which means everyone to the service', sendCall([]), onlyAnn],
		['nobody, which means everyone to the service', plainCall(''), toMe],
	] as const)('stops a send to %s', (_name, call, allowed) => {
		const name = allowed === toMe ? 'Redirect Everything To' : 'Only These';
		expect(refusalIn(() => assertAllowed(call, allowed))).toMatchObject({
			message: 'Not sent: the credential does not allow all of these recipients',
			description: expect.stringContaining(`'Recipients Allowed' in the credential is ${name}. `),
		});
	});
});

test('the panel says that a rule is on, and nothing where none is', () => {
	const one = item(fromItem(ANN));
	const nothing = within(toMe, { ...one, requests: [] });
	expect(recipientsAllowedHint([nothing, within(toMe, one)])).toEqual({
		message: expect.stringMatching(/^Redirected: /),
		type: 'warning',
		location: 'outputPane',
	});
	expect(recipientsAllowedHint([within(onlyAnn, one)])?.message).toMatch(/Only These/);
	expect(recipientsAllowedHint([one, nothing])).toBeUndefined();
	const allHaveIt = { ...within(toMe, one), requests: [] };
	expect(recipientsAllowedHint([allHaveIt])?.message).toMatch(/^Redirected: /);
	for (const mixed of [
		[one, within(toMe, one)],
		[within(onlyAnn, one), within(toMe, one)],
	]) {
		expect(recipientsAllowedHint(mixed)?.message).toMatch(/^Limited for some items only: /);
	}
});
