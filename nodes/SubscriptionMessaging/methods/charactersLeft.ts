import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { lineFrom, roomFor } from '../actions/fields/question';
import { lengthOfAnswerAddress } from '../statusAddress/answerAddress';
import { waitingBaseUrl } from '../n8n/executionContext';
import { counted } from '../wording/number';

/** An execution and its signature, as long as they are in n8n 2.41 once it has run a million times. */
const EXECUTION = `/1000000?signature=${'0'.repeat(64)}`;

/** No fields: how many characters of the text remain, as a notice above the line. */
export async function showCharacters(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await Promise.resolve({ fields: [], emptyFieldsNotice: noticeFor(this) });
}

function noticeFor(context: ILoadOptionsFunctions): string {
	const line = lineFrom(context.getCurrentNodeParameter('line'));
	const base = waitingBaseUrl(context);
	// The value of an expression is known when the workflow runs.
	if (line.startsWith('=') || base === undefined) {
		return "Turn on 'Preview' and execute the step to see how many characters remain.";
	}
	const link = lengthOfAnswerAddress(base + EXECUTION);
	const locale = String(context.getCurrentNodeParameter('options.locale') ?? '');
	const room = Math.max(roomFor(line, { locale }), 0);
	return room < link
		? `The text leaves <b>${counted(room, 'character')}</b> and the link has about ${link}, so the node makes a short URL.`
		: `About <b>${counted(room - link, 'character')}</b> left. The link has about ${link}.`;
}
