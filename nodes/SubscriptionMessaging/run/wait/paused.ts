/** What all operations that pause the execution have in common. */

import type {
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { runIndexOf } from '../../n8n/executionContext';
import { argumentsOf, isReview } from '../../n8n/toolCall';
import { openSession, type Session } from '../../transport/session';

/** @param path of its own, because all waiting nodes of an execution share its address */
export function waitingWebhook(path: string): IWebhookDescription {
	return {
		name: 'default',
		httpMethod: 'POST,GET' as 'POST',
		responseMode: 'onReceived',
		responseData: '',
		path,
		isFullPath: true,
		restartWebhook: true,
	};
}

/**
 * Pauses the execution. n8n passes the input of the node on when the time is over, without calling it,
 * so the input becomes what is to be seen then.
 *
 * @param items no objects of the output, because n8n writes into those
 */
export async function pauseUntil(
	context: IExecuteFunctions,
	time: Date,
	items: INodeExecutionData[],
): Promise<void> {
	context.getExecuteData().data = { main: [items] };
	await context.putExecutionToWait(time);
	// n8n stores both once the node has ended.
	pausesOf(context)[runIndexOf(context)] = true;
}

/** The runs of the node that have paused, by their index. n8n stores them with the execution. */
function pausesOf(context: IExecuteFunctions): Record<number, true> {
	const node = context.getContext('node') as { pauses?: Record<number, true> };
	return (node.pauses ??= {});
}

/**
 * Whether the run has paused and went on, so that its input is what it gives. n8n was killed after that:
 * *Retry* with the workflow as it is now runs the node once more, which n8n had switched off to pass that on.
 */
export function hasPaused(context: IExecuteFunctions): boolean {
	if (context.getMode() !== 'retry' || argumentsOf(context) || isReview(context)) return false;
	return pausesOf(context)[runIndexOf(context)] === true;
}

/** Position of the input item that an item of the output is of, before the pause. */
export function itemIndexOf({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as IPairedItemData).item;
}

/** What the paused node has as its input. */
export function pausedItems(context: IWebhookFunctions): INodeExecutionData[] {
	return context.evaluateExpression('{{ $input.all() }}') as unknown as INodeExecutionData[];
}

/**
 * Answers who calls a waiting execution. Never throws.
 *
 * @param name of what comes, with which a message begins
 * @param failed answers where it could not be taken
 */
export async function takeCall(
	context: IWebhookFunctions,
	name: string,
	take: (session: Session) => Promise<IWebhookResponseData>,
	failed: () => IWebhookResponseData,
): Promise<IWebhookResponseData> {
	// Until the credential is open, no error can hold a secret of it.
	let mask = (text: string) => text;
	try {
		const session = await openSession(context);
		({ mask } = session);
		return await take(session);
	} catch (error) {
		context.logger.error(`${name} to a waiting execution could not be taken`, {
			node: context.getNode().name,
			reason: error instanceof Error ? mask(error.message) : 'unknown',
		});
		return failed();
	}
}
