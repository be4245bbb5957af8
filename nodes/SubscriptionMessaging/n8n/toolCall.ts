import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { nodeError } from '../wording/nodeError';

/** Whether the node is a tool of an AI agent, for which n8n gives it a type of its own. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool') && !isReview(context);
}

/**
 * Whether a person reviews with the node what an agent is about to do with one of its tools. n8n runs it
 * as a node of the workflow then, which can wait.
 */
export function isReview(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('HitlTool');
}

/**
 * The arguments of a tool's call, where n8n calls the node outside of the run of a workflow's nodes;
 * for each try of a call the same object.
 */
export function argumentsOf(context: IExecuteFunctions): IDataObject | undefined {
	// Older versions of n8n know no such runs.
	return context.isToolExecution?.() ? context.getInputData()[0]?.json : undefined;
}

/**
 * How many items an agent has that calls its tools itself. n8n hands them all to each call, does not say
 * which one it is for, and evaluates expressions for the first; 0 where it does not.
 */
export function itemsOfAgent(context: IExecuteFunctions): number {
	if (!argumentsOf(context)) return 0;
	const { $input } = context.getWorkflowDataProxy(0) as { $input: { all(): unknown[] } };
	return $input.all().length;
}

/**
 * n8n reads what an agent fills in by the number of the run, which calls at the same time may share:
 * the text or number of the other call would be used.
 *
 * @throws NodeOperationError where the fields are not filled by the arguments of this call
 */
export function refuseForeignArguments(context: IExecuteFunctions): void {
	const given = argumentsOf(context);
	if (!given) return;
	const { $fromAI } = context.getWorkflowDataProxy(0) as {
		$fromAI?: (name: string) => unknown;
	};
	for (const [name, value] of Object.entries(given)) {
		if (JSON.stringify($fromAI?.(name)) === JSON.stringify(value)) continue;
		throw nodeError(
			context,
			'n8n mixed up two calls of this tool, so this one was not made',
			'Let the agent handle one item at a time (Batch Size 1), or let only one agent use this tool.',
		);
	}
}
