import { Readable } from 'node:stream';

import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Session } from '../../../../nodes/SubscriptionMessaging/transport/session';

/** A request as it came to n8n's HTTP helper. */
export interface FakeRequest {
	operation: string;
	keyword: string;
	/** Custom or transaction ticket that it names. */
	ticket: string;
	sendTo: string[];
	options: IHttpRequestOptions;
}

/** An HTTP answer; a text alone is that of a good one. */
export type FakeAnswer =
	| string
	| { status?: number; headers?: Record<string, string>; body: string | Readable };

/** Throws what n8n's helper throws before it hands a request to its HTTP client. */
export class BeforeHandover {
	constructor(readonly error: unknown) {}
}

export interface FakeService {
	context: IExecuteFunctions;
	session: Session;
	/** In order of arrival. */
	requests: FakeRequest[];
	operations(): string[];
}

/**
 * A service behind n8n's HTTP helper, and the context of a node that calls it.
 *
 * @param answer to a request; throws as the HTTP client does once it has the request
 */
export function fakeService(
	answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
	cancel?: AbortSignal,
): FakeService {
	const requests: FakeRequest[] = [];
	async function httpRequestWithAuthentication(
		this: IExecuteFunctions,
		_credentialType: string,
		options: IHttpRequestOptions,
	) {
		const signal = this.getExecutionCancelSignal();
		const request = readRequest(options);
		requests.push(request);
		try {
			const given = await answer(request);
			// As axios does before it connects.
			signal?.addEventListener('abort', () => undefined);
			const {
				status = 200,
				headers = {},
				body,
			} = typeof given === 'string' ? { body: given } : given;
			return {
				statusCode: status,
				headers: { 'content-type': 'text/xml; charset=utf-8', ...headers },
				body: typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body,
			};
		} catch (error) {
			if (error instanceof BeforeHandover) throw error.error;
			signal?.addEventListener('abort', () => undefined);
			throw error;
		}
	}
	const context = {
		helpers: { httpRequestWithAuthentication },
		getExecutionCancelSignal: () => cancel,
		getMode: () => 'trigger',
		getNode: () => ({ name: 'Messaging' }),
	} as unknown as IExecuteFunctions;
	// Rests that a test asks for are its own.
	fakes += 1;
	const session = { ...SESSION, serviceAccount: `account ${fakes}` };
	return { context, session, requests, operations: () => requests.map(named) };
}

let fakes = 0;

const named = ({ operation }: FakeRequest) => operation;

export const SESSION = {
	serviceAccount: 'account',
	values: 'values',
	baseUrl: 'https://messaging.example.com',
	code: '12345',
	companyKeyword: '',
	nvpMethod: 'POST',
	ignoreSslIssues: false,
	recipientsAllowed: { rule: 'anyone' },
	credentialsDecrypted: { id: '1', name: 'ACME', type: 'subscriptionMessagingApi', data: {} },
	mask: (text: string) => text.replaceAll('s3cret-word', '•••'),
	statusAddressKey: new Uint8Array(32),
} as unknown as Session;

function readRequest(options: IHttpRequestOptions): FakeRequest {
	const body = String(options.body ?? '');
	const form = new URLSearchParams(body);
	const isForm = form.has('method_name') || String(options.url).endsWith('/httppost');
	const element = (name: string) =>
		new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(body)?.[1] ?? '';
	const member = (name: string) => (isForm ? (form.get(name) ?? '') : element(name));
	const soapAction = String(options.headers?.SOAPAction ?? '').replace(/.*#|"/g, '');
	return {
		operation: soapAction || form.get('method_name')?.replace(/^.*\./, '') || 'plainSend',
		keyword: member('keyword'),
		ticket: member('custom_ticket') || member('transaction_ticket_id'),
		sendTo: isForm
			? (form.get('phone') ?? '').split(',')
			: [...body.matchAll(/<sendTo(?: [^>]*)?>([^<]*)</g)].map(([, address = '']) => address),
		options,
	};
}

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

/** A SOAP answer with these members, as XML. */
export function reply(operation: string, members: string): string {
	return `<?xml version="1.0"?><e:Envelope xmlns:e="${ENVELOPE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><e:Body><${operation}Response><return>${members}</return></${operation}Response></e:Body></e:Envelope>`;
}

export function refusal(operation: string, message: string, code: number | string = 120): string {
	return reply(
		operation,
		`<result>false</result><error_code>${code}</error_code><message>${message}</message>`,
	);
}

/** Members of an answer that says it went well. */
export const GOOD = '<result>true</result><error_code>0</error_code>';

/** The look-up of a ticket of the user's. */
export const LOOK_UP = 'getCustomTransactionStatus';

export const notKnown = (ticket: string) => refusal(LOOK_UP, `Ticket ${ticket} is unknown`);

/** The rows of a look-up. */
export function rows(operation: string, addresses: readonly string[], status = 101): string {
	const list = addresses
		.map(
			(address) => `<item><sendTo>${address}</sendTo><status_code>${status}</status_code></item>`,
		)
		.join('');
	return reply(operation, `${GOOD}<response><transactionlist>${list}</transactionlist></response>`);
}

export const soapFault = (said: string): FakeAnswer =>
	`<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault><faultcode>e:Server</faultcode><faultstring>${said}</faultstring></e:Fault></e:Body></e:Envelope>`;

export function page(status: number, title = 'Not here'): FakeAnswer {
	return {
		status,
		headers: { 'content-type': 'text/html' },
		body: `<!DOCTYPE html><html><head><title>${title}</title></head><body></body></html>`,
	};
}
