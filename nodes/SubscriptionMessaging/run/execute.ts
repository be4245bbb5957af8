import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { effectOf } from '../service/contract';
import { ServiceRefusedError, type MessagingServiceError } from '../service/errors';
import { openSession, type Session } from '../transport/session';
import { signAddress } from '../trigger/signedAddress';
import { numbersOf, recipientsOf } from './addressees';
import { rowsFor } from './carrierRows';
import { carryOut, type Outcomes } from './carryOut';
import { Ledger } from './ledger';
import { NodeFields } from '../actions/itemFields';
import type { Operation } from '../actions/operation';
import { makePlan, type Plan, type PlannedCall } from './plan';
import { prepare, type PreparedItem } from './prepare';
import { previewRows } from './preview';
import { recall } from './recall';
import { bulkHint, describeEarlier, describeRest, describeRun } from './report';
import { findOperation } from '../actions/router';
import { memoryOf } from './runMemory';
import { sendRow, type AcceptedSend } from './sendOutput';
import { furtherBroadcasts, repeatedItems } from './sharing';
import { ticketsOf } from './ticket';
import { argumentsOf, isTool, refuseForeignArguments } from './toolCall';
import { waitForDelivery } from './waiting';

/**
 * Runs the node: every item is read and validated before the first request leaves, the requests of
 * all items become as few calls as they can, and each item gets the part of the answers that is its.
 *
 * With *Continue*, an item that fails becomes an item with `error` and the others go on;
 * otherwise the error says what became of all the others, so that nothing is repeated unknowingly.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const goesOn = context.continueOnFail();
	const opened = await open(context);
	if (opened instanceof NodeOperationError) {
		if (!goesOn) throw opened;
		// n8n would pass the input on as if all were well.
		const indexes = [...context.getInputData().keys()];
		return output(context, new Map(indexes.map((index) => [index, opened])), () => []);
	}
	const { operation, session } = opened;
	const memory = memoryOf(context);
	const ledger = new Ledger(memory);

	const items = new Map<number, PreparedItem>();
	const failures = new Map<number, NodeOperationError>();
	const refuse = (itemIndex: number, refusal: NodeOperationError) => {
		if (!goesOn) throw withEarlier(refusal, ledger);
		items.delete(itemIndex);
		failures.set(itemIndex, refusal);
	};
	const fields = new NodeFields(context, operation.properties);
	for (const itemIndex of context.getInputData().keys()) {
		const now = attempt(context, itemIndex, () =>
			prepare(context, operation, session, fields.of(itemIndex)),
		);
		const item = recall(context, ledger, itemIndex, now);
		if (item instanceof NodeOperationError) refuse(itemIndex, item);
		else items.set(itemIndex, item);
	}
	const isPreview = ([, { preview }]: [number, PreparedItem]) => preview;
	const previews = new Map([...items].filter(isPreview));
	const toSend = new Map([...items].filter((entry) => !isPreview(entry)));
	for (const group of [previews, toSend]) {
		for (const [itemIndex, first] of furtherBroadcasts(group)) {
			refuse(itemIndex, severalBroadcasts(context, itemIndex, first));
			group.delete(itemIndex);
		}
	}
	const repeated = repeatedItems(previews);
	// The pace is that of the whole run, so the first item that can be used sets it.
	const [first] = toSend.values();
	const plan = makePlan(
		operation,
		toSend,
		first?.pace.batchSize ?? 1,
		ledger,
		ticketsOf(memory),
		(address, ticket) => signAddress(session.statusAddressKey, address, ticket),
	);
	const outcomes = await carryOut(context, session, plan, ledger, {
		// Changes are carried out one after the other, in the order of the items.
		inParallel: effectOf(operation.calls[0]) === 'change' ? 1 : (first?.pace.inParallel ?? 1),
		pause: first?.pace.pause ?? 0,
		goesOn,
	});
	const failed = plan.chains.flat().find((call) => isFailure(outcomes, call));
	if (failed && !goesOn) throw failureOfRun(context, session, plan, outcomes, failed);
	if (isSend(operation)) {
		const hint = bulkHint(plan, outcomes, failures.size);
		if (hint) context.addExecutionHints({ ...hint, message: session.mask(hint.message) });
	}
	const rows = output(context, failures, (itemIndex) => {
		const item = items.get(itemIndex);
		if (!item) return [];
		if (item.preview) return previewRows(item, repeated.get(itemIndex));
		const calls = plan.callsOf.get(itemIndex) ?? [];
		const broken = calls.find((call) => isFailure(outcomes, call));
		if (broken) return errorOf(context, session, outcomes, calls, broken, itemIndex);
		return rowsOfItem(operation, plan, outcomes, item, itemIndex);
	});
	return operation.waits ? await waitForDelivery(context, session, plan, outcomes, rows) : rows;
}

/** What a run needs before its items can be read, or why it cannot begin. */
async function open(
	context: IExecuteFunctions,
): Promise<{ operation: Operation; session: Session } | NodeOperationError> {
	try {
		const operation = chosenOperation(context);
		const session = await openSession(context);
		refuseForeignArguments(context);
		return { operation, session };
	} catch (error) {
		return error instanceof NodeOperationError
			? error
			: new NodeOperationError(context.getNode(), error as Error);
	}
}

