import type {
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { each, first, type Steps } from '../../service/steps';
import { nudge } from '../../transport/nudge';
import { rested } from '../../transport/restingSteps';
import { openSession, type Session } from '../../transport/session';
import { later } from '../../transport/timers';
import { ownResumeAddress, RESUME_PATH } from '../../statusAddress/resumeAddress';
import { calledAddress, checkAddress, signAddress } from '../../statusAddress/sign';
import {
	askForStatuses,
	deliveryRows,
	isFinal,
	messagesOf,
	type DeliveryRow,
} from './deliveryRows';
import { NodeFields } from '../../actions/itemFields';
import type { PreparedItem } from '../call';
import type { Ended } from '../output/errors';
import { acceptedCalls } from '../output/rows';
import { skippedRow } from '../output/sendRows';
import {
	LONGEST_WAIT,
	sendAndWaitForDelivery,
} from '../../actions/message/sendAndWaitForDelivery.operation';
import { isTool } from '../toolCall';

/** Where a waiting execution of the action node gets the delivery reports of its messages. */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST,GET' as 'POST',
		responseMode: 'onReceived',
		responseData: '',
		// A path of its own, because all waiting nodes of an execution share its address.
		path: RESUME_PATH,
		isFullPath: true,
		restartWebhook: true,
	},
];

/** Milliseconds from the limit until n8n goes on by itself, where the question at the limit was lost. */
const GRACE = 90_000;

/**
 * Milliseconds after the pause begins. n8n refuses what is posted before it has stored the pause, so
 * the service is asked once more when it has; the second time only if the first one was too early.
 */
const SOON = [5_000, 30_000];

/** Milliseconds; a timer may be a moment earlier than the clock. */
const LATE = 1_000;

/**
 * Pauses the execution until every accepted message is final. n8n passes the input of the node on when
 * the pause is over, without calling it, so the input becomes what is to be seen then.
 *
 * @param prepared by item, what it asked for
 * @param items the output as it would be without waiting
 */
export async function waitForDelivery(
	ended: Ended,
	prepared: ReadonlyMap<number, PreparedItem>,
	items: readonly INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { context, sessions } = ended;
	// An item of another account has been refused.
	const session = sessions[0]!;
	const sent = firstOfEachFirst(items.flatMap((item) => deliveries(ended, prepared, item)));
	if (!sent.some(isDelivery)) return [...items];
	const { rows } = await askForStatuses(context, session, await rested(rowsIn(sent)));
	const known = await rested(withRows(sent, rows));
	const open = await rested(first(rows, (row) => !isFinal(row)));
	// An agent that waits for its tool has no execution of the tool's own to be paused.
	if (!open || isTool(context)) return known;
	const limit = new Date(Date.now() + minutesToWait(context, rows) * 60_000);
	context.getExecuteData().data = { main: [whenTimeIsOver(known, limit)] };
	await context.putExecutionToWait(new Date(limit.getTime() + GRACE));
	nudgeSoon(context, await addressFor(context, session, open), SOON);
	return known;
}

/** There is one pause for all items; those that were sent have been read before. */
function minutesToWait(context: IExecuteFunctions, rows: readonly DeliveryRow[]): number {
	const fields = new NodeFields(context, sendAndWaitForDelivery.properties);
	const limits = [...new Set(rows.map(({ item_index }) => item_index))].map((itemIndex) =>
		fields.of(itemIndex).count('waitMinutes', LONGEST_WAIT),
	);
	return Math.max(...limits);
}

/**
 * Takes a callback as a nudge to ask the service, and goes on once every message is final or the time
 * is over, which the stored limit and the clock decide, whoever asks. Until then, and for whoever is
 * not asked to post here, the execution keeps waiting. Never throws.
 */
export async function resume(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// Until the credential is open, no error can hold a secret of it.
	let mask = (text: string) => text;
	try {
		const session = await openSession(context);
		({ mask } = session);
		const address = calledAddress(context.getRequestObject());
		const ticket = checkAddress(await session.statusAddressKey(), address)?.customTicket;
		// What the paused node has as its input.
		const waiting = context.evaluateExpression(
			'{{ $input.all() }}',
		) as unknown as INodeExecutionData[];
		const before = await rested(rowsIn(waiting));
		const isMeant = (row: DeliveryRow) =>
			messagesOf(row).some(({ custom_ticket }) => custom_ticket === ticket);
		const isExpected = ticket !== undefined && (await rested(first(before, isMeant)));
		if (!isExpected) return answer(context, 401);
		const limited = await rested(first(before, (row) => Boolean(row.waited_until)));
		const limit = Date.parse(limited?.waited_until ?? '');
		const isOver = Date.now() >= limit;
		const news = isOver ? undefined : ticket;
		const { rows, error } = await askForStatuses(context, session, before, news);
		const open = await rested(first(rows, (row) => !isFinal(row)));
		if (open && !isOver) {
			await askAtLimit(context, limit, async () => await addressFor(context, session, open));
			// Where the service could not be asked, so that it is posted again.
			return answer(context, error ? 503 : 200);
		}
		callOff(context, limit);
		const items = await rested(withRows(waiting, rows, settled));
		// Answered before n8n goes on: of two callbacks at once it refuses one, and nothing is lost by it.
		return { ...answer(context, 200), workflowData: [items] };
	} catch (error) {
		context.logger.error('A callback to a waiting execution could not be taken', {
			node: context.getNode().name,
			reason: error instanceof Error ? mask(error.message) : 'unknown',
		});
		return answer(context, 500);
	}
}

