import { randomBytes } from 'node:crypto';

import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { ANSWER_PATH, formToken, personOfLink } from '../../statusAddress/answerAddress';
import { each, type Steps } from '../../service/collections/steps';
import { calledAddress } from '../../statusAddress/address';
import { equal } from '../../statusAddress/sign';
import { rested } from '../../eventLoop/restingSteps';
import type { Session } from '../../transport/session';
import { takeCall, pausedItems, waitingWebhook } from '../wait/paused';
import type { StoredQuestion } from './ask';
import { inPlace, type AskedRow } from './decisionRow';
import { binaryOf, readAnswer, readPost } from './form';
import { notePage, policyFor, questionPage, type QuestionPage } from './page';
import { wordsFor, type Words } from './words';

/** By which a link of a question is opened, and its form posted. */
export const answerWebhook = waitingWebhook(ANSWER_PATH);

/**
 * Shows the question to whoever calls a link, and goes on with the answer that its form posts: a link
 * alone decides nothing, as previews, scanners and browsers call it too. The answer to the post is handed
 * to n8n, which gives it out once it has taken the execution up; of two posts at once it refuses one.
 * Never throws.
 */
export async function takeAnswer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const reply = new Reply(context);
	return await takeCall(
		context,
		'An answer',
		async (session) => await answered(context, session, reply),
		() => reply.note(500, reply.words.failed),
	);
}

async function answered(
	context: IWebhookFunctions,
	session: Session,
	reply: Reply,
): Promise<IWebhookResponseData> {
	const key = await session.statusAddressKey();
	const request = context.getRequestObject();
	const address = calledAddress(request);
	const waiting = pausedItems(context);
	const undecided = waiting.find(({ json }) => json.asked);
	const asked = (undecided?.json.asked ?? []) as AskedRow[];
	const person = await rested(personOfLink(key, address, peopleOf(asked)));
	const stored = storedQuestion(context);
	if (!undecided || !person || !stored) return reply.note(401, reply.words.invalid);
	if (stored.limit && Date.now() >= Date.parse(stored.limit)) {
		return reply.note(410, reply.words.over, stored.title);
	}
	const token = formToken(key, address, person);
	const asking = { stored, person: person.person, token };
	if (request.method !== 'POST') return reply.question(200, asking);
	const posted = readPost(context, stored.question);
	if (!equal(posted.token, token)) return reply.question(403, asking);
	const read = readAnswer(stored.question, posted, reply.words.answer);
	if ('wrong' in read) {
		return reply.question(422, { ...asking, given: posted.given, wrong: read.wrong });
	}
	const binary = read.files && (await binaryOf(context, read.files));
	const decided = await rested(decision(undecided, person.row, read.values, binary));
	const others = waiting.filter((item) => item !== undecided);
	return reply.decided(stored.title, read.said, inPlace(decided, others));
}

/** The question as it was sent; expressions in the fields would be evaluated for another input by now. */
function storedQuestion(context: IWebhookFunctions): StoredQuestion | undefined {
	// No sign of a name may end the expression, or be another one in it.
	const name = context
		.getNode()
		.name.replace(/[^]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
	const stored: unknown = context.evaluateExpression(`{{ $node["${name}"].context["question"] }}`);
	return typeof stored === 'string' ? (JSON.parse(stored) as StoredQuestion) : undefined;
}

function* peopleOf(asked: readonly AskedRow[]) {
	for (const row of asked) {
		yield { row, customTicket: row.custom_ticket, person: row.redirected_from ?? row.sendTo };
	}
}

function* decision(
	{ json, pairedItem }: INodeExecutionData,
	who: AskedRow,
	answer: INodeExecutionData['json'],
	binary: INodeExecutionData['binary'],
): Steps<INodeExecutionData> {
	const asked: AskedRow[] = [];
	yield* each(json.asked as AskedRow[], (row) => {
		asked.push({ ...row, answered: row === who });
	});
	return {
		json: {
			...json,
			...answer,
			answered_by: who.redirected_from ?? who.sendTo,
			answered_at: new Date().toISOString(),
			timed_out: false,
			asked,
			item_index: who.item_index,
		},
		...(binary && Object.keys(binary).length > 0 && { binary }),
		pairedItem,
	};
}

/** Answers a browser, in its language. */
class Reply {
	readonly words: Words;

	readonly nonce = randomBytes(16).toString('base64url');

	constructor(private readonly context: IWebhookFunctions) {
		this.words = wordsFor(context.getHeaderData()['accept-language']);
	}

	question(httpStatus: number, asking: QuestionPage): IWebhookResponseData {
		return this.send(httpStatus, questionPage(this.words, this.nonce, asking));
	}

	note(httpStatus: number, said: string, title = said): IWebhookResponseData {
		const isEnd = httpStatus !== 500;
		return this.send(httpStatus, notePage(this.words, this.nonce, title, said, isEnd));
	}

	/** What n8n is to answer once it has taken the execution up. */
	decided(
		title: string,
		said: string | undefined,
		items: INodeExecutionData[],
	): IWebhookResponseData {
		const { recorded, received } = this.words;
		const text = said === undefined ? received : recorded.replace('{}', () => said);
		this.head();
		const webhookResponse = notePage(this.words, this.nonce, title || received, text);
		return { webhookResponse, workflowData: [items] };
	}

	/** A page, after which the execution keeps waiting. */
	private send(httpStatus: number, html: string): IWebhookResponseData {
		this.head().status(httpStatus).end(html);
		return { noWebhookResponse: true };
	}

	private head() {
		return this.context
			.getResponseObject()
			.setHeader('Content-Security-Policy', `${policyFor(this.nonce)}; frame-ancestors 'none'`)
			.setHeader('Content-Type', 'text/html; charset=utf-8')
			.setHeader('Cache-Control', 'no-store')
			.setHeader('Referrer-Policy', 'no-referrer')
			.setHeader('X-Content-Type-Options', 'nosniff')
			.setHeader('X-Robots-Tag', 'noindex, nofollow');
	}
}
