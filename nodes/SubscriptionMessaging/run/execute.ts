import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeExecutionHint,
} from 'n8n-workflow';

import { isSend, type Operation } from '../actions/operation';
import { effectOf } from '../service/contract';
import { ENTRIES_IN_STEP, type Steps } from '../service/steps';
import { escapeHtml } from '../service/text/html';
import { plainTitle } from '../service/text/plainTitle';
import { shortTitle } from '../service/text/shortTitle';
import { signAddress } from '../statusAddress/sign';
import { rested } from '../transport/restingSteps';
import type { Session } from '../transport/session';
import { askAndWait } from './ask/ask';
import { withLinks, withSampleLinks } from './ask/links';
import { oneQuestion } from './ask/oneQuestion';
import type { Plan, PlannedCall, PreparedItem } from './call';
import { readCampaigns, type Campaigns } from './campaign/campaigns';
import { Numbering } from './campaign/numbering';
import { RunMemory, memoryOf } from './memory/store';
import { open, type Opened } from './open';
import { acceptedHint } from './output/accepted';
import {
	brokenCall,
	errorOfItem,
	errorOfRun,
	withEarlier,
	withUnclear,
	type Ended,
} from './output/errors';
import { reachedRow } from './output/partlySent';
import { previewRows } from './output/previewRows';
import { rowsOfItem } from './output/rows';
import { statusShares } from './output/statusShares';
import { bulkHint } from './output/summary';
import { unpublishedHint } from './output/unpublished';
import { repeatedItems } from './plan/keys';
import { makePlan, type PlanSettings } from './plan/plan';
import { ticketsOf } from './plan/ticket';
import { warningHint } from './output/warnings';
import { withinMostRecipients } from './mostRecipients';
import { Progress, workOf } from './progress';
import { recipientsAllowedHint } from './recipientsAllowed';
import { Reach } from './reach';
import { report } from './report/report';
import { readItems, type ReadItems } from './readItems';
import { sentBefore } from './send/askBefore';
import { screenRecipients } from './subscribers/screen';
import type { CarriedOut, RunPace } from './send/carryOut';
import { carryOutByAccount } from './send/carryOutByAccount';
import { CannotTell, earlierBatches } from './send/earlierBatches';
import { sentInOtherForm } from './send/otherForms';
import { argumentsOf, isTool } from './toolCall';
import { waitForDelivery } from './wait/pause';

/**
 * Runs the node: every item is read and validated before the first request leaves, the requests of
 * all items become as few calls as they can, and each item gets the part of the answers that is its.
 *
 * With *Continue*, an item that fails becomes an item with `error` and the others go on;
 * otherwise the error tells the outcome of all the others, so that nothing is repeated unknowingly.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	try {
		return await run(context);
	} catch (error) {
		throw error instanceof Error ? withShortTitle(context, withPlainTitle(error)) : error;
	}
}

/** What does not fit into a title is said in the description. An agent reads the title alone. */
function withShortTitle(context: IExecuteFunctions, error: Error): Error {
	if (!isFailure(error) || isTool(context)) return error;
	const { title, rest } = shortTitle(error.message);
	error.message = title;
	if (rest) error.description = [escapeHtml(rest), error.description].filter(Boolean).join(' ');
	return error;
}

/** Also a value that somebody else has entered, as in a form, may stand in a title. */
function withPlainTitle<E extends Error>(error: E): E {
	error.message = plainTitle(error.message);
	return error;
}

async function run(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const goesOn = context.continueOnFail();
	const opened = await open(context);
	if (opened instanceof NodeOperationError) {
		if (!goesOn) throw opened;
		// n8n would pass the input on as if all were well.
		return await rested(
			paired(context, function* () {
				yield;
				return opened;
			}),
		);
	}
	const { calls, asks } = opened.operation;
	const memory = memoryOf(context, calls.includes('plainSend'), asks);
	const refuse = (refusal: NodeOperationError) => {
		if (!goesOn) throw withEarlier(refusal, memory);
	};
	const { sessions } = opened.accounts;
	const all = await readItems(context, opened, memory, refuse);
	const read = opened.operation.asks ? oneQuestion(context, all, refuse) : all;
	if (opened.operation.reports) return await reportOn(context, opened, read);
	const screened = await screenRecipients(context, sessions, read, refuse);
	const campaigns = await readCampaigns(context, sessions, screened.items, memory, refuse);
	try {
		const reach = new Reach(context, sessions);
		const within = await withinMostRecipients(context, reach, campaigns.items, refuse);
		const items = await reach.addTo(within);
		const hints = [...screened.hints, ...campaigns.hints];
		return await sendAll(context, opened, memory, { ...campaigns, items, hints }, goesOn);
	} finally {
		campaigns.release();
		memory.end();
	}
}

