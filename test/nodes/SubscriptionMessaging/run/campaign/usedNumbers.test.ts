import fc from 'fast-check';

import { campaignTicket } from '../../../../../nodes/SubscriptionMessaging/run/campaign/campaignKey';
import { Holders } from '../../../../../nodes/SubscriptionMessaging/run/campaign/holders';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { CampaignNumbers } from '../../../../../nodes/SubscriptionMessaging/run/campaign/numbers';
import { CampaignStop } from '../../../../../nodes/SubscriptionMessaging/run/campaign/campaignStop';
import { searchNumbers } from '../../../../../nodes/SubscriptionMessaging/run/campaign/usedNumbers';
import { AHEAD, BEYOND } from '../../../../../nodes/SubscriptionMessaging/run/search/walk';

/** A service by what it lists under each ticket. */
type Service = Map<string, string[]>;

async function search(service: Service, parts = 1, between: () => void = () => {}) {
	let lookUps = 0;
	const found: Array<[string, number, number | undefined]> = [];
	const used = await searchNumbers({
		parts,
		inParallel: 10,
		pause: async () => between(),
		found: async (addresses, number, part) => {
			for (const address of addresses) found.push([address, number, part]);
		},
		ask: async (number, part) => {
			lookUps += 1;
			return service.get(campaignTicket('sale', number, part));
		},
	});
	return { used: [...used].toSorted((a, b) => a - b), lookUps, found };
}

const with_ = (...tickets: string[]): Service =>
	new Map(tickets.map((ticket) => [ticket, [`of ${ticket}`]]));

const upTo = (last: number) => Array.from({ length: last }, (_n, index) => index + 1);

test('finds the used numbers and whom they list, between free ones', async () => {
	const { used, found } = await search(with_('sale-1', 'sale-3', 'sale-20'));
	expect(used).toEqual([1, 3, 20]);
	expect(found).toContainEqual(['of sale-20', 20, undefined]);
});

test('asks no more than was sent, and a constant', async () => {
	const sent = 1000;
	const { lookUps } = await search(with_(...upTo(sent).map((number) => `sale-${number}`)));
	// The last 20 that were used once more, 21 free ones in both forms, twice, some beyond in both forms,
	// one that nobody has used, and number 21.
	expect(lookUps).toBe(sent + AHEAD + 4 * (AHEAD + 1) + 2 * BEYOND.length + 2);
});

test('asks for every part of a text that is split, and no more', async () => {
	const tickets = upTo(100).flatMap((number) => [`sale-${number}-1`, `sale-${number}-2`]);
	const { lookUps, used } = await search(with_(...tickets), 3);
	expect(used).toEqual(upTo(100));
	expect(lookUps).toBe(3 * (100 + AHEAD + 1) + 4 * (2 * (AHEAD + 1) + BEYOND.length) + 1);
});

test.each([
	['the end of a text in two parts', ['sale-1-1', 'sale-2-2'], [1, 2]],
	['the end of a text in four', ['sale-1-1', 'sale-1-2', 'sale-1-3', 'sale-2-4'], [1, 2]],
	['what such an end follows', ['sale-1-1', 'sale-2-2', 'sale-2-3', 'sale-3-4'], [1, 2, 3]],
])('a short text takes no number that has %s', async (_what, tickets, expected) => {
	expect((await search(with_(...tickets), 1)).used).toEqual(expected);
});

test('reads a campaign with longer texts once more, however long they were', async () => {
	const tickets = upTo(100).flatMap((number) => upTo(10).map((part) => `sale-${number}-${part}`));
	const { lookUps } = await search(with_(...tickets), 1);
	const [used, free] = [11, 12];
	expect(lookUps).toBeLessThan((2 * 100 + 2 * AHEAD) * used + free * (4 * AHEAD + BEYOND.length));
});

test('reads the longest texts, and stops at a part that none has', async () => {
	const parts = upTo(30).map((part) => `sale-1-${part}`);
	expect((await search(with_(...parts), 1)).used).toEqual([1]);
	await expect(search(with_(...parts, 'sale-1-31'), 1)).rejects.toThrow(/that nobody has used/);
});

test.each([
	[1, ['sale-1-1', 'sale-1-2'], [1]],
	[2, ['sale-1'], [1]],
	[2, ['sale-1-2'], [1]],
	[3, ['sale-1-1', 'sale-1-2', 'sale-2'], [1, 2]],
])('finds what was sent in another number of parts than %d', async (parts, tickets, expected) => {
	expect((await search(with_(...tickets), parts)).used).toEqual(expected);
});

test('asks for few parts of texts that have them, where one text of the run has many', async () => {
	const whole = with_(...upTo(200).map((number) => `sale-${number}`));
	const { used, lookUps } = await search(whole, 10);
	expect(used).toEqual(upTo(200));
	// 21 free numbers, twice, and a few more are asked for in each of 11 forms.
	expect(lookUps).toBeLessThan(220 + 11 * (2 * (AHEAD + 1) + BEYOND.length) + 60);
});

