import type { IExecuteFunctions, NodeExecutionHint, NodeOperationError } from 'n8n-workflow';

import { textIn } from '../../service/answer/answerOf';
import type { TransactionDetail } from '../../service/answer/deliveryStatus';
import { recipientsOf } from '../../service/contract/call';
import { unitName } from '../../service/answer/organization';
import { each, type Steps } from '../../service/collections/steps';
import { paceOf } from '../../transport/pace';
import { sleepFor } from '../../eventLoop/sleep';
import { rested } from '../../eventLoop/restingSteps';
import { TicketLookup } from '../../lookups/ticketLookup';
import type { Session } from '../../transport/session';
import type { ChosenPace, PreparedItem, PreparedRequest } from '../values/call';
import { peopleOf } from '../values/audience';
import type { RunMemory } from '../memory/store';
import { Progress } from '../../n8n/progress';
import { itemError } from '../../wording/itemError';
import { escapeHtml } from '../../wording/html';
import { panelHint } from '../../wording/panelHint';
import { personKey } from '../../service/text/personKey';
import { sentence } from '../../service/errors/sentence';
import { ItemsDraft, type ReadItems, type Refuse } from '../values/items';
import { ticketClaims } from '../memory/ticketClaims';
import { campaignTicket, numberIn } from './campaignKey';
import { Holders } from './holders';
import { withoutHolders, withoutSentElsewhere, type FirstItems } from './withoutHolders';
import { CampaignNumbers } from './numbers';
import { campaignId } from './numbering';
import { CampaignStop } from './campaignStop';
import { searchNumbers, type Searched } from './usedNumbers';

/**
 * Milliseconds between the two readings of a campaign's last numbers. A message that the service shows
 * later than this after it accepted it may be sent twice, if the run that sent it broke off just then.
 */
const BETWEEN_READINGS = 5000;

/** The items of a campaign in their order. A person gets one message, by whichever group. */
interface Campaign {
	readonly key: string;
	readonly items: Map<number, PreparedItem>;
	/** By {@link campaignId}: the first request of each group that sends it. */
	readonly groups: Map<string, PreparedRequest>;
}

/** What a run knows of its campaigns before anything is sent. */
export interface Campaigns {
	readonly items: ReadItems;
	/** By {@link campaignId}. */
	readonly numbers: ReadonlyMap<string, CampaignNumbers>;
	readonly hints: readonly NodeExecutionHint[];
	/** Lets other executions of this process go on with the same campaigns. */
	release(): void;
}

/**
 * Finds out who has the messages of the run's campaigns already, and leaves them out. A campaign about
 * which the service cannot say everything sends nothing.
 */
export async function readCampaigns(
	context: IExecuteFunctions,
	sessions: readonly Session[],
	read: ReadItems,
	memory: RunMemory,
	refuse: Refuse,
): Promise<Campaigns> {
	const campaigns = await rested(campaignsIn(read));
	const release = await claimed(context, sessions, campaigns);
	const items = new ItemsDraft(refuse, read);
	const numbers = new Map<string, CampaignNumbers>();
	const hints: NodeExecutionHint[] = [];
	let isRead = false;
	try {
		for (const campaign of campaigns) {
			const found = await holdersOf(context, sessions, campaign, memory, read.pace);
			const stop = (itemIndex: number, why: CampaignStop) =>
				items.put(itemIndex, stopOfRun(context, campaign.key, why, itemIndex));
			if (found instanceof CampaignStop) {
				for (const itemIndex of campaign.items.keys()) stop(itemIndex, found);
				continue;
			}
			for (const [id, used] of found.used) numbers.set(id, new CampaignNumbers(new Set(used)));
			const left = await rested(itemsLeft(campaign, found.holders, memory));
			for (const [itemIndex, item] of left) {
				if (item instanceof CampaignStop) stop(itemIndex, item);
				else items.put(itemIndex, item);
			}
			if ([...left.values()].every(isLeftOut)) hints.push(usedBefore(campaign));
		}
		isRead = true;
	} finally {
		if (!isRead) release();
	}
	return { items, numbers, hints, release };
}

