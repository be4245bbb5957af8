import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { each } from '../service/collections/steps';
import { effectOf } from '../service/contract/contract';
import { rested } from '../eventLoop/restingSteps';
import type { Session } from '../transport/session';
import { askAndWait } from './ask/ask';
import { oneQuestion } from './ask/oneQuestion';
import { readCampaigns, type Campaigns } from './campaign/campaigns';
import { Numbering } from './campaign/numbering';
import { addHints } from './output/hints';
import type { RunPace } from './values/call';
import type { ReadItems, Refuse } from './values/items';
import { withinMaxRecipients } from './checks/maxRecipients';
import { memoryOf, type RunMemory } from './memory/store';
import { openRun, type Opened } from './open/open';
import type { Ended } from './values/ended';
import { brokenCall, cannotWait, cannotWaitFor, errorOfRun, withEarlier } from './output/errors';
import { planCalls, signerFor } from './planCalls';
import { Progress } from '../n8n/progress';
import { workOf } from './plan/plan';
import { Reach } from './checks/reach';
import { readItems } from './readItems';
import { report } from './report/report';
import { carryOutByAccount } from './send/carryOutByAccount';
import { screenRecipients } from './subscribers/screen';
import { isFailure, titled, type Failure } from './output/titles';
import { hasPaused } from './wait/paused';
import { waitForDelivery } from './wait/waitForDelivery';
import { failedItem, isEnd, itemsOf } from './writeItems';

/**
 * Runs the node: every item is read and validated before the first request leaves, the requests of
 * all items become as few calls as they can, and each item gets its own part of the answers.
 *
 * With *Continue*, an item that fails becomes an item with `error` and the others go on. Otherwise the
 * error tells the outcome of all the others, so that nothing is repeated unknowingly.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	if (hasPaused(context)) return context.getInputData();
	try {
		return await runPhases(context);
	} catch (error) {
		if (context.continueOnFail() && isFailure(error)) {
			return failedItems(context, error);
		}
		throw titled(context, error);
	}
}

/** The phases, in their order. */
async function runPhases(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const opened = await openRun(context);
	const { operation, accounts } = opened;
	const memory = memoryOf(context, operation);
	const refuse: Refuse = (refusal) => {
		if (!context.continueOnFail()) throw withEarlier(refusal, memory);
	};
	const { sessions } = accounts;
	const read = await readItems(context, opened, memory, refuse);
	if (operation.reports) return await reportItems(context, opened, read);
	const screened = await screenRecipients(context, sessions, read, refuse);
	// Nobody is left out as asked by an item that was refused for somebody else.
	const toAsk =
		operation.waitsFor === 'answer' ? oneQuestion(context, screened.items, refuse) : screened.items;
	const campaigns = await readCampaigns(context, sessions, toAsk, memory, refuse);
	try {
		const items = await countReached(context, sessions, campaigns.items, refuse);
		const ended = await planAndCarryOut(context, opened, memory, { ...campaigns, items });
		const failed = brokenCall(ended.plan.chains.flat(), ended.outcomes);
		if (failed && !context.continueOnFail()) throw errorOfRun(ended, failed);
		await addHints(ended, items, [...screened.hints, ...campaigns.hints], ended.took);
		const output = await paused(ended, items, await rested(itemsOf(ended, items)));
		// Last, so that nothing is sent again by *Retry On Fail* where the pause fails.
		if (!failed && isEnd(output, items)) memory.settle();
		return output;
	} finally {
		campaigns.release();
		memory.end();
	}
}

/**
 * The output of a run, and the execution paused where the operation waits. Where it cannot wait and goes on,
 * the items that something left for fail with that, and the others are as they would be.
 *
 * @throws NodeOperationError where it cannot wait
 */
async function paused(
	ended: Ended,
	read: ReadItems,
	output: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { waitsFor } = ended.operation;
	try {
		if (waitsFor === 'answer') return await askAndWait(ended, read.toSend, output);
		return waitsFor ? await waitForDelivery(ended, read, output) : output;
	} catch (error) {
		const { context } = ended;
		if (!context.continueOnFail()) throw cannotWait(ended, error as Error);
		const goingOn: INodeExecutionData[] = [];
		await rested(each(output, (row) => goingOn.push(unlessSent(context, row, error as Error))));
		return goingOn;
	}
}

/** An item of a run that cannot wait: what was sent for it is told by its error, and by nothing else. */
function unlessSent(
	context: IExecuteFunctions,
	row: INodeExecutionData,
	error: Error,
): INodeExecutionData {
	const ticket = row.json.custom_ticket;
	if (typeof ticket !== 'string') return row;
	const { item } = row.pairedItem as IPairedItemData;
	const tickets = [row.json.custom_tickets ?? ticket].flat().join(', ');
	return failedItem(context, cannotWaitFor(context, error, tickets), item);
}

/**
 * One failed item for each input item of a run that ends as a whole, as one that cannot begin, tell what an
 * earlier try did, or wait: n8n would pass the input on as if all were well.
 */
function failedItems(context: IExecuteFunctions, error: Failure): INodeExecutionData[] {
	return context.getInputData().map((_item, itemIndex) => failedItem(context, error, itemIndex));
}

/** One report on all items that can be read, and then those that cannot. */
async function reportItems(
	context: IExecuteFunctions,
	opened: Opened,
	items: ReadItems,
): Promise<INodeExecutionData[]> {
	const failures = [...items.refused].map(([itemIndex, refusal]) =>
		failedItem(context, refusal, itemIndex),
	);
	if (items.toSend.size === 0) return failures;
	const rows = await report(context, opened, items).catch((error: unknown) =>
		context.continueOnFail() && isFailure(error)
			? [...items.toSend.keys()].map((itemIndex) => failedItem(context, error, itemIndex))
			: Promise.reject(error),
	);
	return [...rows, ...failures];
}

/** Stops a run that would reach too many people, and tells whom a message to everyone reaches. */
async function countReached(
	context: IExecuteFunctions,
	sessions: readonly Session[],
	items: ReadItems,
	refuse: Refuse,
): Promise<ReadItems> {
	const reach = new Reach(context, sessions, items.pace.pause);
	return await reach.addTo(await withinMaxRecipients(context, reach, items, refuse));
}

async function planAndCarryOut(
	context: IExecuteFunctions,
	opened: Opened,
	memory: RunMemory,
	{ items: { toSend, pace: chosen }, numbers }: Campaigns,
): Promise<Ended & { took: string | undefined }> {
	const { operation, accounts } = opened;
	const { sessions } = accounts;
	const signed = await signerFor(sessions, toSend);
	const pace: RunPace = {
		...chosen,
		// Changes of one account follow each other in the order of the items.
		...(effectOf(operation.calls[0]) === 'change' && { inParallel: 1 }),
		goesOn: context.continueOnFail(),
	};
	const plan = await planCalls(context, opened, toSend, memory, pace, signed);
	const ticketOf = (key: string) => memory.call(key)?.custom_ticket;
	const progress = new Progress(context, workOf(plan));
	const carriedOut = await carryOutByAccount(context, sessions, plan, memory, {
		pace,
		progress,
		...(numbers.size > 0 && { numbering: new Numbering(numbers, signed, ticketOf) }),
	});
	return { context, operation, sessions, ...carriedOut, took: progress.summary() };
}
