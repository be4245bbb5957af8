import { WAIT_INDEFINITELY, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import type { Question } from '../../actions/fields/question';
import { PartlySentError } from '../../service/errors/errors';
import type { Outcome, PreparedItem } from '../values/call';
import type { Ended } from '../values/ended';
import { itemIndexOf, pauseUntil } from '../wait/paused';
import { decisionRow, inPlace, isAsking } from './decisionRow';

/** What the page of a waiting execution needs; kept with it under `question` in the context of the node. */
export interface StoredQuestion {
	question: Question;
	/** Who asks. */
	title: string;
	/** ISO 8601; until then an answer counts. */
	limit?: string;
}

/**
 * Pauses the execution until somebody answers. What n8n passes on when the time is over is one item,
 * because there is one decision, and whatever follows is to happen once.
 *
 * @param prepared by item, what it asked for
 * @param items the output as it would be without waiting
 */
export async function askAndWait(
	ended: Ended,
	prepared: ReadonlyMap<number, PreparedItem>,
	items: readonly INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { context, outcomes } = ended;
	const calls = ended.plan.chains.flat();
	const asking = calls.filter((planned) => isAsking(outcomes.get(planned)));
	const first = calls.find((planned) => isSent(outcomes.get(planned)));
	const question = first?.question;
	if (!question) return items.map(withIndex);
	const limit = endOfWait(question);
	const stored: StoredQuestion = {
		question,
		title: question.title ?? context.getWorkflow().name ?? '',
		...(limit && { limit: limit.toISOString() }),
	};
	const indexes = asking.flatMap(({ itemIndexes }) => itemIndexes).sort((a, b) => a - b);
	const json = { ...decisionRow(ended, first, prepared), item_index: indexes[0] };
	const pairedItem = [...new Set(indexes)].map((item) => ({ item }));
	// Always other objects, because n8n writes into those of the output.
	const output = (more?: IDataObject) => {
		const others = items.filter((item) => item.error ?? item.json.preview).map(withIndex);
		return inPlace({ json: { ...json, ...more }, pairedItem }, others);
	};
	(context.getContext('node') as IDataObject).question = JSON.stringify(stored);
	await pauseUntil(context, limit ?? WAIT_INDEFINITELY, output());
	return output({ timed_out: false });
}

/** Whether somebody certainly has the link, be it only some of a list. */
function isSent(outcome?: Outcome): boolean {
	return (
		outcome?.kind === 'accepted' ||
		(outcome?.kind === 'unknown' && outcome.error instanceof PartlySentError)
	);
}

function withIndex(item: INodeExecutionData): INodeExecutionData {
	const { json, pairedItem } = item;
	return { ...item, json: { ...json, item_index: itemIndexOf(item) }, pairedItem };
}

function endOfWait({ limit }: Question): Date | undefined {
	if (!limit) return undefined;
	return new Date('until' in limit ? limit.until : Date.now() + limit.minutes * 60_000);
}