/**
 * A second execution in this process begins with its campaigns when no other one holds any of them. One
 * that held a part of them could wait for another one that waits for that part.
 *
 * @returns gives them back
 */
async function claimed(
	context: IExecuteFunctions,
	sessions: readonly Session[],
	campaigns: Iterable<Campaign>,
): Promise<() => void> {
	const tickets = [...campaigns].flatMap(({ groups, key }) =>
		[...groups.values()].map(({ call, settings }) => {
			const campaign = JSON.stringify([unitName(call), key]);
			return [sessions[settings.account]!.serviceAccount, `campaign ${campaign}`] as const;
		}),
	);
	return await ticketClaims.claim(tickets, context.getExecutionCancelSignal());
}

/** The items of a campaign without those who have its message, or why nothing may be sent for one. */
function* itemsLeft(
	{ items }: Campaign,
	holders: Holders,
	memory: RunMemory,
): Steps<Map<number, PreparedItem | CampaignStop>> {
	const firsts: FirstItems = new Map();
	// A preview takes nobody's message away.
	const previewed: FirstItems = new Map();
	// What an earlier try began goes on as it was.
	yield* each(items, ([itemIndex, { chain, requests }]) => {
		if (chain === undefined) return;
		for (const person of peopleOf(requests)) firsts.set(person, itemIndex);
	});
	const left = new Map<number, PreparedItem | CampaignStop>();
	yield* each(items, ([itemIndex, item]) => {
		const keys = item.chain === undefined ? undefined : memory.item(itemIndex)?.calls;
		const isAccepted = (position: number) =>
			memory.call(keys?.[position] ?? '')?.state === 'accepted';
		left.set(
			itemIndex,
			keys
				? withoutSentElsewhere(item, holders, isAccepted)
				: withoutHolders(item, itemIndex, holders, item.preview ? previewed : firsts),
		);
	});
	return left;
}

function isLeftOut(item: PreparedItem | CampaignStop): boolean {
	return !(item instanceof CampaignStop) && item.requests.length === 0;
}

/**
 * By person, the tickets under which an earlier try of the run began to send. Another execution may have used
 * the number for a text in other parts.
 */
function* begunIn(
	{ key, items }: Campaign,
	memory: RunMemory,
): Steps<Map<string, ReadonlySet<string>>> {
	const begun = new Map<string, ReadonlySet<string>>();
	yield* each(items, ([itemIndex, { chain, requests }]) => {
		const calls = chain === undefined ? [] : (memory.item(itemIndex)?.calls ?? []);
		const tickets = calls.flatMap((call) => memory.call(call)?.custom_ticket ?? []);
		const own = new Set(tickets.filter((ticket) => numberIn(key, ticket) !== undefined));
		if (own.size === 0) return;
		for (const { sendTo } of requests.flatMap(({ call }) => recipientsOf(call))) {
			begun.set(personKey(sendTo), own);
		}
	});
	return begun;
}

function* campaignsIn({ toSend, previews }: ReadItems): Steps<Campaign[]> {
	const campaigns = new Map<string, Campaign>();
	const items = [...toSend, ...previews].toSorted(([one], [other]) => one - other);
	yield* each(items, ([itemIndex, item]) => {
		const [first] = item.requests;
		const key = first?.settings.campaign;
		if (!first || key === undefined) return;
		const name = JSON.stringify([first.settings.serviceAccount, key]);
		const campaign = campaigns.get(name) ?? { key, items: new Map(), groups: new Map() };
		campaigns.set(name, campaign);
		campaign.items.set(itemIndex, item);
		const id = campaignId(first);
		if (!campaign.groups.has(id)) campaign.groups.set(id, first);
	});
	return [...campaigns.values()];
}

