import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** Milliseconds after which n8n has stored what a poll remembered, or never will. */
const TO_STORE = 60_000;

interface StartedPolls {
	/** The one under way whose changes are told, and whether its context had polled before. */
	current?: { context: IPollFunctions; isOfPublication: boolean };
	/** Cursors that polls began from and changed, each until a time by the clock of the process. */
	used: Map<string, number>;
}

/**
 * Polls by workflow and node.
 *
 * Bounded: by the subscriber triggers that this process has polled within a minute, and their polls.
 */
const startedPolls = new Map<string, StartedPolls>();

/**
 * Contexts that have polled.
 *
 * Bounded: by those that n8n itself holds; each goes with its own.
 */
const polled = new WeakSet<IPollFunctions>();

/**
 * Runs a poll, unless another one of the same trigger is under way, or began from the same cursor and
 * changed it within the last minute: both would tell the same. n8n's scheduler runs polls at once where
 * poll times coincide, and after it was down; each has a context and a copy of the cursor of its own.
 * Nobody is missed: a later poll tells what this one would have told.
 *
 * Where n8n has one context for all polls of a publication, another one is that of a new publication, which
 * began from the cursor that is stored: the poll under way must tell nothing any more, and change none. Those
 * of n8n's scheduler are never seen twice.
 *
 * @param poll is told whether it is still the one whose changes are told
 * @returns undefined where no poll was run
 * @throws what the poll throws
 */
export async function alone<T>(
	context: IPollFunctions,
	poll: (isCurrent: () => boolean) => Promise<T>,
	now = () => performance.now(),
): Promise<T | undefined> {
	forget(now());
	const { id, name } = context.getNode();
	// Static data belong to the name: nodes of one id are two triggers.
	const key = JSON.stringify([context.getWorkflow().id, id, name]);
	const polls: StartedPolls = startedPolls.get(key) ?? { used: new Map() };
	startedPolls.set(key, polls);
	const from = cursorName(context);
	const { current } = polls;
	const isAnother = current && !(current.isOfPublication && current.context !== context);
	if (isAnother || (from && polls.used.has(from))) return undefined;
	const own = { context, isOfPublication: polled.has(context) };
	polled.add(context);
	polls.current = own;
	try {
		const result = await poll(() => polls.current === own);
		if (polls.current !== own) return result;
		// A poll that changed nothing leaves its cursor for the next one.
		polls.used.set(from, now() + TO_STORE).delete(cursorName(context));
		return result;
	} finally {
		if (polls.current === own) polls.current = undefined;
	}
}

/** Forgets the polls that say nothing any more. */
function forget(time: number): void {
	for (const [key, { current, used }] of startedPolls) {
		for (const [cursor, until] of used) if (until <= time) used.delete(cursor);
		if (!current && used.size === 0) startedPolls.delete(key);
	}
}

/**
 * What tells a cursor from another one, also where it is damaged, and with what is chosen in the node. Empty
 * where there is none: n8n stores nothing where it fails to publish a workflow, which may be tried again at once.
 */
function cursorName(context: IPollFunctions): string {
	const { cursor } = context.getWorkflowStaticData('node');
	if (cursor === undefined || cursor === null) return '';
	const seal = (cursor as IDataObject).seal ?? cursor;
	return JSON.stringify([seal, context.getNode().parameters]);
}
