import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { CallbackRefusedError } from '../service/callbackBody';
import { MessagingServiceError } from '../service/errors';
import {
	callbackId,
	readCallback,
	statusesOf,
	type DeliveryStatus,
	type FieldMapping,
} from '../service/statusCallback';
import { authenticate, type Sender } from './authentication';
import { confirmed } from './confirmation';

/**
 * Turns one callback into items, or answers it without starting an execution: 401 where it is not
 * genuine, 400 or 413 where nothing is taken of it, 503 where the service cannot be asked, 200 where
 * nothing of it is wanted. Never throws, because n8n would make a failed execution of that.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const query = queryOf(context);
		const sender = await authenticate(context, query);
		if (!sender) return answer(context, 401);
		const { method } = context.getRequestObject();
		const callback = readCallback({
			...(await postedBody(context)),
			query,
			ownParameters: sender.ownParameters,
		});
		const receivedAt = new Date().toISOString();
		if (context.getNodeParameter('triggerOn') === 'anyCallback') {
			return items([{ id: callbackId(callback), receivedAt, method, raw: callback ?? null }]);
		}
		const { customTicket } = sender;
		const statuses = statusesOf(callback, { receivedAt, customTicket }, mapping(context));
		if (!statuses.every((status) => isOf(sender, status))) return answer(context, 401);
		const known = context.getNodeParameter('confirm', false)
			? await confirmed(context, statuses)
			: statuses;
		return items(known.filter(wanted(context)));
	} catch (error) {
		if (error instanceof CallbackRefusedError) return answer(context, error.httpStatus);
		context.logger.error('A callback could not be taken', {
			node: context.getNode().name,
			reason: error instanceof Error ? error.message : 'unknown',
		});
		return answer(context, error instanceof MessagingServiceError ? 503 : 500);
	}
}

function answer(context: IWebhookFunctions, httpStatus: number): IWebhookResponseData {
	context.getResponseObject().status(httpStatus).end();
	return { noWebhookResponse: true };
}

function items(rows: object[]): IWebhookResponseData {
	const data = rows.map((json): INodeExecutionData => ({ json: json as IDataObject }));
	return { webhookResponse: 'OK', ...(data.length > 0 && { workflowData: [data] }) };
}

/** Of the address as it was called, which n8n's own parsing would already have simplified. */
function queryOf(context: IWebhookFunctions): string {
	const { originalUrl, url } = context.getRequestObject();
	const address = originalUrl ?? url;
	const start = address.indexOf('?');
	return start === -1 ? '' : address.slice(start + 1);
}

async function postedBody(context: IWebhookFunctions) {
	const request = context.getRequestObject();
	const contentType = request.headers['content-type'];
	// n8n has read a multipart form to its end before; the bytes are gone.
	const body = request.body as { data?: unknown } | undefined;
	if (/^multipart\//i.test(contentType ?? '') && body?.data) {
		return { body: new Uint8Array(), fields: body.data };
	}
	const refusal = await request.readRawBody().then(
		() => undefined,
		({ status }: { status?: number }) =>
			new CallbackRefusedError('it cannot be read', status === 413 ? 413 : 400),
	);
	if (refusal) throw refusal;
	return { body: request.rawBody ?? new Uint8Array(), contentType };
}

function mapping(context: IWebhookFunctions): FieldMapping {
	return context.getNodeParameter('fieldMapping', {}) as FieldMapping;
}

/** An address that was signed for one message speaks for no other. */
function isOf({ customTicket }: Sender, status: DeliveryStatus): boolean {
	return !customTicket || status.custom_ticket === customTicket;
}

const SENT_TO_CARRIER = 101;

function wanted(context: IWebhookFunctions): (status: DeliveryStatus) => boolean {
	const { statusCodes, onlyFinal, onlyWithTicket } = context.getNodeParameter('filters', {}) as {
		statusCodes?: string | number;
		onlyFinal?: boolean;
		onlyWithTicket?: boolean;
	};
	const codes = String(statusCodes ?? '')
		.split(/[\s,;]+/)
		.filter((code) => code !== '');
	return ({ status_code, transaction_ticket, custom_ticket }) =>
		(codes.length === 0 || codes.includes(String(status_code))) &&
		!(onlyFinal && status_code === SENT_TO_CARRIER) &&
		!(onlyWithTicket && transaction_ticket === null && custom_ticket === null);
}