/** A refusal that also says what earlier tries of the run did. */
function withEarlier(refusal: NodeOperationError, ledger: Ledger): NodeOperationError {
	const earlier = describeEarlier(ledger);
	if (earlier) refusal.description = [refusal.description, earlier].filter(Boolean).join(' ');
	return refusal;
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = String(context.getNodeParameter('resource', 0));
	const name = String(context.getNodeParameter('operation', 0));
	const operation = findOperation(resource, name);
	if (!operation) {
		throw new NodeOperationError(
			context.getNode(),
			`'Operation' is "${name}", which the resource "${resource}" does not have`,
			{ description: "Choose 'Resource' and 'Operation' in the node." },
		);
	}
	if (operation.waits && isTool(context)) {
		throw new NodeOperationError(
			context.getNode(),
			`'Operation' is ${operation.name}, and an agent cannot wait with one of its tools`,
			{ description: 'Give the agent two tools: Message → Send, and Message → Get Status.' },
		);
	}
	return operation;
}

function severalBroadcasts(context: IExecuteFunctions, itemIndex: number, first: number) {
	return new NodeOperationError(
		context.getNode(),
		`'Recipients' is Everyone in the Unit, and item ${first} sends something else to everyone in the same unit [item ${itemIndex}]`,
		{
			description:
				"Make the message the same for all items, so that it is sent once; or allow 'Several Broadcasts' under 'Options' if everyone is to get each of them.",
			itemIndex,
		},
	);
}

/** What reading an item's fields throws, an expression that fails included, is about that item. */
function attempt<T>(
	context: IExecuteFunctions,
	itemIndex: number,
	read: () => T,
): T | NodeOperationError {
	try {
		return read();
	} catch (error) {
		return error instanceof NodeOperationError
			? error
			: new NodeOperationError(context.getNode(), error as Error, { itemIndex });
	}
}

function isSend({ calls: [call] }: Operation): boolean {
	return effectOf(call) === 'send';
}

/** The output in the order of the items, each of them paired with its own. */
function output(
	context: IExecuteFunctions,
	failures: ReadonlyMap<number, NodeOperationError>,
	rowsOrError: (itemIndex: number) => IDataObject[] | NodeApiError,
): INodeExecutionData[] {
	return [...context.getInputData().keys()].flatMap((itemIndex): INodeExecutionData[] => {
		const pairedItem = { item: itemIndex };
		const result = failures.get(itemIndex) ?? rowsOrError(itemIndex);
		// n8n writes the message into `json`, and leads the item to the error output. A `json.error`
		// on the first item, set here, would make it run the whole node again with *Retry On Fail*.
		// Outside of a run it writes nothing, and an agent reads `json` alone.
		if (!Array.isArray(result)) {
			const json = argumentsOf(context) ? { error: result.message } : {};
			return [{ json, error: result, pairedItem }];
		}
		return result.map((json) => ({ json, pairedItem }));
	});
}

function rowsOfItem(
	operation: Operation,
	plan: Plan,
	outcomes: Outcomes,
	item: PreparedItem,
	itemIndex: number,
): IDataObject[] {
	const skipped = plan.skippedItems.get(itemIndex);
	if (skipped) {
		const [request] = item.requests;
		const [recipient] = request ? recipientsOf(request.request) : item.skipped;
		const { reason, repeats } = skipped;
		const isLost =
			repeats !== undefined &&
			plan.callsOf.get(repeats)?.some((call) => outcomes.get(call)?.kind !== 'accepted');
		const why = isLost ? `${reason}, and it is not certain that that one was sent` : reason;
		return [{ sent: false, sendTo: recipient?.sendTo, skipped: why }];
	}
	const accepted = (plan.callsOf.get(itemIndex) ?? []).flatMap((planned): AcceptedSend[] => {
		const outcome = outcomes.get(planned);
		return outcome?.kind === 'accepted' ? [{ planned, ...outcome }] : [];
	});
	if (isSend(operation)) return [sendRow(itemIndex, accepted, item.skipped)];
	if (operation.gathers === 'phone_list') {
		const numbers = item.requests.flatMap(({ request }) => numbersOf(request, 'phone_list'));
		const rows = rowsFor(numbers, accepted);
		if (item.simplify) return rows as IDataObject[];
		return [{ ...(accepted[0]?.answer as IDataObject), response: { list: rows as IDataObject[] } }];
	}
	return accepted.flatMap(({ planned, answer }) =>
		item.simplify && operation.simplify
			? operation.simplify(answer, planned.call).slice(0, item.limit)
			: [answer as IDataObject],
	);
}

function isFailure(outcomes: Outcomes, call: PlannedCall): boolean {
	const kind = outcomes.get(call)?.kind;
	return kind === 'failed' || kind === 'unknown';
}

/** The error that n8n shows in place of the output, with what became of the other items. */
function failureOfRun(
	context: IExecuteFunctions,
	session: Session,
	plan: Plan,
	outcomes: Outcomes,
	failed: PlannedCall,
): NodeApiError {
	const error = errorOf(context, session, outcomes, [failed], failed, failed.itemIndexes[0] ?? 0);
	const isShared = plan.chains.flat().length > 1 || failed.itemIndexes.length > 1;
	if (isShared && effectOf(failed.call.operation) !== 'read') {
		error.description = [error.description, describeRun(plan, outcomes)].filter(Boolean).join(' ');
	}
	return error;
}

function errorOf(
	context: IExecuteFunctions,
	session: Session,
	outcomes: Outcomes,
	calls: readonly PlannedCall[],
	broken: PlannedCall,
	itemIndex: number,
): NodeApiError {
	const { error } = outcomes.get(broken) as { error: MessagingServiceError };
	// From texts alone: n8n would search an error object for a status code and replace the message.
	const explained = new NodeApiError(
		context.getNode(),
		{},
		{
			message: `${session.mask(error.message)}${describeRest(calls, outcomes)} [item ${itemIndex}]`,
			description: session.mask(error.description ?? ''),
			itemIndex,
		},
	);
	if (error instanceof ServiceRefusedError && typeof error.errorCode === 'number') {
		explained.context.error_code = error.errorCode;
	}
	return explained;
}
