import type {
	AcceptedCall,
	ChosenPace,
	Outcome,
	Outcomes,
	Plan,
	PlannedCall,
	PreparedItem,
	PreparedRequest,
} from '../../../../nodes/SubscriptionMessaging/run/values/call';
import { audienceOf } from '../../../../nodes/SubscriptionMessaging/run/values/audience';
import type { ReadItems } from '../../../../nodes/SubscriptionMessaging/run/values/items';
import type { CallSettings } from '../../../../nodes/SubscriptionMessaging/run/values/settings';
import { makePlan, type PlanSettings } from '../../../../nodes/SubscriptionMessaging/run/plan/plan';
import type {
	Call,
	Recipient,
} from '../../../../nodes/SubscriptionMessaging/service/contract/call';

export const SETTINGS: CallSettings = {
	account: 0,
	serviceAccount: 'account-1',
	transport: 'soap',
	onUnclear: 'stop',
	ifKnown: 'send',
	removesDuplicates: false,
};

export const unit = { code: '12345', keyword: 'NSTAFF' };

export const to = (...numbers: string[]): Recipient[] =>
	numbers.map((sendTo) => ({ sendTo, type: 1 }));

export const sendCall = (
	recipients: readonly Recipient[],
	message = 'Hello',
	more: { custom_ticket?: string; status_url?: string } = {},
): Call => ({
	...unit,
	operation: 'sendMessage',
	parameters: { message, recipientList: { recipients }, ...more },
});

export const broadcastCall = (
	message = 'Hello',
	keyword = 'NSTAFF',
	more: { custom_ticket?: string } = {},
): Call => ({
	...unit,
	keyword,
	operation: 'sendMessage',
	everyone: true,
	parameters: { message, ...more },
});

export const plainCall = (phone: string, message = 'Hello'): Call => ({
	...unit,
	operation: 'plainSend',
	parameters: { phone, message },
});

export const lookUpCall = (phone_list: string): Call => ({
	...unit,
	operation: 'getCellularCarrier',
	parameters: { phone_list },
});

export const request = (call: Call, more: Partial<PreparedRequest> = {}): PreparedRequest => ({
	call,
	settings: SETTINGS,
	...more,
});

/** The recipient of an input item. */
export const fromItem = (number: string, message?: string, more: Partial<PreparedRequest> = {}) =>
	request(sendCall(to(number), message), { fromItems: true, ...more });

export const item = (
	requests: PreparedRequest | readonly PreparedRequest[],
	more: Partial<PreparedItem> = {},
): PreparedItem => ({
	requests: [requests].flat(),
	audience: audienceOf([requests].flat()),
	skipped: [],
	simplify: true,
	limit: Infinity,
	preview: false,
	severalBroadcasts: false,
	...more,
});

export const byIndex = (...items: PreparedItem[]): ReadonlyMap<number, PreparedItem> =>
	new Map(items.entries());

export const PACE: ChosenPace = { batchSize: 100, inParallel: 10, pause: 0 };

/** Items as they are read, those that are shown only apart from those that are sent. */
export const asRead = (
	items: Iterable<readonly [number, PreparedItem]>,
	pace = PACE,
): ReadItems => ({
	toSend: new Map([...items].filter(([, { preview }]) => !preview)),
	previews: new Map([...items].filter(([, { preview }]) => preview)),
	refused: new Map(),
	pace,
});

export const planOf = (
	items: ReadonlyMap<number, PreparedItem>,
	more: Partial<PlanSettings> = {},
) =>
	makePlan(items, {
		batchSize: 100,
		remembered: () => undefined,
		userOf: (account) => `account ${account}`,
		ticketFor: (key) => `ticket-${key}`,
		signed: (address, { customTicket, code }, account) =>
			`${address}?${customTicket}@${code}@${account}`,
		...more,
	});

export const accepted = (
	answer: object = { result: true },
	evidence: AcceptedCall['evidence'] = 'answered',
): Outcome => ({ kind: 'accepted', answer: { ...answer }, evidence });

/** Outcomes of the calls of a plan, in order. */
export const outcomesOf = ({ chains }: Plan, ...outcomes: Outcome[]): Outcomes =>
	new Map(
		chains.flat().flatMap((call, index): Array<[PlannedCall, Outcome]> => {
			const outcome = outcomes[index];
			return outcome ? [[call, outcome]] : [];
		}),
	);
