import { randomBytes } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { executionSecret, runIndexOf, runningWorkflow } from '../../n8n/executionContext';
import { argumentsOf } from '../../n8n/toolCall';
import { digestOf } from '../values/audience';

/** Of an id that stands for nothing, as long as a digest. */
const BYTES = 8;

/** Ids of tool calls of which the process remembers how often they occurred. */
const MOST_COUNTED = 1_000;

/**
 * By execution and call of a tool: how often an agent has made the very same call.
 *
 * Bounded: the `MOST_COUNTED` that were made last.
 */
const sameCalls = new Map<string, number>();

/**
 * Tells the run of a node from all others, and is the same again when n8n carries the execution out
 * once more because its process was killed: it is derived from the secret of the execution, which
 * n8n hands on to *Retry*. A hash, so that the tickets which carry it tell nothing of the secret.
 *
 * Random where n8n keeps no secret (before 2.15). A sub-workflow has a new secret each time.
 */
export function runIdOf(context: IExecuteFunctions, execution?: string): string {
	const secret = executionSecret(context);
	if (secret === undefined) return randomBytes(BYTES).toString('hex');
	const call = argumentsOf(context);
	const run = [secret, ...nodeOf(context), runIndexOf(context), ...(execution ? [execution] : [])];
	// All calls of a tool share a run index.
	return digestOf(call ? [...run, call, countOf(context, [...run, call])] : run);
}

/**
 * n8n gives a node an id where it has none, and keeps two that are the same, as in a workflow that was put
 * together by hand. Names are unique; they count for the later ones alone, since *Retry* may run a workflow whose
 * node was renamed, or whose other one is gone.
 */
function nodeOf(context: IExecuteFunctions): string[] {
	const { id, name } = context.getNode();
	const twins = runningWorkflow(context)?.nodes.filter((node) => node.id === id) ?? [];
	return twins.findIndex((node) => node.name === name) > 0 ? [id, name] : [id];
}

/** An agent may make a call again that is meant: each time it is another one. */
function countOf(context: IExecuteFunctions, call: unknown[]): number {
	const key = digestOf([context.getExecutionId(), ...call]);
	const count = (sameCalls.get(key) ?? 0) + 1;
	sameCalls.delete(key);
	sameCalls.set(key, count);
	for (const oldest of sameCalls.keys()) {
		if (sameCalls.size <= MOST_COUNTED) break;
		sameCalls.delete(oldest);
	}
	return count;
}
