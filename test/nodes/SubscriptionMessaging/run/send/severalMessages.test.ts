import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import type { TicketState } from '../../../../../nodes/SubscriptionMessaging/run/send/sendPolicy';
import { severalMessages } from '../../../../../nodes/SubscriptionMessaging/run/send/severalMessages';
import { broadcastCall, byIndex, fromItem, item, planOf, request } from '../preparedItems';

const broadcast = (text: string, more: Partial<PreparedItem> = {}, keyword = 'NSTAFF') =>
	item(request(broadcastCall(text, keyword)), more);
const several = { severalBroadcasts: true };

/** Which of the sends of these items are in doubt, and the ticket that each of them is told. */
function doubtful(items: readonly PreparedItem[], states: readonly TicketState[]) {
	const calls = planOf(byIndex(...items)).chains.flat();
	const told = severalMessages(new Map(calls.map((call, at) => [call, { state: states[at]! }])));
	return calls.map((call) => told.get(call));
}

const ticket = expect.stringMatching(/^ticket-/) as string;

test('one that has left may be any of them, so all are in doubt', () => {
	const [a, b] = [broadcast('A', several), broadcast('B', several)];
	const [first, second] = doubtful([a, b], ['known', 'notKnown']);
	expect(first).toEqual(ticket);
	expect(second).toBe(first);
	expect(doubtful([a, b], ['notKnown', 'couldNotSay'])).toEqual([ticket, ticket]);
	expect(doubtful([a, b], ['notKnown', 'notKnown'])).toEqual([undefined, undefined]);
});

test('one alone may have been one of several, where several are allowed', () => {
	expect(doubtful([broadcast('B', several)], ['known'])).toEqual([ticket]);
	expect(doubtful([broadcast('B')], ['known'])).toEqual([undefined]);
});

test('one that is allowed beside another one of the same text is in doubt with it', () => {
	const items = [broadcast('A', several), broadcast('A', { ...several, severalBroadcasts: false })];
	expect(doubtful(items, ['known', 'notKnown'])).toContainEqual(ticket);
});

test('those to another group are none of them', () => {
	const items = [broadcast('A', several), broadcast('B', several, 'NPARENTS')];
	expect(doubtful(items, ['known', 'notKnown'])).toEqual([ticket, undefined]);
});

test('batches are told by their recipients, and sends by a ticket of the user by that', () => {
	const batches = ['A', 'B'].map((text) => item(fromItem('1', text)));
	expect(doubtful(batches, ['known', 'notKnown'])).toEqual([undefined, undefined]);
	const own = ['A', 'B'].map((text) =>
		item(request(broadcastCall(text, 'NSTAFF', { custom_ticket: text })), several),
	);
	expect(doubtful(own, ['known', 'notKnown'])).toEqual([undefined, undefined]);
});

test('texts to the same test phones for the same people are several too', () => {
	const items = ['A', 'B'].map((text) =>
		item(fromItem('18015559999', text, { redirectedFrom: ['1'] })),
	);
	expect(doubtful(items, ['known', 'notKnown'])).toEqual([ticket, ticket]);
	expect(doubtful(items.slice(1), ['known'])).toEqual([undefined]);
});
