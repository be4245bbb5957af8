import type { PlannedCall } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	campaignId,
	Numbering,
} from '../../../../../nodes/SubscriptionMessaging/run/campaign/numbering';
import { CampaignNumbers } from '../../../../../nodes/SubscriptionMessaging/run/campaign/numbers';
import { customTicketOf } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import {
	byIndex,
	fromItem,
	item,
	plainCall,
	planOf,
	request,
	sendCall,
	SETTINGS,
	to,
} from '../preparedItems';

const settings = { ...SETTINGS, campaign: 'sale' };
const people = ['18015551001', '18015551002', '18015551003'];

const chainsOf = (more: object = {}) =>
	planOf(byIndex(...people.map((phone) => item(fromItem(phone, 'Hello', { settings, ...more })))), {
		batchSize: 1,
	}).chains;

const numberingOf = (
	[first]: readonly PlannedCall[],
	used: number[] = [],
	remembered: Record<string, string> = {},
) =>
	new Numbering(
		new Map([[campaignId(first!), new CampaignNumbers(new Set(used))]]),
		(address, { customTicket }) => `${address}?${customTicket}`,
		(key) => remembered[key],
	);

const ticketsOf = (chain: readonly PlannedCall[] | undefined) =>
	chain?.map(({ call }) => customTicketOf(call));

test('a plan leaves the tickets of a campaign open, and each chain gets its number as it begins', async () => {
	const chains = chainsOf();
	expect(chains.flat().map(({ call }) => customTicketOf(call))).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	const numbering = numberingOf(chains[0]!, [1]);
	expect(ticketsOf(await numbering.begin(chains[2]!))).toEqual(['sale-2']);
	expect(ticketsOf(await numbering.begin(chains[0]!))).toEqual(['sale-3']);
});

test('the address of a delivery report is signed for the number', async () => {
	const call = sendCall(to(people[0]!), 'Hello', { status_url: 'https://n8n.example' });
	const { chains } = planOf(byIndex(item(request(call, { settings, signsStatusUrl: true }))));
	const [planned] = (await numberingOf(chains[0]!).begin(chains[0]!)) ?? [];
	expect(planned?.call.parameters).toMatchObject({
		custom_ticket: 'sale-1',
		status_url: 'https://n8n.example?sale-1',
	});
});

test('the parts of a text share a number', async () => {
	const parts = [1, 2].map((part) =>
		request(sendCall(to(people[0]!)), { settings, fitted: { part, parts: 2 } }),
	);
	const { chains } = planOf(byIndex(item(parts)));
	expect(ticketsOf(await numberingOf(chains[0]!).begin(chains[0]!))).toEqual([
		'sale-1-1',
		'sale-1-2',
	]);
});

test('what was refused gives its number back, and what was accepted keeps it', async () => {
	const chains = chainsOf();
	const numbering = numberingOf(chains[0]!);
	const [first, second] = [await numbering.begin(chains[0]!), await numbering.begin(chains[1]!)];
	numbering.end(first!, 'nothingSent');
	numbering.end(second!, 'accepted');
	expect(ticketsOf(await numbering.begin(chains[2]!))).toEqual(['sale-1']);
});

test('an unknown outcome ends the campaign', async () => {
	const chains = chainsOf();
	const numbering = numberingOf(chains[0]!);
	numbering.end((await numbering.begin(chains[0]!))!, 'unknown');
	expect(await numbering.begin(chains[1]!)).toBeUndefined();
});

test('an unknown outcome ends it for what an earlier try began, too', async () => {
	const chains = chainsOf();
	const numbering = numberingOf(chains[0]!, [], { [chains[1]![0]!.key]: 'sale-7' });
	numbering.end((await numbering.begin(chains[0]!))!, 'unknown');
	expect(await numbering.begin(chains[1]!)).toBeUndefined();
});

test('what an earlier try began goes first, under the ticket that it had', async () => {
	const chains = chainsOf();
	const { key } = chains[2]![0]!;
	const numbering = numberingOf(chains[0]!, [], { [key]: 'sale-1' });
	const ordered = numbering.order(chains);
	expect(ordered[0]).toBe(chains[2]);
	expect(ticketsOf(await numbering.begin(ordered[0]!))).toEqual(['sale-1']);
	expect(ticketsOf(await numbering.begin(ordered[1]!))).toEqual(['sale-2']);
});

