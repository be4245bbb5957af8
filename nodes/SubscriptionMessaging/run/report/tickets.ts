import { isStatusQuestion, type CallOf, type StatusQuestion } from '../../service/contract/call';
import { unitName } from '../../service/answer/organization';
import { each, type Steps } from '../../service/collections/steps';
import type { PreparedItem, PreparedRequest } from '../values/call';
import { campaignId } from '../campaign/numbering';
import type { CallSettings } from '../values/settings';

/** A question for one ticket. */
type ReportedCall = CallOf<StatusQuestion>;

/** A ticket of a report, asked for once however many items name it. */
export interface ReportedTicket {
	/** Orders the report, and tells the ticket from all others of it. */
	readonly position: number;
	readonly call: ReportedCall;
	readonly settings: CallSettings;
	/** Recipients whom the items name that name the ticket. */
	readonly expected: readonly string[];
	/** The items that name it; one list for all tickets that the same items name. */
	readonly itemIndexes: readonly number[];
}

/** A campaign of a report; its tickets are found out. The call is the question for any of them. */
export interface ReportedCampaign extends ReportedTicket {
	readonly key: string;
}

/** What a report asks for. */
export interface Reported {
	readonly tickets: readonly ReportedTicket[];
	readonly campaigns: readonly ReportedCampaign[];
}

/** Positions from the beginning of one campaign to that of the next. */
export const POSITIONS = 2 ** 36;

type Named<T extends ReportedTicket> = T & { expected: string[]; itemIndexes: number[] };

/** The tickets and campaigns that items name, each once. */
export function* reported(items: ReadonlyMap<number, PreparedItem>): Steps<Reported> {
	const tickets = new Map<string, Named<ReportedTicket>>();
	const campaigns = new Map<string, Named<ReportedCampaign>>();
	yield* each(requestsOf(items), ([itemIndex, request]) => {
		const { call, settings, expected = [] } = request;
		if (!isStatusQuestion(call)) return;
		const { campaign } = settings;
		const id = campaign === undefined ? lookUpKey(request) : campaignId(request);
		const before = (campaign === undefined ? tickets : campaigns).get(id);
		if (before) {
			for (const sendTo of expected) before.expected.push(sendTo);
			if (before.itemIndexes.at(-1) !== itemIndex) before.itemIndexes.push(itemIndex);
			return;
		}
		const named = { call, settings, expected: [...expected], itemIndexes: [itemIndex] };
		if (campaign === undefined) tickets.set(id, { ...named, position: tickets.size });
		else {
			const position = (campaigns.size + 1) * POSITIONS;
			campaigns.set(id, { ...named, position, key: campaign });
		}
	});
	const lists = new Map<string, number[]>();
	yield* each(tickets.values(), (ticket) => {
		const id = ticket.itemIndexes.join();
		ticket.itemIndexes = lists.get(id) ?? ticket.itemIndexes;
		lists.set(id, ticket.itemIndexes);
	});
	return { tickets: [...tickets.values()], campaigns: [...campaigns.values()] };
}

/** The requests of all items, with the item of each. */
export function* requestsOf(
	items: ReadonlyMap<number, PreparedItem>,
): Iterable<[itemIndex: number, request: PreparedRequest]> {
	for (const [itemIndex, { requests }] of items) {
		for (const request of requests) yield [itemIndex, request];
	}
}

function lookUpKey({ call, settings: { account, transport } }: PreparedRequest): string {
	const { operation, parameters } = call;
	return JSON.stringify([account, transport, operation, unitName(call), parameters]);
}