/** Who has the message of a campaign by any of its groups, and the numbers that each group has used. */
async function holdersOf(
	context: IExecuteFunctions,
	sessions: readonly Session[],
	campaign: Campaign,
	memory: RunMemory,
	pace: ChosenPace,
): Promise<{ used: Map<string, ReadonlySet<number>>; holders: Holders } | CampaignStop> {
	const { key, items, groups } = campaign;
	const requests = [...items.values()].flatMap((item) => item.requests);
	const begun = await rested(begunIn(campaign, memory));
	const holders = await rested(Holders.of(key, addressesIn(requests), begun));
	const longest = requests.reduce((most, { fitted }) => Math.max(most, fitted?.parts ?? 1), 1);
	const parts = longest > 1 ? longest + 1 : 1;
	const used = new Map<string, ReadonlySet<number>>();
	const search = async () => {
		for (const [id, first] of groups) {
			const session = sessions[first.settings.account]!;
			const asking = askingFor(context, session, first, key, pace.pause);
			const found = async (addresses: readonly string[], number: number, part?: number) =>
				await rested(holders.add(addresses, number, part));
			used.set(id, await searchNumbers({ ...asking, parts, inParallel: pace.inParallel, found }));
		}
		return { used, holders };
	};
	return await search().catch((error: unknown) => {
		if (!(error instanceof CampaignStop)) throw error;
		// It quotes what the service lists.
		const reason = sessions.reduce((text, { mask }) => mask(text), error.reason);
		return new CampaignStop(reason, error.fix);
	});
}

/** Asks a group for the tickets of a campaign. */
function askingFor(
	context: IExecuteFunctions,
	session: Session,
	{ call: { code, keyword }, settings }: PreparedRequest,
	key: string,
	between: number,
): Pick<Searched, 'ask' | 'pause'> {
	const signal = context.getExecutionCancelSignal();
	const pace = paceOf(session, between, signal);
	const lookup = new TicketLookup(context, session, pace);
	const progress = new Progress(context, {}, 'asking who has the message');
	return {
		pause: async () => await sleepFor(BETWEEN_READINGS, signal),
		ask: async (number, part) => {
			const custom_ticket = campaignTicket(key, number, part);
			const sent = { code, keyword, transaction_ticket: null, custom_ticket };
			const answer = await lookup.ask(sent, settings);
			progress.done(answer.kind === 'known' ? answer.details.length : 0);
			if (answer.kind === 'notKnown') return undefined;
			if (answer.kind === 'known') return await rested(addressesOf(answer.details));
			throw new CampaignStop(
				answer.kind === 'noRows'
					? `the service has the ticket ${custom_ticket} and lists nobody under it yet`
					: `the service couldn't say whether it has the ticket ${custom_ticket}`,
				`Wait a while, and run the workflow again. ${sentence(answer.error.message)}`,
			);
		},
	};
}

function* addressesOf(details: readonly TransactionDetail[]): Steps<string[]> {
	const addresses: string[] = [];
	yield* each(details, ({ sendTo }) => addresses.push(textIn(sendTo) ?? ''));
	return addresses;
}

function* addressesIn(requests: readonly PreparedRequest[]): Iterable<string> {
	for (const { call } of requests) {
		for (const { sendTo } of recipientsOf(call)) yield sendTo;
	}
}

function stopOfRun(
	context: IExecuteFunctions,
	key: string,
	{ reason, fix }: CampaignStop,
	itemIndex: number,
): NodeOperationError {
	return itemError(
		context,
		itemIndex,
		`Nothing was sent for this campaign: ${reason}`,
		escapeHtml(`${fix} The campaign key is ${key}.`),
	);
}

function usedBefore({ key }: Campaign): NodeExecutionHint {
	return panelHint(
		'warning',
		escapeHtml(
			`Everyone has the message of the campaign ${key} already, so nothing was sent. Choose another campaign key for another message.`,
		),
	);
}
