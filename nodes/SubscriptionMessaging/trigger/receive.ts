import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
	MultiPartFormData,
} from 'n8n-workflow';

import pLimit from 'p-limit';

import { comparableTicket } from '../service/contract/call';
import { statusCodeOf, isInTransit } from '../service/answer/deliveryStatus';
import { CALLBACK_LIMITS, CallbackRefusedError } from '../service/callback/budget';
import type { Steps } from '../service/collections/steps';
import {
	callbackId,
	lengthOfPost,
	readCallback,
	statusesOf,
	type Callback,
	type DeliveryStatus,
} from '../service/callback/statuses';
import { MessagingServiceError } from '../service/errors/errors';
import { calledAddress, onlyValue, queryOf } from '../statusAddress/address';
import { SIGNED } from '../statusAddress/sign';
import { TOKEN_PARAMETER } from '../statusAddress/triggerAddress';
import { rested } from '../eventLoop/restingSteps';
import { sentence } from '../service/errors/sentence';
import { escapeHtml } from '../wording/html';
import { openSession } from '../transport/session';
import { authenticate, type Sender } from './authentication';
import { confirmed } from './confirmation';
import { TriggerSettings, type Filters } from './settings';

/** A post that starts nothing. The message is what whoever posted is told. */
class Refusal extends Error {
	constructor(
		readonly httpStatus: number,
		message: string,
		/** For n8n's log only. */
		readonly reason?: string,
	) {
		super(message);
	}
}

/**
 * Turns one callback into items, or answers it without starting an execution: 401 where it is not
 * genuine, 400, 413 or 415 where nothing is taken of it, 503 where the service cannot be asked, 200 where
 * nothing of it is wanted. What is refused says why in its answer and in n8n's log. Never throws,
 * because n8n would make a failed execution of that.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await received(context);
	} catch (error) {
		const { httpStatus, message, reason } = await asRefusal(context, error);
		context.logger.warn(message, { node: context.getNode().name, httpStatus, reason });
		context.getResponseObject().status(httpStatus).type('text/plain').end(message);
		return { noWebhookResponse: true };
	}
}

async function received(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = new TriggerSettings(context);
	const query = queryOf(calledAddress(context.getRequestObject()));
	const sender = await authenticate(context, query, settings);
	if (!sender) throw notGenuine(settings);
	const { ownParameters, customTicket } = sender;
	// Whoever posts may make up a text that takes long to look for: what is no signature is no secret.
	const secrets = ownParameters.flatMap((name) => {
		const value = onlyValue(query, name) ?? '';
		return name === TOKEN_PARAMETER || SIGNED.test(value) ? value : [];
	});
	const post = {
		...withoutSecrets({ ...(await postedBody(context)), query }, secrets),
		ownParameters,
	};
	const received_at = new Date().toISOString();
	if (settings.takesAnyCallback) {
		const { method } = context.getRequestObject();
		const whole = await amongFew(post, function* () {
			const callback = yield* readCallback(post);
			return { id: yield* callbackId(callback), received_at, method, raw: callback ?? null };
		});
		return emitted([whole]);
	}
	const posted = await amongFew(post, function* () {
		const callback = yield* readCallback(post);
		const known = { received_at, customTicket, bytes: lengthOfPost(post) + query.length };
		return yield* statusesOf(callback, known, settings.fieldMapping);
	});
	const statuses = posted.filter((status) => isOf(sender, status));
	const others = posted.length - statuses.length;
	if (others > 0) {
		if (statuses.length === 0) {
			throw new Refusal(401, 'The post was refused: its address was signed for another message');
		}
		const what = `Statuses left out, because the address was signed for another message: ${others}`;
		context.logger.warn(what, { node: context.getNode().name });
	}
	const isConfirmed = settings.confirms;
	const known = isConfirmed
		? await confirmed(context, statuses, {
				keyword: settings.keyword,
				code: sender.code ?? settings.code,
				isSigned: customTicket !== undefined,
			})
		: statuses;
	const isWanted = wantedBy(settings.filters);
	return emitted(await rested(emittedRows(known, isWanted, isConfirmed, settings.givesRaw)));
}

/** Bytes of a post that may hold many times its size while it is read, and characters of a form. */
const LONG = 64 * 1024;

/**
 * Long posts are read three at a time: twenty at once would need a gigabyte.
 *
 * Bounded: by the posts that n8n holds, each of which waits here with its body alone.
 */
const few = pLimit(3);

async function amongFew<T>(post: Callback, read: () => Steps<T>): Promise<T> {
	return lengthOfPost(post) > LONG
		? await few(async () => await rested(read()))
		: await rested(read());
}

/** Rows made in one step; to make an object takes longer than anything else that is counted. */
const ROWS_IN_STEP = 500;

/** The statuses that are wanted, as they are emitted. */
function* emittedRows(
	statuses: readonly DeliveryStatus[],
	isWanted: (status: DeliveryStatus) => boolean,
	isConfirmed: boolean,
	givesRaw: boolean,
): Steps<object[]> {
	const rows: object[] = [];
	for (const [index, status] of statuses.entries()) {
		if (index % ROWS_IN_STEP === 0) yield;
		if (!isWanted(status)) continue;
		const { raw, isRecognised, ...told } = status;
		// The address is signed before the service makes its ticket, so a posted one is a claim.
		const row = { ...told, confirmed: isConfirmed };
		// n8n stores all of it with the execution.
		rows.push(givesRaw || !isRecognised ? { ...row, raw } : row);
	}
	return rows;
}

function notGenuine({ authentication }: TriggerSettings): Refusal {
	return authentication === 'sharedToken'
		? new Refusal(401, "The post was refused: its address doesn't end in the trigger's token")
		: new Refusal(401, "The post was refused: its address isn't signed for this trigger");
}

