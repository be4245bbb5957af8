import type { PlannedCall } from '../../../../../nodes/SubscriptionMessaging/run/call';
import {
	campaignId,
	Numbering,
} from '../../../../../nodes/SubscriptionMessaging/run/campaign/numbering';
import { CampaignNumbers } from '../../../../../nodes/SubscriptionMessaging/run/campaign/numbers';
import { customTicketOf } from '../../../../../nodes/SubscriptionMessaging/service/call';
import { byIndex, fromItem, item, planOf, request, sendCall, SETTINGS, to } from '../preparedItems';

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