test.each([[[1, 21]], [[50, 70]], [[1, 21, 22, 41]], [upTo(60)]])(
	'stops where the service does not list %s of 100 numbers',
	async (gone) => {
		const listed = upTo(100).filter((number) => !gone.includes(number));
		const service = with_(...listed.map((number) => `sale-${number}`));
		await expect(search(service)).rejects.toThrow(
			/^the service knows number \d+ of the campaign and not yet number (1|50)$/,
		);
	},
);

test.each([6, 7])('stops where the service keeps %d characters of a ticket', async (kept) => {
	const cut = (ticket: string) => ticket.slice(0, kept);
	const sent = new Set(upTo(150).map((number) => cut(`sale-${number}`)));
	const searching = searchNumbers({
		parts: 1,
		inParallel: 10,
		pause: async () => {},
		found: async () => {},
		ask: async (number) => (sent.has(cut(campaignTicket('sale', number))) ? ['a'] : undefined),
	});
	await expect(searching).rejects.toThrow(/under tickets that nobody has used/);
});

test('does not begin at a service that keeps a ticket up to its number alone', async () => {
	const searching = searchNumbers({
		parts: 3,
		inParallel: 10,
		pause: async () => {},
		found: async () => {},
		ask: async (number) => (number <= 2 ? ['18015551001'] : undefined),
	});
	await expect(searching).rejects.toThrow(/under tickets that nobody has used/);
});

test('waits before it reads a long campaign, for what was accepted just before', async () => {
	const people = new Map(upTo(100).map((number) => [`sale-${number}`, [`a${number}`]]));
	const { found } = await search(people, 1, () => void people.set('sale-50', ['a50', 'b50']));
	expect(found).toContainEqual(['b50', 50, undefined]);
});

test('stops where a number is in use that cannot be while a lower one is free', async () => {
	await expect(search(with_('sale-1', 'sale-22'))).rejects.toThrow(
		'the service knows number 22 of the campaign and not yet number 2',
	);
	expect((await search(with_('sale-1', 'sale-21'))).used).toEqual([1, 21]);
});

test.each([
	['a number shows late', (service: Service) => void service.set('sale-3', ['late'])],
	['a row shows late', (service: Service) => void service.get('sale-2')?.push('late')],
	['a row goes', (service: Service) => void service.set('sale-2', [])],
	['a row is another one', (service: Service) => void service.set('sale-2', ['another'])],
])('stops where %s between the two readings', async (_name, change) => {
	const service = with_('sale-1', 'sale-2');
	await expect(search(service, 1, () => change(service))).rejects.toThrow(/is still changing/);
});

test('stops where a row is listed under another part of the text at the second reading', async () => {
	const service = with_('sale-1-1');
	const change = () => {
		service.set('sale-1-2', service.get('sale-1-1')!);
		service.delete('sale-1-1');
	};
	await expect(search(service, 2, change)).rejects.toThrow(/is still changing/);
});

test.each([
	[3, 3],
	[50, AHEAD],
])(
	'asks for no more than the parallel requests %i, and for %i at most',
	async (inParallel, most) => {
		let underWay = 0;
		let highest = 0;
		const asked = async () => {
			underWay += 1;
			highest = Math.max(highest, underWay);
			await new Promise((resolve) => setImmediate(resolve));
			underWay -= 1;
		};
		const used = upTo(60);
		await searchNumbers({
			parts: 1,
			inParallel,
			pause: async () => {},
			found: async () => {},
			ask: async (number) => {
				await asked();
				return used.includes(number) ? ['a'] : undefined;
			},
		});
		expect(highest).toBe(most);
	},
);

test('asks no further once the service could not say', async () => {
	let lookUps = 0;
	const searching = searchNumbers({
		parts: 1,
		inParallel: 3,
		pause: async () => {},
		found: async () => {},
		ask: async (number) => {
			lookUps += 1;
			if (number === 5) throw new CampaignStop('it was away', 'Wait.');
			return number <= 200 ? ['a'] : undefined;
		},
	});
	await expect(searching).rejects.toThrow('it was away');
	await new Promise((resolve) => setImmediate(resolve));
	expect(lookUps).toBeLessThan(15);
});

test('does not mind the order of rows', async () => {
	const service: Service = new Map([['sale-1', ['a', 'b']]]);
	const { used } = await search(service, 1, () => void service.get('sale-1')?.reverse());
	expect(used).toEqual([1]);
});

/** What becomes of a request: taken, refused, lost before it arrives or taken with its answer lost. */
type Fate = 'taken' | 'refused' | 'lost' | 'takenUnheard';

