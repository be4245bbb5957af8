import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Makes the custom tickets of a run: at most 50 characters (Limits), different for every send of
 * every execution, and the same again for the same send when n8n runs the node once more.
 *
 * The part that tells the executions apart is kept in the memory of the node, because *Retry* in
 * the list of executions makes a new execution of the same memory.
 */
export function ticketsOf(context: IExecuteFunctions): (key: string) => string {
	const memory = context.getContext('node') as { tickets?: Record<string, string> };
	memory.tickets ??= {};
	const run = (memory.tickets[runIndexOf(context)] ??= newRun(context));
	return (key) => `n8n-${run}-${key}`;
}

function newRun(context: IExecuteFunctions): string {
	return createHash('sha256')
		.update(
			JSON.stringify([
				context.getInstanceId(),
				context.getWorkflow().id,
				context.getExecutionId(),
				context.getNode().id,
				context.getNode().name,
				runIndexOf(context),
			]),
		)
		.digest('hex')
		.slice(0, 16);
}

/** How often the node ran before in the execution, as in a loop. A repetition by n8n is no new run. */
export function runIndexOf(context: IExecuteFunctions): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}