/** One report on all items that can be read, and then those that cannot. */
async function reportOn(
	context: IExecuteFunctions,
	opened: Opened,
	{ toSend, refused }: ReadItems,
): Promise<INodeExecutionData[]> {
	const failures = [...refused].map(([itemIndex, refusal]) =>
		failedItem(context, withPlainTitle(refusal), itemIndex),
	);
	if (toSend.size === 0) return failures;
	try {
		return [...(await report(context, opened, toSend)), ...failures];
	} catch (error) {
		if (context.continueOnFail() && error instanceof Error && isFailure(error)) {
			return [failedItem(context, withPlainTitle(error), 0), ...failures];
		}
		throw error instanceof Error ? withPlainTitle(error) : error;
	}
}

async function sendAll(
	context: IExecuteFunctions,
	opened: Opened,
	memory: RunMemory,
	campaigns: Campaigns,
	goesOn: boolean,
): Promise<INodeExecutionData[]> {
	const { items } = campaigns;
	const carriedOut = await carryOutPlan(context, opened, memory, campaigns, goesOn);
	const { plan, outcomes, took } = carriedOut;
	const { operation, accounts } = opened;
	const ended: Ended = { context, operation, sessions: accounts.sessions, plan, outcomes };
	const failed = brokenCall(plan.chains.flat(), outcomes);
	if (failed && !goesOn) throw errorOfRun(ended, failed);
	await addHints(ended, operation, items, campaigns.hints, took);
	const output = await rested(outputOf(ended, operation, items));
	if (!failed && isEnd(output, items)) memory.settle();
	if (operation.asks) return await askAndWait(ended, items.toSend, output);
	return operation.waits ? await waitForDelivery(ended, items.toSend, output) : output;
}

/** The plan of the calls; of an execution that n8n repeats, without those who have the message already. */
async function planOf(
	context: IExecuteFunctions,
	{ operation, accounts: { sessions } }: Opened,
	memory: RunMemory,
	{ items: { toSend } }: Campaigns,
	pace: RunPace,
	signed: PlanSettings['signed'],
): Promise<Plan> {
	// The pace is that of the whole run, so the first item that can be used sets it.
	const [first] = toSend.values();
	const settings: PlanSettings = {
		batchSize: first?.pace.batchSize ?? 1,
		remembered: (key) => memory.call(key),
		accountName: (account) => sessions[account]!.user,
		ticketFor: ticketsOf(memory),
		signed,
	};
	const plan = makePlan(toSend, settings);
	// The links that an earlier execution sent do not lead to this one.
	if (operation.asks) return await withLinks(context, sessions, plan, memory);
	// A run that is repeated from the list of executions may have been killed, or repeated before.
	if (context.getMode() !== 'retry') return plan;
	const isDone = (itemIndex: number) => isDoneBefore(memory, itemIndex, toSend);
	if (memory.hasUnknownTry) {
		const refusal = await sentInOtherForm(context, sessions, plan, settings, pace);
		if (refusal) throw withUnclear(refusal, toSend.keys(), isDone);
	}
	const earlier = await earlierBatches(context, sessions, plan, settings, pace);
	if (earlier instanceof CannotTell) {
		const { refusal, reached } = earlier;
		throw withUnclear(refusal, toSend.keys(), (itemIndex) => {
			return reached.has(itemIndex) || isDone(itemIndex);
		});
	}
	const { taken, chainOf } = earlier;
	if (taken.size === 0) return plan;
	const items = new Map<number, PreparedItem>();
	for (const [itemIndex, item] of toSend) {
		const chain = chainOf.get(itemIndex);
		items.set(itemIndex, chain === undefined ? item : { ...item, chain });
	}
	const completed = makePlan(items, { ...settings, isTaken: (key) => taken.has(key) });
	rememberSent(completed, taken, memory);
	return completed;
}

/** Whether it is remembered that all that is to be done for an item was accepted. */
function isDoneBefore(
	memory: RunMemory,
	itemIndex: number,
	toSend: ReadonlyMap<number, PreparedItem>,
): boolean {
	const before = memory.item(itemIndex);
	return (
		toSend.get(itemIndex)?.chain === before?.chain && before !== undefined && memory.isDone(before)
	);
}

/** What an earlier try sent, by the people whom the service lists, is not sent whatever it says later. */
function rememberSent({ chains }: Plan, taken: ReadonlySet<string>, memory: RunMemory): void {
	for (const planned of chains.flat()) {
		if (!taken.has(planned.key)) continue;
		memory.begin(planned, 'own');
		memory.accept(planned, sentBefore(planned.call), 'sentBefore');
	}
}

/** Signs the addresses of delivery reports. A key takes a while, so only an account that signs derives it. */
async function signerFor(
	sessions: readonly Session[],
	items: ReadonlyMap<number, PreparedItem>,
): Promise<PlanSettings['signed']> {
	const signing = [...items.values()]
		.flatMap(({ requests }) => requests)
		.filter(({ signsStatusUrl }) => signsStatusUrl)
		.map(({ settings }) => settings.account);
	const keys = new Map<number, Awaited<ReturnType<Session['statusAddressKey']>>>();
	for (const account of new Set(signing)) {
		keys.set(account, await sessions[account]!.statusAddressKey());
	}
	return (address, send, account) => {
		const key = keys.get(account);
		return key ? signAddress(key, address, send) : address;
	};
}

