import { randomBytes } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import type { RememberedCall, RememberedItem } from './ledger';
import { argumentsOf } from './toolCall';

/** What is kept of a run of the node, so that n8n may run it once more. */
export interface RunMemory {
	/** Tells the run from all others. */
	id: string;
	/** By position of the input item. */
	items: Record<number, RememberedItem>;
	/** By key of the call. */
	calls: Record<string, RememberedCall>;
}

/**
 * By the arguments of a tool's call: n8n hands the same object to each try of it, and another one to
 * each further call. Its run index tells nothing there, and an agent outside of an execution has no
 * memory of the node.
 */
const toolCalls = new WeakMap<object, RunMemory>();

/**
 * The memory of a run, the same again when n8n repeats it: by *Retry On Fail*, which runs the whole
 * node again, or by *Retry* in the list of executions.
 */
export function memoryOf(context: IExecuteFunctions): RunMemory {
	const call = argumentsOf(context);
	if (call) {
		const memory = toolCalls.get(call) ?? emptyMemory();
		toolCalls.set(call, memory);
		return memory;
	}
	const kept = context.getContext('node') as { runs?: Record<string, RunMemory> };
	kept.runs ??= {};
	return (kept.runs[runIndexOf(context)] ??= emptyMemory());
}

function emptyMemory(): RunMemory {
	return { id: randomBytes(8).toString('hex'), items: {}, calls: {} };
}

/** How often the node ran before in the execution, as in a loop. A repetition by n8n is no new run. */
function runIndexOf(context: IExecuteFunctions): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}