/** One run of a campaign that is killed after some requests have left. */
async function runCampaign(
	service: Service,
	people: readonly string[],
	{ batch, inParallel, parts }: { batch: number; inParallel: number; parts: number },
	fates: readonly Fate[],
	killedAfter: number,
) {
	const holders = finished(Holders.of('sale', people));
	const used = await searchNumbers({
		parts,
		inParallel,
		pause: async () => {},
		found: async (addresses, number, part) => finished(holders.add(addresses, number, part)),
		ask: async (number, part) => service.get(campaignTicket('sale', number, part)),
	});
	const numbers = new CampaignNumbers(new Set(used));
	const missing = (part: number) => people.filter((person) => !holders.has(person, part));
	const lists = upTo(parts).map(missing);
	const key = (person: string) => lists.map((list) => Number(list.includes(person))).join('');
	const groups = new Map<string, string[]>();
	for (const person of new Set(lists.flat())) {
		groups.set(key(person), [...(groups.get(key(person)) ?? []), person]);
	}
	const batches = [...groups.values()].flatMap((group) =>
		upTo(Math.ceil(group.length / batch)).map((n) => group.slice((n - 1) * batch, n * batch)),
	);
	let left = 0;
	let isKilled = false;
	const worker = async () => {
		for (let own = batches.shift(); own && !isKilled; own = batches.shift()) {
			const number = await numbers.take();
			if (number === undefined) return;
			let end: 'accept' | 'giveBack' | 'close' = 'giveBack';
			for (const part of upTo(parts)) {
				const those = own.filter((person) => !holders.has(person, part));
				if (those.length === 0) continue;
				if (left >= killedAfter) isKilled = true;
				if (isKilled) return numbers.close();
				const fate = fates[left % fates.length]!;
				left += 1;
				await Promise.resolve();
				if (fate === 'taken' || fate === 'takenUnheard') {
					const ticket = campaignTicket('sale', number, parts > 1 ? part : undefined);
					service.set(ticket, [...(service.get(ticket) ?? []), ...those]);
				}
				if (fate === 'taken') end = 'accept';
				else if (fate === 'refused') break;
				else end = 'close';
				if (end === 'close') break;
			}
			if (end === 'close') isKilled = true;
			numbers[end](number);
		}
	};
	await Promise.all(upTo(inParallel).map(worker));
}

const plan = fc.record({
	killedAfter: fc.nat({ max: 30 }),
	seed: fc.nat(),
	settings: fc.record({
		batch: fc.integer({ min: 1, max: 7 }),
		inParallel: fc.integer({ min: 1, max: 40 }),
	}),
	fates: fc.array(
		fc.constantFrom<Fate>('taken', 'taken', 'taken', 'refused', 'lost', 'takenUnheard'),
		{
			minLength: 1,
			maxLength: 9,
		},
	),
});

const shuffled = (people: readonly string[], seed: number) =>
	people
		.map(
			(person, index) => [person, (Math.imul(index + 1, 2654435761 + seed) >>> 0) % 1009] as const,
		)
		.toSorted(([, a], [, b]) => a - b)
		.map(([person]) => person);

test.each([1, 2, 3])(
	'however often it is killed, everyone gets each of %d parts once',
	async (parts) => {
		const people = upTo(60).map((number) => `1801555${1000 + number}`);
		await fc.assert(
			fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 6 }), async (kills) => {
				const service: Service = new Map();
				for (const { killedAfter, seed, settings, fates } of kills) {
					const list = shuffled(people, seed).slice(seed % 7);
					await runCampaign(service, list, { ...settings, parts }, fates, killedAfter);
				}
				await runCampaign(service, people, { batch: 5, inParallel: 4, parts }, ['taken'], Infinity);
				const reached = [...service].flatMap(([ticket, list]) =>
					list.map((person) => `${person} ${parts > 1 ? ticket.split('-')[2] : 1}`),
				);
				expect(reached.toSorted()).toEqual(
					people.flatMap((person) => upTo(parts).map((part) => `${person} ${part}`)).toSorted(),
				);
			}),
			{ numRuns: 60, seed: 3 },
		);
	},
	20_000,
);

test('reads all parts at once, however many there are, and none that cannot be told apart', async () => {
	const asked: number[] = [];
	await searchNumbers({
		parts: 1,
		inParallel: 1,
		pause: async () => {},
		found: async () => {},
		ask: async (number, part) => {
			if (number !== 1 || part === undefined) return undefined;
			asked.push(part);
			return part <= 30 ? ['a'] : undefined;
		},
	});
	expect(Math.max(...asked)).toBe(31);
	// Once to see how many there are, and then for each of the two readings.
	expect(asked.filter((part) => part === 1)).toHaveLength(3);
	expect(asked.filter((part) => part === 30)).toHaveLength(3);
});
