import {
	askCampaign,
	unusedTicket,
	withoutTicket,
} from '../../../../../nodes/SubscriptionMessaging/run/report/campaignTickets';
import { BEYOND } from '../../../../../nodes/SubscriptionMessaging/run/search/walk';
import { POSITIONS } from '../../../../../nodes/SubscriptionMessaging/run/report/tickets';

const campaign = {
	key: 'sale',
	position: POSITIONS,
	call: {
		operation: 'getCustomTransactionStatus' as const,
		code: '12345',
		keyword: 'NSTAFF',
		parameters: { custom_ticket: 'campaign' },
	},
	settings: {
		account: 0,
		serviceAccount: 'account-1',
		transport: 'soap' as const,
		onUnclear: 'stop' as const,
		ifKnown: 'send' as const,
		removesDuplicates: false,
		campaign: 'sale',
	},
	expected: [],
	itemIndexes: [0],
};

/** @param silent how many times each of these is asked for before the service says anything of it */
async function askOf(used: readonly string[], silent: Readonly<Record<string, number>> = {}) {
	const asked: string[] = [];
	const found: Array<[number, string]> = [];
	const left = { ...silent };
	let waits = 0;
	const { notListed, notSaid } = await askCampaign(
		campaign,
		10,
		async ({ call, position, expected }) => {
			expect(call.operation).toBe('getCustomTransactionStatus');
			expect(expected).toEqual([]);
			const ticket = 'custom_ticket' in call.parameters ? call.parameters.custom_ticket : '';
			asked.push(ticket);
			const more = left[ticket] ?? 0;
			left[ticket] = more - 1;
			if (more > 0) return 'notSaid';
			if (!used.includes(ticket)) return 'free';
			found.push([position, ticket]);
			return 'used';
		},
		async () => {
			waits += 1;
			return await Promise.resolve();
		},
	);
	const ticketsOf = (tickets: typeof notListed) => tickets.map(({ call }) => call.parameters);
	return {
		asked,
		waits,
		found: found.toSorted(([a], [b]) => a - b).map(([, ticket]) => ticket),
		positions: found.map(([position]) => position),
		notListed: ticketsOf(notListed),
		notSaid: ticketsOf(notSaid),
	};
}

const ask = async (...used: string[]) => await askOf(used);

const upTo = (last: number) => Array.from({ length: last }, (_n, index) => index + 1);

test('finds all tickets and asks for each once, 20 numbers beyond the last one and a few more', async () => {
	const used = upTo(100).map((number) => `sale-${number}`);
	const { found, asked } = await ask(...used);
	expect(found).toEqual(used);
	expect(new Set(asked).size).toBe(asked.length);
	expect(asked).toHaveLength(100 + 2 * (20 + BEYOND.length));
});

test('finds the parts of a text, however many, and those of a number that lacks one', async () => {
	const used = ['sale-1-1', 'sale-1-2', 'sale-1-3', 'sale-2-1', 'sale-3-2', 'sale-3-3', 'sale-20'];
	const { found, asked } = await ask(...used);
	expect(found).toEqual(used);
	expect(new Set(asked).size).toBe(asked.length);
});

test('tells the tickets that the service took and does not list', async () => {
	const used = upTo(60).filter((number) => number !== 1 && number !== 21 && number !== 45);
	const { found, notListed } = await ask(...used.map((number) => `sale-${number}`));
	expect(found).toHaveLength(57);
	// Number 45 may have been free: 60 could begin before it was accepted.
	expect(notListed).toEqual([{ custom_ticket: 'sale-1' }, { custom_ticket: 'sale-21' }]);
});

test('finds all parts of the longest text, in the order of numbers and parts', async () => {
	const parts = (number: number) => upTo(30).map((part) => `sale-${number}-${part}`);
	const { found } = await ask(...parts(1), ...parts(2));
	expect(found).toEqual([...parts(1), ...parts(2)]);
});

test('gives each ticket a position of its own, within those of the campaign', async () => {
	const { positions } = await ask('sale-1', ...upTo(20).map((n) => `sale-${n + 1}-1`));
	expect(new Set(positions).size).toBe(21);
	expect(positions.every((one) => one > POSITIONS && one < 2 * POSITIONS)).toBe(true);
});

test('knows a ticket that nobody has used, and a place after all tickets', () => {
	const { call, settings, itemIndexes } = unusedTicket(campaign);
	expect(call).toMatchObject({ operation: 'getCustomTransactionStatus', keyword: 'NSTAFF' });
	expect(call.parameters).not.toEqual(unusedTicket(campaign).call.parameters);
	expect({ settings, itemIndexes }).toEqual({ settings: campaign.settings, itemIndexes: [0] });
	expect(withoutTicket(campaign)).toMatchObject({
		position: 2 * POSITIONS - 1,
		call: { keyword: 'NSTAFF', parameters: { custom_ticket: '' } },
		settings: campaign.settings,
		itemIndexes: [0],
	});
});

test('ends with what asking throws', async () => {
	const asking = askCampaign(
		campaign,
		10,
		async () => await Promise.reject(new Error('no more')),
		async () => {},
	);
	await expect(asking).rejects.toThrow('no more');
});

describe('a ticket of which the service could not say', () => {
	const first = (ticket: string, times: number) => ({ [ticket]: times });

	test.each(['sale-3', 'sale-15', 'sale-149', 'sale-2069'])(
		'is asked for again: %s makes a campaign no longer than it is',
		async (ticket) => {
			const { found, notSaid, notListed, waits, asked } = await askOf(['sale-1'], first(ticket, 1));
			expect({ found, notSaid, notListed, waits }).toEqual({
				found: ['sale-1'],
				notSaid: [],
				notListed: [],
				waits: 1,
			});
			expect(asked.length).toBeLessThan(80);
		},
	);

	test('is left open near those that are in use, and not far beyond them', async () => {
		const { notSaid } = await askOf(['sale-1'], { 'sale-21': 9, 'sale-22': 9, 'sale-149': 9 });
		expect(notSaid).toEqual([{ custom_ticket: 'sale-21' }]);
	});

	test('hides no part of a text', async () => {
		const parts = ['sale-1-1', 'sale-1-2', 'sale-2-1'];
		const { found, notSaid } = await askOf(parts, first('sale-1', 9));
		expect(found).toEqual(parts);
		expect(notSaid).toEqual([]);
	});

	test('is left open as the part after those that are in use, or as the number', async () => {
		const { notSaid } = await askOf(['sale-1-1', 'sale-3'], {
			...first('sale-1-2', 9),
			...first('sale-2-1', 9),
			...first('sale-3-1', 9),
			...first('sale-4', 9),
			...first('sale-4-1', 9),
		});
		expect(notSaid).toEqual([
			{ custom_ticket: 'sale-1-2' },
			{ custom_ticket: 'sale-2-1' },
			{ custom_ticket: 'sale-4' },
		]);
	});

	test('is not one that the service took and does not list', async () => {
		const used = upTo(60).filter((number) => number !== 1 && number !== 21);
		const { notListed, notSaid } = await askOf(
			used.map((number) => `sale-${number}`),
			first('sale-1', 9),
		);
		expect(notListed).toEqual([{ custom_ticket: 'sale-21' }]);
		expect(notSaid).toEqual([{ custom_ticket: 'sale-1' }]);
	});
});

test('waits for nothing where the service says all', async () => {
	expect((await askOf(['sale-1'])).waits).toBe(0);
	expect((await askOf(['sale-1'], { 'sale-2': 1 })).waits).toBe(1);
});
