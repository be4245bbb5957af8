import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { MessagingServiceError } from '../service/errors';
import { comparableAddress } from '../service/comparableAddress';
import { openSession, type CallContext, type Session } from '../transport/session';
import { transactionStatus, type TransactionDetail } from '../transport/transactionStatus';
import { checkAddress } from '../trigger/signedAddress';
import type { Outcomes } from './carryOut';
import { ItemFields } from './itemFields';
import type { Plan } from './plan';
import { recipientsOf } from './addressees';
import { sendAndWaitForDelivery } from './message/sendAndWaitForDelivery.operation';

/** Where a waiting execution of the action node is told that something has become of its messages. */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST,GET' as 'POST',
		responseMode: 'onReceived',
		responseData: '',
		path: '',
		isFullPath: true,
		restartWebhook: true,
	},
];

/** One message to one recipient, as the output shows it. */
interface DeliveryRow extends IDataObject {
	sendTo: string;
	transaction_ticket: string | null;
	custom_ticket: string | null;
	keyword: string;
	code: string;
	status_code: number | null;
	status_message: string | null;
	/** True for 100 (Delivered), false for 101 (Sent to Carrier), null for all others. */
	delivered: boolean | null;
	timed_out: boolean;
}

const DELIVERED = 100;
const SENT_TO_CARRIER = 101;

/**
 * Pauses the execution until every accepted message is final. n8n passes the input of the node on when
 * the time is over, without calling it, so the input becomes what is to be seen then.
 *
 * @param items the output as it would be without waiting; of it, what was not sent is kept
 */
export async function waitForDelivery(
	context: IExecuteFunctions,
	session: Session,
	plan: Plan,
	outcomes: Outcomes,
	items: readonly INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const sent = sentRows(plan, outcomes);
	const notSent = items.filter(({ json, error }) => error !== undefined || json.sent === false);
	const asked = await withStatuses(context, session, sent);
	const known = asked instanceof MessagingServiceError ? sent : asked;
	if (known.every(isFinal)) return inOrder([...known, ...notSent]);
	const fields = new ItemFields(context, sendAndWaitForDelivery.properties, 0);
	const minutes = fields.count('waitMinutes');
	const overdue = known.map((item) => (isFinal(item) ? item : changed(item, { timed_out: true })));
	context.getExecuteData().data = { main: [inOrder([...overdue, ...notSent])] };
	await context.putExecutionToWait(new Date(Date.now() + minutes * 60_000));
	return inOrder([...known, ...notSent]);
}

/** By input item, because n8n pairs what comes out of a pause by its position. */
function inOrder(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as IPairedItemData).item;
	return items.toSorted((a, b) => itemOf(a) - itemOf(b));
}

/**
 * Takes a callback as a nudge to ask the service, and goes on once every message is final. Until then,
 * and for whoever is not asked to post here, the execution keeps waiting. Never throws.
 */
export async function resume(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const answer = (httpStatus: number): IWebhookResponseData => {
		context.getResponseObject().status(httpStatus).end();
		return { noWebhookResponse: true };
	};
	try {
		const session = await openSession(context);
		const { originalUrl, url } = context.getRequestObject();
		const query = (originalUrl ?? url).replace(/^[^?]*\??/, '');
		const signed = checkAddress(session.statusAddressKey, query);
		const waiting = context.evaluateExpression('{{ $input.all() }}') as unknown as DeliveryItem[];
		const sent = waiting.filter(({ json }) => 'timed_out' in json);
		if (!signed || !sent.some(({ json }) => json.custom_ticket === signed.customTicket)) {
			return answer(401);
		}
		const asked = await withStatuses(context, session, sent);
		// So that it is posted again.
		if (asked instanceof MessagingServiceError) return answer(503);
		if (!asked.every(isFinal)) return { webhookResponse: 'OK' };
		const stated = new Map(sent.map((item, index) => [item, asked[index]!]));
		const items = waiting.map((item) => stated.get(item) ?? item);
		return { webhookResponse: 'OK', workflowData: [items] };
	} catch (error) {
		context.logger.error('A callback to a waiting execution could not be taken', {
			node: context.getNode().name,
			reason: error instanceof Error ? error.message : 'unknown',
		});
		return answer(500);
	}
}

type DeliveryItem = INodeExecutionData & { json: DeliveryRow };

/** One item for each recipient of each accepted send, with the input item it comes from. */
function sentRows({ chains }: Plan, outcomes: Outcomes): DeliveryItem[] {
	return chains.flat().flatMap((planned) => {
		const outcome = outcomes.get(planned);
		if (outcome?.kind !== 'accepted') return [];
		const { call, itemIndexes, request } = planned;
		const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
		return recipientsOf(call).map(
			({ sendTo }, position): DeliveryItem => ({
				json: {
					sendTo: sendTo ?? '',
					transaction_ticket: text(outcome.answer.transaction_ticket),
					custom_ticket: text(call.parameters.custom_ticket),
					keyword: call.keyword,
					code: call.code,
					status_code: null,
					status_message: null,
					delivered: null,
					timed_out: false,
				},
				pairedItem: { item: itemIndexes[request.fromItems ? position : 0] ?? 0 },
			}),
		);
	});
}

/** The items with what the service says of each message now. */
async function withStatuses(
	context: CallContext,
	session: Session,
	items: readonly DeliveryItem[],
): Promise<DeliveryItem[] | MessagingServiceError> {
	const answers = new Map<string, TransactionDetail[]>();
	for (const { json } of items) {
		const key = JSON.stringify([json.transaction_ticket, json.custom_ticket]);
		if (answers.has(key)) continue;
		const answer = await transactionStatus(context, session, json);
		if (answer instanceof MessagingServiceError) return answer;
		answers.set(key, answer);
	}
	return items.map((item) => {
		const { transaction_ticket, custom_ticket, sendTo } = item.json;
		const details = answers.get(JSON.stringify([transaction_ticket, custom_ticket])) ?? [];
		const detail = details.find((it) => comparableAddress(it.sendTo) === comparableAddress(sendTo));
		const code = detail?.status_code ?? null;
		return changed(item, {
			status_code: code,
			status_message: detail?.status_message ?? null,
			delivered: code === DELIVERED ? true : code === SENT_TO_CARRIER ? false : null,
			timed_out: false,
		});
	});
}

function changed(item: DeliveryItem, values: Partial<DeliveryRow>): DeliveryItem {
	return { json: { ...item.json, ...values }, pairedItem: item.pairedItem };
}

/** Of all statuses only 101 is known to be followed by another. */
function isFinal({ json: { status_code } }: DeliveryItem): boolean {
	return status_code !== null && status_code !== SENT_TO_CARRIER;
}