function answer(context: IWebhookFunctions, httpStatus: number): IWebhookResponseData {
	context.getResponseObject().status(httpStatus).end();
	return { noWebhookResponse: true };
}

/** What the output of a send says that holds for each of its recipients. */
const KEPT = new Set([
	'batch',
	'parts',
	'segments',
	'segments_before',
	'replaced',
	'recovered',
	'recipients_allowed',
	'sent_before',
	'warnings',
]);

/** In place of an item whose sends were all accepted, one for each of its recipients. */
function deliveries(
	{ plan, outcomes }: Ended,
	prepared: ReadonlyMap<number, PreparedItem>,
	item: INodeExecutionData,
): INodeExecutionData[] {
	const { json, error, pairedItem } = item;
	const itemIndex = indexOf(item);
	const sends = acceptedCalls(plan, outcomes, itemIndex);
	const [first] = sends;
	if (error || !first) return [{ ...item, json: { ...json, item_index: itemIndex }, pairedItem }];
	const more = Object.fromEntries(Object.entries(json).filter(([name]) => KEPT.has(name)));
	return [
		...deliveryRows(itemIndex, sends).map((row) => ({ ...row, ...more })),
		...(prepared.get(itemIndex)?.skipped ?? []).map((skipped) => ({
			...skippedRow(skipped),
			item_index: itemIndex,
		})),
	].map((row): INodeExecutionData => ({ json: row, pairedItem }));
}

function indexOf({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as IPairedItemData).item;
}

/**
 * The first row of each input item, in order, then those of further recipients: n8n pairs what comes
 * out of a pause by its position, and so pairs no row with the wrong item.
 */
function firstOfEachFirst(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	const isFirst = (item: INodeExecutionData, position: number) =>
		position === 0 || indexOf(items[position - 1]!) !== indexOf(item);
	return [...items.filter(isFirst), ...items.filter((item, position) => !isFirst(item, position))];
}

type DeliveryItem = INodeExecutionData & { json: DeliveryRow };

function isDelivery(item: INodeExecutionData): item is DeliveryItem {
	return 'timed_out' in item.json;
}

function* rowsIn(items: readonly INodeExecutionData[]): Steps<DeliveryRow[]> {
	const rows: DeliveryRow[] = [];
	yield* each(items, (item) => {
		if (isDelivery(item)) rows.push(item.json);
	});
	return rows;
}

/** The items with these rows, in order, in place of those that they have. */
function* withRows(
	items: readonly INodeExecutionData[],
	rows: readonly DeliveryRow[],
	as = (row: DeliveryRow) => row,
): Steps<INodeExecutionData[]> {
	const next = rows.values();
	const all: INodeExecutionData[] = [];
	yield* each(items, (item) => {
		const { pairedItem } = item;
		all.push(isDelivery(item) ? { ...item, json: as(next.next().value!), pairedItem } : item);
	});
	return all;
}

/** What n8n passes on if nobody asks at the limit. */
function whenTimeIsOver(known: readonly INodeExecutionData[], limit: Date): INodeExecutionData[] {
	const waited_until = limit.toISOString();
	return known.map((item) => {
		const isOpen = isDelivery(item) && !isFinal(item.json);
		const json = isOpen ? { ...item.json, timed_out: true, waited_until } : item.json;
		// Always another object, because n8n writes into those of the output.
		return { ...item, json, pairedItem: item.pairedItem };
	});
}

/** A message whose end has become known is not late any more. */
function settled(row: DeliveryRow): DeliveryRow {
	return isFinal(row) ? { ...row, timed_out: false, waited_until: undefined } : row;
}

/** Where n8n is reached about a message of the waiting execution. */
async function addressFor(
	context: IExecuteFunctions | IWebhookFunctions,
	session: Session,
	row: DeliveryRow,
): Promise<string> {
	const resumeUrl = ownResumeAddress(
		context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string,
	);
	const { custom_ticket } = messagesOf(row).find((message) => !isFinal(message)) ?? row;
	const send = { customTicket: custom_ticket ?? '', code: row.code };
	return signAddress(await session.statusAddressKey(), resumeUrl, send);
}

function nudgeSoon(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'>,
	address: string,
	delays: readonly number[],
) {
	const [delay, ...further] = delays;
	if (delay === undefined) return;
	later(delay, () => {
		void nudge(helpers, address).then((isDone) => {
			if (!isDone) nudgeSoon({ helpers }, address, further);
		});
	});
}

/**
 * By execution and limit: how to call the question at its limit off.
 *
 * Bounded: by the executions that wait, each until its limit.
 */
const questions = new Map<string, () => void>();

/**
 * Has the service asked at the limit, by a request to n8n itself, because n8n would not call the node.
 * It is set up by a callback and not by the run before the pause, of which the timer would keep all
 * data; the first callback is the one that the run itself makes. After a restart, the next one is.
 */
async function askAtLimit(
	context: IWebhookFunctions,
	limit: number,
	address: () => Promise<string>,
) {
	const key = questionKey(context, limit);
	if (questions.has(key) || !Number.isFinite(limit)) return;
	const { helpers } = context;
	const url = await address();
	// Another callback may have come meanwhile.
	if (questions.has(key)) return;
	const ask = () => {
		questions.delete(key);
		void nudge(helpers, url);
	};
	questions.set(key, later(limit - Date.now() + LATE, ask));
}

function callOff(context: IWebhookFunctions, limit: number) {
	const key = questionKey(context, limit);
	questions.get(key)?.();
	questions.delete(key);
}

function questionKey(context: IWebhookFunctions, limit: number): string {
	return `${context.getExecutionId()} ${limit}`;
}