async function carryOutPlan(
	context: IExecuteFunctions,
	opened: Opened,
	memory: RunMemory,
	campaigns: Campaigns,
	goesOn: boolean,
): Promise<CarriedOut & { took: string | undefined }> {
	const { operation, accounts } = opened;
	const { items, numbers } = campaigns;
	const [first] = items.toSend.values();
	const signed = await signerFor(accounts.sessions, items.toSend);
	const pace: RunPace = {
		// Changes are carried out one after the other, in the order of the items.
		inParallel: effectOf(operation.calls[0]) === 'change' ? 1 : (first?.pace.inParallel ?? 1),
		pause: first?.pace.pause ?? 0,
		goesOn,
	};
	const plan = await planOf(context, opened, memory, campaigns, pace, signed);
	const ticketOf = (key: string) => memory.call(key)?.custom_ticket;
	const progress = new Progress(context, workOf(plan.chains.flat()));
	const carriedOut = await carryOutByAccount(context, accounts.sessions, plan, memory, {
		...pace,
		progress,
		...(numbers.size > 0 && { numbering: new Numbering(numbers, signed, ticketOf) }),
	});
	return { ...carriedOut, took: progress.summary() };
}

/** Sums up a send of several items in the node's panel, and says what a person should see to. */
async function addHints(
	ended: Ended,
	operation: Operation,
	items: ReadItems,
	more: readonly NodeExecutionHint[],
	took: string | undefined,
): Promise<void> {
	if (!isSend(operation)) return;
	const { context, plan, outcomes } = ended;
	const all = [...items.toSend.values(), ...items.previews.values()];
	const hints = [
		bulkHint(plan, outcomes, items.refused.size, took),
		recipientsAllowedHint(all),
		...more,
		warningHint(all),
		...(operation.waits
			? []
			: [await unpublishedHint(context, plan), acceptedHint(context, outcomes)]),
	];
	for (const hint of hints) {
		if (hint) context.addExecutionHints(hint);
	}
}

function* outputOf(
	ended: Ended,
	operation: Operation,
	items: ReadItems,
): Steps<INodeExecutionData[]> {
	const { context, plan, outcomes } = ended;
	const repeated = repeatedItems(items.previews);
	const statuses = yield* statusShares(plan, outcomes, items.toSend);
	return yield* paired(context, function* (itemIndex) {
		const refusal = items.refused.get(itemIndex);
		if (refusal) return refusal;
		const preview = items.previews.get(itemIndex);
		if (preview) {
			const shown = operation.asks ? withSampleLinks(context, preview) : preview;
			return previewRows(shown, repeated.get(itemIndex));
		}
		const item = items.toSend.get(itemIndex);
		if (!item) return [];
		const calls: readonly PlannedCall[] = plan.callsOf.get(itemIndex) ?? [];
		const broken = brokenCall(calls, outcomes);
		if (broken) {
			const error = errorOfItem(ended, calls, broken, itemIndex);
			const reached = operation.waits
				? undefined
				: yield* reachedRow(itemIndex, calls, outcomes, item);
			return reached ? [reached, error] : error;
		}
		return yield* rowsOfItem(operation, ended, item, itemIndex, statuses.get(itemIndex));
	});
}

/** The output in the order of the items, each of them paired with its own. */
function* paired(
	context: IExecuteFunctions,
	rowsOrError: (itemIndex: number) => Steps<Iterable<IDataObject | Failure | void> | Failure>,
): Steps<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	let sinceStep = 0;
	for (const itemIndex of context.getInputData().keys()) {
		const pairedItem = { item: itemIndex };
		const result = yield* rowsOrError(itemIndex);
		if (isFailure(result)) output.push(failedItem(context, withPlainTitle(result), itemIndex));
		else {
			for (const row of result) {
				if (row === undefined) yield;
				else if (isFailure(row)) output.push(failedItem(context, withPlainTitle(row), itemIndex));
				else output.push({ json: row, pairedItem });
				if (++sinceStep % ENTRIES_IN_STEP === 0) yield;
			}
		}
		if (++sinceStep % ENTRIES_IN_STEP === 0) yield;
	}
	return output;
}

type Failure = NodeApiError | NodeOperationError;

function isFailure(value: object): value is Failure {
	return value instanceof NodeApiError || value instanceof NodeOperationError;
}

function failedItem(
	context: IExecuteFunctions,
	error: Failure,
	itemIndex: number,
): INodeExecutionData {
	// n8n writes the message into `json`, and leads the item to the error output. A `json.error`
	// on the first item, set here, would make it run the whole node again with *Retry On Fail*.
	// Outside of a run it writes nothing, and an agent reads `json` alone.
	const json = argumentsOf(context) ? { error: error.message } : {};
	return { json, error, pairedItem: { item: itemIndex } };
}

/**
 * Whether n8n certainly does not run the node again: it does so with *Retry On Fail* where the first
 * item has an `error`, which an answer may hold as well.
 */
function isEnd([first]: readonly INodeExecutionData[], { refused }: ReadItems): boolean {
	return refused.size === 0 && first?.json.error === undefined;
}
