import { TicketClaims } from '../../../../../nodes/SubscriptionMessaging/run/memory/ticketClaims';

/** Lets everything happen that needs no time. */
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

const of = (account: string, tickets: string[]) =>
	tickets.map((ticket) => [account, ticket] as const);

/** A claim, and whether it was granted by now. */
function claiming(claims: TicketClaims, account: string, tickets: string[], signal?: AbortSignal) {
	const claim = { isOver: false, giveBack: undefined as (() => void) | undefined };
	const done = claims.claim(of(account, tickets), signal).then((giveBack) => {
		claim.isOver = true;
		claim.giveBack = giveBack;
	});
	return { claim, done };
}

test('a ticket that nobody holds is granted, and given back', async () => {
	const claims = new TicketClaims();
	const giveBack = await claims.claim(of('acme', ['a', 'b', 'a']));
	expect(claims.claimed.size).toBe(2);
	giveBack();
	expect(claims.claimed.size).toBe(0);
});

test('a second execution waits until the first one has ended', async () => {
	const claims = new TicketClaims();
	const giveBack = await claims.claim(of('acme', ['a']));
	const { claim, done } = claiming(claims, 'acme', ['a', 'b']);
	await settled();
	expect(claim.isOver).toBe(false);
	giveBack();
	await done;
	expect(claims.claimed.size).toBe(2);
	claim.giveBack?.();
	expect(claims.claimed.size).toBe(0);
});

test('three executions hold a ticket one after the other', async () => {
	const claims = new TicketClaims();
	const giveBack = await claims.claim(of('acme', ['a']));
	const others = [claiming(claims, 'acme', ['a']), claiming(claims, 'acme', ['a'])];
	giveBack();
	await settled();
	expect(others.map(({ claim }) => claim.isOver)).toEqual([true, false]);
	others[0]!.claim.giveBack?.();
	await others[1]!.done;
	expect(claims.claimed.size).toBe(1);
});

test('two executions that claim the same tickets in another order do not wait for each other', async () => {
	const claims = new TicketClaims();
	const first = claiming(claims, 'acme', ['a', 'b', 'c']);
	const second = claiming(claims, 'acme', ['c', 'b', 'a']);
	await first.done;
	first.claim.giveBack?.();
	await second.done;
	expect(claims.claimed.size).toBe(3);
});

test('two that claim the same tickets in another order end, though a third holds one in between', async () => {
	const claims = new TicketClaims();
	const giveBack = await claims.claim(of('acme', ['m']));
	const first = claiming(claims, 'acme', ['a', 'm', 'z']);
	const second = claiming(claims, 'acme', ['z', 'm', 'a']);
	await settled();
	giveBack();
	await first.done;
	first.claim.giveBack?.();
	await second.done;
	expect(claims.claimed.size).toBe(3);
});

test('the same ticket of another account is another one', async () => {
	const claims = new TicketClaims();
	await claims.claim(of('acme', ['a']));
	await claims.claim(of('other', ['a']));
	expect(claims.claimed.size).toBe(2);
});

test('two that claim tickets of two accounts in another order do not wait for each other', async () => {
	const claims = new TicketClaims();
	const tickets = [...of('acme', ['b']), ...of('other', ['a'])];
	const first = await claims.claim(tickets);
	const second = claims.claim(tickets.toReversed());
	expect(claims.claimed.size).toBe(2);
	first();
	await second;
	expect(claims.claimed.size).toBe(2);
});

test('a cancelled execution waits no longer, and holds nothing', async () => {
	const claims = new TicketClaims();
	const giveBack = await claims.claim(of('acme', ['b']));
	const cancel = new AbortController();
	const { claim, done } = claiming(claims, 'acme', ['a', 'b'], cancel.signal);
	await settled();
	expect(claims.claimed.size).toBe(2);
	const reason = new Error('cancelled');
	const ended = expect(done).rejects.toBe(reason);
	cancel.abort(reason);
	await ended;
	expect(claim.giveBack).toBeUndefined();
	expect(claims.claimed.size).toBe(1);
	giveBack();
	expect(claims.claimed.size).toBe(0);
});

test('one that is cancelled before it waits does not wait', async () => {
	const claims = new TicketClaims();
	await claims.claim(of('acme', ['a']));
	const reason = new Error('cancelled');
	for (const ticket of ['a', 'b']) {
		const claim = claims.claim(of('acme', [ticket]), AbortSignal.abort(reason));
		await expect(claim).rejects.toBe(reason);
	}
});

test('a wait that ended leaves no listener with the execution', async () => {
	const claims = new TicketClaims();
	const giveBack = await claims.claim(of('acme', ['a']));
	const { signal } = new AbortController();
	const add = jest.spyOn(signal, 'addEventListener');
	const remove = jest.spyOn(signal, 'removeEventListener');
	const { done } = claiming(claims, 'acme', ['a'], signal);
	await settled();
	giveBack();
	await done;
	expect(add).toHaveBeenCalledTimes(1);
	expect(remove.mock.calls).toEqual(add.mock.calls.map(([type, listener]) => [type, listener]));
});