test('what belongs to no campaign stays as it is', async () => {
	const chains = chainsOf({ settings: SETTINGS });
	const numbering = numberingOf(chainsOf()[0]!);
	expect(await numbering.begin(chains[0]!)).toBe(chains[0]);
	expect(numbering.order(chains)).toEqual(chains);
});

describe('campaigns are told apart', () => {
	const idOf = (more: object, call: object = {}) =>
		campaignId({
			call: { ...sendCall(to(people[0]!)), ...call },
			settings: { ...settings, ...more },
		});

	test('by account, code, group and key', () => {
		const ids = [
			idOf({}),
			idOf({ serviceAccount: 'account-2' }),
			idOf({ campaign: 'other' }),
			idOf({}, { code: '54321' }),
			idOf({}, { keyword: 'OTHER' }),
		];
		expect(new Set(ids).size).toBe(ids.length);
	});

	test('not by how the group is written', () => {
		expect(idOf({}, { keyword: 'nstaff' })).toBe(idOf({}));
		// Two keywords that only capitals make alike are two groups.
		expect(idOf({}, { keyword: 'STRASSE' })).not.toBe(idOf({}, { keyword: 'straße' }));
	});

	test('a campaign that the run does not know of is sent as it is', async () => {
		const chains = chainsOf();
		const { key } = chains[0]![0]!;
		const none = new Numbering(
			new Map(),
			(address) => address,
			(of) => (of === key ? 'sale-1' : undefined),
		);
		expect(none.order(chains)).toEqual(chains);
		const begun = await none.begin(chains[0]!);
		expect(begun).toBe(chains[0]);
		expect(() => none.end(chains[0]!, 'accepted')).not.toThrow();
	});
});

test('a chain is ordered once, whether an earlier try began it or not', () => {
	const chains = chainsOf();
	const { key } = chains[1]![0]!;
	const ordered = numberingOf(chains[0]!, [], { [key]: 'sale-4' }).order(chains);
	expect(ordered).toEqual([chains[1], chains[0], chains[2]]);
});

test('what is not numbered ends without a word, and closes nothing', async () => {
	const chains = chainsOf();
	const numbering = numberingOf(chains[0]!);
	numbering.end(chains[0]!, 'unknown');
	expect(ticketsOf(await numbering.begin(chains[1]!))).toEqual(['sale-1']);
	expect(await numbering.begin([])).toEqual([]);
	expect(() => numbering.end([], 'accepted')).not.toThrow();
});

test('of several parts, any that an earlier try began gives the chain its number', async () => {
	const parts = [1, 2, 3].map((part) =>
		request(sendCall(to(people[0]!)), { settings, fitted: { part, parts: 3 } }),
	);
	const [chain] = planOf(byIndex(item(parts))).chains;
	const [first, second] = chain!;
	const begun = async (remembered: Record<string, string>) =>
		ticketsOf(await numberingOf(chain!, [], remembered).begin(chain!));
	expect(await begun({ [second!.key]: 'sale-3-2' })).toEqual(['sale-3-1', 'sale-3-2', 'sale-3-3']);
	expect(await begun({ [first!.key]: 'other-9', [second!.key]: 'sale-3-2' })).toEqual([
		'other-9',
		'sale-3-2',
		'sale-3-3',
	]);
});

test('a text of one part has the ticket of a whole one', async () => {
	const chains = chainsOf({ fitted: { part: 1, parts: 1 } });
	expect(ticketsOf(await numberingOf(chains[0]!).begin(chains[0]!))).toEqual(['sale-1']);
});

test('a ticket that is remembered of another kind of send is no number', async () => {
	const [chain] = chainsOf({ settings: SETTINGS });
	const remembered = { [chain![0]!.key]: 'undefined-1' };
	const numbering = numberingOf(chainsOf()[0]!, [], remembered);
	expect(numbering.order([chain!])).toEqual([chain]);
	const [plain] = planOf(byIndex(item(request(plainCall(people[0]!), { settings })))).chains;
	const [sent] = (await numberingOf(plain!).begin(plain!)) ?? [];
	expect(sent?.call).toEqual(plain![0]!.call);
});

test('an address that was left out is signed as an empty one', async () => {
	const { chains } = planOf(
		byIndex(item(request(sendCall(to(people[0]!)), { settings, signsStatusUrl: true }))),
	);
	const [planned] = (await numberingOf(chains[0]!).begin(chains[0]!)) ?? [];
	expect(planned?.call.parameters).toMatchObject({ status_url: '?sale-1' });
});
