import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { audienceOf } from '../../../../../nodes/SubscriptionMessaging/run/values/audience';
import {
	peopleIn,
	withoutOthers,
} from '../../../../../nodes/SubscriptionMessaging/run/subscribers/withoutOthers';
import {
	numbersOf,
	recipientsOf,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { SubscriberList } from '../../../../../nodes/SubscriptionMessaging/service/answer/subscriberList';
import type { Subscriber } from '../../../../../nodes/SubscriptionMessaging/service/answer/person';
import { broadcastCall, fromItem, item, plainCall, request, sendCall, to } from '../preparedItems';
import { stepsOf } from '../../stepsOf';

const ANN = '18015551001';
const BOB = '18015551002';
const CAT = '18015551003';
const ME = '18015559999';

const SKIP = { unsubscribed: 'skip', onlySubscribers: false } as const;
const ONLY = { unsubscribed: 'skip', onlySubscribers: true } as const;

/** Ann is subscribed, Bob has left, and nobody else is listed. */
function screened(prepared: PreparedItem, rule: typeof SKIP | typeof ONLY = SKIP) {
	const list = finished(SubscriberList.of(peopleIn([prepared])));
	const entry = { mobiletxt: 1, mobilevoice: 0, email: 0, landline: 0 };
	list.add({ ...entry, unsubdate: '', user: { phone: ANN } } as Subscriber);
	list.add({ ...entry, unsubdate: '2026-01-01 00:00:00', user: { phone: BOB } } as Subscriber);
	return finished(withoutOthers(prepared, rule, list));
}

const addresses = ({ requests }: PreparedItem) =>
	requests.map(({ call }) => recipientsOf(call).map(({ sendTo }) => sendTo));

test('who has left is left out, with the reason', () => {
	const result = screened(item(request(sendCall(to(ANN, BOB, CAT)))));
	expect(addresses(result.item)).toEqual([[ANN, CAT]]);
	expect(result.item.skipped).toEqual([{ sendTo: BOB, reason: 'it has left the group' }]);
	expect(result.left).toEqual([BOB]);
});

test('with Only Subscribers, so is who is not there or is not reached that way', () => {
	const recipients = [...to(ANN, BOB, CAT), { sendTo: ANN, type: 3 }];
	const result = screened(item(request(sendCall(recipients))), ONLY);
	expect(recipientsOf(result.item.requests[0]!.call)).toEqual([{ sendTo: ANN, type: 1 }]);
	expect(result.item.skipped).toEqual([
		{ sendTo: BOB, reason: 'it has left the group' },
		{ sendTo: CAT, reason: 'it is not subscribed to the group' },
		{ sendTo: ANN, reason: 'it is in the group, with calls switched off' },
	]);
	expect(result.left).toEqual([BOB]);
});

test('an item of which nobody is left out stays as it is', () => {
	const prepared = item(request(sendCall(to(ANN, CAT))));
	expect(screened(prepared).item).toBe(prepared);
	expect(screened(prepared).left).toEqual([]);
});

test('an item of which nobody is left asks for nothing', () => {
	const result = screened(item(fromItem(BOB)));
	expect(result.item.requests).toEqual([]);
	expect(result.item.skipped).toHaveLength(1);
});

test('of a text in parts, every part goes without them, and they are named once', () => {
	const parts = [request(sendCall(to(ANN, BOB), 'one')), request(sendCall(to(BOB), 'two'))];
	const result = screened(item(parts));
	expect(addresses(result.item)).toEqual([[ANN]]);
	expect(result.item.skipped).toHaveLength(1);
});

test('who was left out before stays named', () => {
	const before = { sendTo: 'x', reason: 'it is not a phone number' };
	const result = screened(item(request(sendCall(to(BOB))), { skipped: [before] }));
	expect(result.item.skipped).toEqual([before, { sendTo: BOB, reason: 'it has left the group' }]);
});

test('keeps the name of the item, so that a repeated run finds what left for the others', () => {
	const prepared = item(request(sendCall(to(ANN, BOB))));
	expect(screened(prepared).item.audience).toBe(audienceOf(prepared.requests));
});

test('of a redirected message the people count whom it is for', () => {
	const prepared = item(request(sendCall(to(ME, ME)), { redirectedFrom: [BOB, ANN] }));
	const { item: result, left } = screened(prepared);
	expect(addresses(result)).toEqual([[ME]]);
	expect(result.requests[0]?.redirectedFrom).toEqual([ANN]);
	expect(left).toEqual([BOB]);
	expect(result.skipped).toEqual([{ sendTo: BOB, reason: 'it has left the group' }]);
});

test('the numbers of a plain send are looked at as texts', () => {
	const { item: result, left } = screened(item(request(plainCall(`${ANN},${BOB},${CAT}`))), ONLY);
	expect(result.requests.map(({ call }) => numbersOf(call))).toEqual([[ANN]]);
	expect(left).toEqual([BOB]);
	expect(result.skipped).toEqual([
		{ sendTo: BOB, reason: 'it has left the group' },
		{ sendTo: CAT, reason: 'it is not subscribed to the group' },
	]);
	expect(screened(item(request(plainCall(BOB)))).item.requests).toEqual([]);
	const some = screened(item(request(plainCall(`${ANN},${BOB},${CAT}`)))).item;
	expect(some.requests.map(({ call }) => numbersOf(call))).toEqual([[ANN, CAT]]);
});

test('a message to everyone stays as it is', () => {
	const prepared = item(request(broadcastCall()));
	expect(screened(prepared).item.requests).toEqual(prepared.requests);
});

test('many recipients are looked at in steps', () => {
	const many = Array.from({ length: 2_000 }, (_one, index) => String(18015550000 + index));
	const prepared = item(request(sendCall(to(...many))));
	expect(stepsOf(SubscriberList.of(peopleIn([prepared])))).toBeGreaterThan(3);
	const list = finished(SubscriberList.of(peopleIn([prepared])));
	expect(stepsOf(withoutOthers(prepared, SKIP, list))).toBeGreaterThan(3);
});
