import { Readable } from 'node:stream';

import type { IHttpRequestOptions } from 'n8n-workflow';

import { GOOD, refusal, reply } from './transport/fakeService';

/** What is said of one recipient. */
export type Row = [sendTo: string | null, code: number | null, message: string | null];

/** What the service says of each ticket; a ticket that is missing is unknown to it. */
export type Known = Record<string, Row[] | 'down'>;

const element = (name: string, value: string | number | null) =>
	value === null ? '' : `<${name}>${value}</${name}>`;

const listOf = (rows: readonly Row[]) =>
	rows
		.map(
			([sendTo, code, message]) =>
				`<item>${element('sendTo', sendTo)}${element('status_code', code)}` +
				`${element('status_message', message)}</item>`,
		)
		.join('');

/** Answers a request for a ticket that is unknown, or that reads something else, as a service does. */
function answerTo(operation: string, rows: readonly Row[] | undefined): string {
	if (rows) {
		const list = `<response><transactionlist>${listOf(rows)}</transactionlist></response>`;
		return reply(operation, GOOD + list);
	}
	return /Transaction/.test(operation)
		? refusal(operation, 'Unknown ticket')
		: reply(operation, GOOD);
}

/**
 * A service behind n8n's HTTP helper that tells what became of messages.
 *
 * @param tickets whose look-ups are noted, in `asked`
 */
export function statusService(known: Known, tickets: ReadonlyArray<string | null>, isDown = false) {
	const asked: string[] = [];
	const httpRequestWithAuthentication = (_type: string, request: IHttpRequestOptions) => {
		const body = String(request.body);
		const operation = String(request.headers?.SOAPAction).replace(/.*#|"/g, '');
		const read = (name: string) =>
			new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(body)?.[1] ?? '';
		const ticket = read('custom_ticket') || read('transaction_ticket_id');
		if (tickets.includes(ticket)) {
			asked.push(`${operation} ${ticket} of ${read('keyword')} and ${read('code')}`);
		}
		const rows = known[ticket];
		if (isDown || rows === 'down')
			return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
		return Promise.resolve({
			statusCode: 200,
			headers: { 'content-type': 'text/xml; charset=utf-8' },
			body: Readable.from([Buffer.from(answerTo(operation, rows))]),
		});
	};
	return { httpRequestWithAuthentication, asked };
}
