import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Makes the custom tickets of a run: at most 50 characters (Limits), different for every send of
 * every execution, and the same again for the same send when n8n runs the node once more.
 */
export function ticketsOf(context: IExecuteFunctions): (index: number) => string {
	const run = createHash('sha256')
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
		.slice(0, 24);
	return (index) => `n8n-${run}-${index}`;
}

/** How often the node ran before in the execution, as in a loop. A repetition by n8n is no new run. */
export function runIndexOf(context: IExecuteFunctions): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}
