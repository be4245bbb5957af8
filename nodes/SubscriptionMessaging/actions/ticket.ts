import { randomBytes } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Makes the custom tickets of a run: at most 50 characters (Limits), different for every send of
 * every execution. The same send has the same one when n8n runs the node once more, because the
 * part that tells the runs apart is kept in the memory of the node.
 */
export function ticketsOf(context: IExecuteFunctions): (key: string) => string {
	const memory = context.getContext('node') as { tickets?: Record<string, string> };
	memory.tickets ??= {};
	const run = (memory.tickets[runIndexOf(context)] ??= randomBytes(8).toString('hex'));
	return (key) => `n8n-${run}-${key}`;
}

/** How often the node ran before in the execution, as in a loop. A repetition by n8n is no new run. */
export function runIndexOf(context: IExecuteFunctions): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}