/** What is said of an error, with none of the secrets in it. */
async function asRefusal(context: IWebhookFunctions, error: unknown): Promise<Refusal> {
	if (error instanceof Refusal) return error;
	if (error instanceof CallbackRefusedError) return new Refusal(error.httpStatus, error.message);
	const reason = await openSession(context).then(
		({ mask }) => mask(error instanceof Error ? error.message : ''),
		// Without the credential nobody knows what to mask.
		() => 'The credential cannot be used',
	);
	return error instanceof MessagingServiceError
		? new Refusal(
				503,
				"The status can't be confirmed now. Please post it again later.",
				`${sentence(reason)} If this stays, check 'Group' and 'Code' in the trigger.`,
			)
		: new Refusal(500, "The post could not be taken. n8n's log says why.", reason);
}

function emitted(rows: object[]): IWebhookResponseData {
	const data = rows.map((json): INodeExecutionData => ({ json: json as IDataObject }));
	return { webhookResponse: 'OK', ...(data.length > 0 && { workflowData: [data] }) };
}

/** Whether n8n has made a file of what is a field: it has no name. */
function isField({ originalFilename, mimetype }: MultiPartFormData.File): boolean {
	return !originalFilename && !/^(?:audio|image|video)\//.test(mimetype ?? '');
}

async function postedBody(
	context: IWebhookFunctions,
): Promise<{ body: Buffer; fields?: object; contentType?: string }> {
	const request = context.getRequestObject();
	const contentType = request.headers['content-type'];
	// n8n has read a multipart form to its end before; the bytes are gone.
	const body = request.body as Partial<MultiPartFormData.Request['body']> | undefined;
	if (/^multipart\//i.test(contentType ?? '') && body?.data) {
		const { data, files = {} } = body;
		const parts = Object.values(files).flat();
		// They hold what is told; of what was uploaded under a name the fields may tell it.
		if (parts.some(isField) || (parts.length > 0 && Object.keys(data).length === 0)) {
			throw new CallbackRefusedError(
				'n8n has made files of fields of its form, which have a Content-Type',
				415,
			);
		}
		return { body: Buffer.of(), fields: data };
	}
	const refusal = await request.readRawBody().then(
		() => undefined,
		({ status }: { status?: number }) =>
			new CallbackRefusedError('it cannot be read', status === 413 ? 413 : 400),
	);
	if (refusal) throw refusal;
	return { body: request.rawBody ?? Buffer.of(), contentType };
}

/** Characters of a secret that is looked for in what was posted: a shorter one may be a word of any text. */
const SHORTEST_SECRET = 8;

type Posted = Awaited<ReturnType<typeof postedBody>> & { query: string };

/** A post without what its address is trusted by: a service may repeat the address in it. */
function withoutSecrets(post: Posted, secrets: readonly string[]): Posted {
	const spellings = secrets
		.filter((secret) => secret.length >= SHORTEST_SECRET)
		.flatMap((secret) => spellingsOf(secret));
	// What is too large is refused.
	if (spellings.length === 0 || post.body.length > CALLBACK_LIMITS.bytes) return post;
	// One may begin with another.
	spellings.sort((one, other) => other.length - one.length);
	const { body, fields, query } = post;
	const bytes = fields ? Buffer.from(JSON.stringify(fields)) : body;
	const held = spellings.filter((spelling) => bytes.includes(spelling));
	const shown = { ...post, query: masked(query, spellings) };
	if (held.length === 0) return shown;
	const left = Buffer.from(masked(bytes.toString('latin1'), held.map(asLatin1)), 'latin1');
	return fields
		? { ...shown, fields: JSON.parse(String(left)) as object }
		: { ...shown, body: left };
}

const masked = (text: string, spellings: readonly string[]) =>
	spellings.reduce((left, spelling) => left.replaceAll(spelling, '***'), text);

/** One character for each byte of its UTF-8. */
const asLatin1 = (text: string) => Buffer.from(text).toString('latin1');

/** How a secret may stand in what is posted: as it is, and as addresses, forms, JSON and XML write it. */
function spellingsOf(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	const inAscii = (signs: RegExp) =>
		json.replace(signs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	const ascii = inAscii(/[^ -~]/g);
	const ofDotNet = inAscii(/[^ -~]|[+<>&'`]/g).replace(/(?<=\\u)[\da-f]{4}/g, (digits) =>
		digits.toUpperCase(),
	);
	const once = [encodeURIComponent(secret), String(new URLSearchParams([['', secret]])).slice(1)];
	const encoded = [...once, ...once.map(encodeURIComponent)];
	const inSmallLetters = encoded.map((text) =>
		text.replace(/%(?:25)*[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
	);
	const written = [
		json,
		json.replaceAll('/', '\\/'),
		ascii,
		ascii.replaceAll('/', '\\/'),
		ofDotNet,
	];
	return [...new Set([secret, ...written, ...encoded, ...inSmallLetters, escapeHtml(secret)])];
}

/** An address that was signed for one message speaks for no other. */
function isOf({ customTicket }: Sender, status: DeliveryStatus): boolean {
	const posted = comparableTicket(status.custom_ticket ?? undefined);
	return !customTicket || posted === comparableTicket(customTicket);
}

function wantedBy({ statusCodes, onlyFinal, onlyWithTicket }: Filters) {
	return (status: DeliveryStatus) =>
		(statusCodes.length === 0
			? !(onlyFinal && isInTransit(status))
			: statusCodes.includes(String(statusCodeOf(status)))) &&
		!(onlyWithTicket && status.transaction_ticket === null && status.custom_ticket === null);
}
