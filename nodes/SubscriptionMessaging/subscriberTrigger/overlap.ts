import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** Milliseconds after which n8n has stored what a poll remembered, or never will. */
const TO_STORE = 60_000;

interface StartedPolls {
	isUnderWay: boolean;
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
 * Runs a poll, unless another one of the same trigger is under way, or began from the same cursor and
 * changed it within the last minute: both would tell the same. n8n's scheduler runs polls at once where
 * poll times coincide, and after it was down; each has a context and a copy of the cursor of its own.
 * Nobody is missed: a later poll tells what this one would have told.
 *
 * @returns undefined where no poll was run
 * @throws what the poll throws
 */
export async function alone<T>(
	context: IPollFunctions,
	poll: () => Promise<T>,
	now = () => performance.now(),
): Promise<T | undefined> {
	forget(now());
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const polls = startedPolls.get(key) ?? { isUnderWay: false, used: new Map<string, number>() };
	startedPolls.set(key, polls);
	const from = cursorOf(context);
	if (polls.isUnderWay || (from && polls.used.has(from))) return undefined;
	polls.isUnderWay = true;
	try {
		const result = await poll();
		// A poll that changed nothing leaves its cursor for the next one.
		polls.used.set(from, now() + TO_STORE).delete(cursorOf(context));
		return result;
	} finally {
		polls.isUnderWay = false;
	}
}

/** Forgets the polls that say nothing any more. */
function forget(time: number): void {
	for (const [key, { isUnderWay, used }] of startedPolls) {
		for (const [cursor, until] of used) if (until <= time) used.delete(cursor);
		if (!isUnderWay && used.size === 0) startedPolls.delete(key);
	}
}

/**
 * What tells a cursor from another one, also where it is damaged, and with what is chosen in the node. Empty
 * where there is none: n8n stores nothing where it fails to publish a workflow, which may be tried again at once.
 */
function cursorOf(context: IPollFunctions): string {
	const { cursor } = context.getWorkflowStaticData('node');
	if (cursor === undefined || cursor === null) return '';
	const seal = (cursor as IDataObject).seal ?? cursor;
	return JSON.stringify([seal, context.getNode().parameters]);
}
