import { isStatusQuestion, type CallOf } from '../../service/call';
import type { PreparedItem, PreparedRequest } from '../call';
import { campaignId } from '../campaign/numbering';
import type { CallSettings } from '../settings';

/** A question for one ticket. */
export type StatusQuestion = CallOf<'getTransactionStatus' | 'getCustomTransactionStatus'>;

/** A ticket of a report, asked for once however many items name it. */
export interface ReportedTicket {
	/** Orders the report, and tells the ticket from all others of it. */
	readonly position: number;
	readonly call: StatusQuestion;
	readonly settings: CallSettings;
	/** Recipients whom the items name that name the ticket. */
	readonly expected: readonly string[];
	/** The items that name it. */
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

type Named = Pick<ReportedTicket, 'call' | 'settings'> & {
	expected: string[];
	itemIndexes: number[];
};

/** The tickets and campaigns that items name, each once. */
export function reported(items: ReadonlyMap<number, PreparedItem>): Reported {
	const tickets = new Map<string, Named>();
	const campaigns = new Map<string, Named>();
	for (const [itemIndex, { requests }] of items) {
		for (const request of requests) {
			const { call, settings, expected = [] } = request;
			if (!isStatusQuestion(call)) continue;
			const named = settings.campaign === undefined ? tickets : campaigns;
			const key = settings.campaign === undefined ? keyOf(request) : campaignId(request);
			const before = named.get(key);
			if (!before)
				named.set(key, { call, settings, expected: [...expected], itemIndexes: [itemIndex] });
			else {
				for (const sendTo of expected) before.expected.push(sendTo);
				if (before.itemIndexes.at(-1) !== itemIndex) before.itemIndexes.push(itemIndex);
			}
		}
	}
	return {
		tickets: [...tickets.values()].map((ticket, position) => ({ ...ticket, position })),
		campaigns: [...campaigns.values()].map((campaign, index) => ({
			...campaign,
			position: (index + 1) * POSITIONS,
			key: campaign.settings.campaign ?? '',
		})),
	};
}

function keyOf({ call, settings: { account, transport } }: PreparedRequest): string {
	const { operation, code, keyword, parameters } = call;
	return JSON.stringify([account, transport, operation, code, keyword.toLowerCase(), parameters]);
}
