import { NodeApiError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import { chosenUnit, unitName } from '../service/answer/organization';
import { type Subscriber, identityOf, isSubscribed } from '../service/answer/person';
import { each } from '../service/collections/steps';
import { NotSentError } from '../service/errors/errors';
import { sleepFor } from '../eventLoop/sleep';
import { rested } from '../eventLoop/restingSteps';
import { openSession, type Session } from '../transport/session';
import { readSubscribers } from '../lookups/subscribers';
import { pollUnlessResting } from './backOff';
import { GroupComparison, type Change, type Comparison } from './compare';
import { cursorOf, readCursor, type Remembered } from './cursor';
import { exampleOf, itemOf } from './items';
import { alone } from './overlap';
import { lostCursor, pollError } from './pollError';
import { Pseudonyms } from './pseudonyms';
import { RememberedGroup } from './remembered';
import { readSettings, type PollSettings } from './settings';
import { nodeError } from '../wording/nodeError';

/** Items of one emit, or nothing. */
type Polled = INodeExecutionData[][] | null;

/** Milliseconds for all groups, where n8n's scheduler doesn't say how long a poll may take. */
const USUAL_BUDGET = 5 * 60_000;

/** Milliseconds before a group that is empty all at once is read again. */
const BEFORE_SECOND_LOOK = 2_000;

/** What a poll works with. */
interface Poll {
	context: IPollFunctions;
	session: Session;
	pseudonyms: Pseudonyms;
	settings: PollSettings;
	/** Of groups that are chosen without one of their own. */
	code: string;
	/** Each group once: as it is written first. */
	units: ReadonlyMap<string, string>;
	/** By the clock of the process. */
	deadline: number;
}

/**
 * Looks who joined, left, returned or changed since the last poll. What is remembered changes only at
 * the end, in the static data that n8n stores together with the execution where its poll cursors are
 * durable; a poll that fails changes nothing. Run by hand, it shows an example of each event.
 *
 * @throws NodeOperationError for fields and credentials, NodeApiError where the service refuses a group when
 * the workflow is published, or by hand
 */
export async function poll(context: IPollFunctions): Promise<Polled> {
	if (context.getMode() === 'manual') return await examples(await openPoll(context));
	const inItsTurn = async (isCurrent: () => boolean) =>
		await pollUnlessResting(
			context,
			async () => await changesOf(await openPoll(context), isCurrent),
		);
	const polled = await alone(context, inItsTurn).catch(async (error: unknown) => {
		if (!(error instanceof NodeApiError && mayPass(context, error)))
			return await Promise.reject(error as Error);
		context.__emitError(error);
		return null;
	});
	return polled ?? null;
}

/**
 * Whether later polls may succeed. What the first one throws ends the trigger: n8n tries to start it some times
 * within seconds. Whoever publishes a workflow is told at once what the service refuses. Polls of n8n's scheduler,
 * which has a budget of its own, throw: it counts failures, and rests after them.
 */
function mayPass(context: IPollFunctions, { failure }: NodeApiError): boolean {
	if (budgetOf(context) !== USUAL_BUDGET) return false;
	return (
		failure !== undefined || ['init', 'leadershipChange'].includes(context.getActivationMode())
	);
}

async function openPoll(context: IPollFunctions): Promise<Poll> {
	const settings = readSettings(context);
	const session = await openSession(context);
	const key = await session.statusAddressKey();
	const code = settings.code ?? session.code;
	const account = [session.baseUrl, code];
	const units = new Map<string, string>();
	for (const group of settings.groups) {
		const unit = nameOf(group, code);
		if (!units.has(unit)) units.set(unit, group);
	}
	return {
		context,
		session,
		settings,
		code,
		units,
		pseudonyms: new Pseudonyms(key, account),
		deadline: performance.now() + budgetOf(context),
	};
}

/** Milliseconds; n8n before 2.36 has no budget. */
function budgetOf(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context && typeof context.getPollBudgetMs === 'function'
		? context.getPollBudgetMs()
		: USUAL_BUDGET;
}

/** Of a group as it is chosen. */
const nameOf = (group: string, code: string) => unitName({ code, ...chosenUnit(group) });

async function changesOf(poll: Poll, isCurrent: () => boolean): Promise<Polled> {
	const { context, pseudonyms, settings } = poll;
	const staticData = context.getWorkflowStaticData('node');
	const found = await rested(readCursor(staticData, pseudonyms));
	const before: Remembered = found.kind === 'read' ? found.remembered : new Map();
	const known = new Map([...before].map(([group, text]) => [nameOf(group, poll.code), text]));
	const after = new Map<string, string>();
	const items: INodeExecutionData[] = [];
	for (const [unit, group] of poll.units) {
		const { changes: all, text } = await compared(poll, group, known.get(unit));
		after.set(group, text);
		const noticedAt = new Date().toISOString();
		const emit = (change: Change) => {
			if (settings.events.has(change.event)) items.push(itemOf(change, group, noticedAt));
		};
		await rested(each(all, emit));
	}
	const cursor = isSame(before, after) ? undefined : await rested(cursorOf(after, pseudonyms));
	if (!isCurrent()) return null;
	if (cursor) staticData.cursor = cursor;
	// Of the check at publishing n8n stores nothing where cursors are durable: the next one would be the first again.
	if (cursor && items.length === 0) await context.__commitCursor?.();
	if (found.kind === 'lost') context.__emitError(lostCursor(context, found.reason));
	if (found.kind === 'none') sayFirst(context);
	return items.length > 0 ? [items] : null;
}

/** A workflow that was published before n8n started should have been remembered, so that is worth a look. */
function sayFirst(context: IPollFunctions): void {
	const level = context.getActivationMode() === 'init' ? 'warn' : 'info';
	context.logger[level]('First check done. Changes from now on start the workflow.', {
		node: context.getNode().name,
	});
}

/** @throws NodeApiError where the group cannot be read */
async function compared(
	poll: Poll,
	group: string,
	before: string | undefined,
): Promise<Comparison> {
	const remembered = before === undefined ? undefined : await rested(RememberedGroup.read(before));
	for (let isSecond = false; ; isSecond = true) {
		const comparison = new GroupComparison(poll.pseudonyms, remembered);
		let isEmpty = true;
		await readGroup(poll, group, (subscriber) => {
			isEmpty = false;
			comparison.add(subscriber);
		});
		const found = await rested(comparison.finish());
		// That everybody left, or that nobody is there yet, is believed when the service says it twice.
		const isNews = remembered === undefined || found.changes.length > 0;
		if (!isEmpty || isSecond || !isNews) return found;
		await sleepFor(BEFORE_SECOND_LOOK);
	}
}

const TOO_LATE = 'the time for the check was over';

const LESS_OR_LONGER =
	'Put some of the groups into another trigger, or let n8n give a check more time.';

async function readGroup(
	{ context, session, code, deadline }: Poll,
	group: string,
	take: (subscriber: Subscriber) => void,
): Promise<void> {
	const unit = chosenUnit(group);
	const left = deadline - performance.now();
	if (left <= 0)
		throw pollError(context, group, new NotSentError(TOO_LATE, LESS_OR_LONGER, 'read'));
	const error = await readSubscribers(
		context,
		session,
		{
			code: unit.code ?? code,
			keyword: unit.keyword,
			timeLimit: Math.max(1, Math.floor(left / 1000)),
			// A busy service is asked again by a later poll.
			mostReads: 1,
		},
		take,
	);
	if (error !== undefined) throw pollError(context, group, error);
}

function isSame(before: Remembered, after: Remembered): boolean {
	return (
		before.size === after.size && [...after].every(([group, text]) => before.get(group) === text)
	);
}

/** An item of each event, from the first group that has subscribers. Remembers nothing. */
async function examples(poll: Poll): Promise<Polled> {
	const { context, pseudonyms, settings } = poll;
	const noticedAt = new Date().toISOString();
	for (const group of poll.units.values()) {
		let active: Subscriber | undefined;
		let inactive: Subscriber | undefined;
		await readGroup(poll, group, (subscriber) => {
			if (identityOf(subscriber) === '') return;
			if (isSubscribed(subscriber)) active ??= subscriber;
			else inactive ??= subscriber;
		});
		const items = [...settings.events].flatMap((event) => {
			const subscriber = event === 'left' ? (inactive ?? active) : (active ?? inactive);
			if (subscriber === undefined) return [];
			const pseudonym = pseudonyms.of(identityOf(subscriber));
			return [exampleOf(event, subscriber, pseudonym, group, noticedAt)];
		});
		if (items.length > 0) return [items];
	}
	throw nodeError(
		context,
		'No subscribers to show as an example',
		"The groups in 'Group Names or IDs' have no subscribers yet. Choose another group, or publish the workflow.",
	);
}
