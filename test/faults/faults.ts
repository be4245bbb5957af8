import type { Fault, Point } from './faultProxy';

/** Of the node, in seconds. */
export const TIME_LIMIT = 1;

export const html = (status: number, reason: string, ...headers: string[]) => {
	const page = `<!DOCTYPE html><html><head><title>${reason}</title></head><body>${reason}</body></html>`;
	return http(`${status} ${reason}`, 'text/html', page, headers);
};

export function http(status: string, type: string, body: string, headers: string[] = []): string {
	return [
		`HTTP/1.1 ${status}`,
		`Content-Type: ${type}; charset=utf-8`,
		`Content-Length: ${Buffer.byteLength(body)}`,
		'Connection: close',
		...headers,
		'',
		body,
	].join('\r\n');
}

export const envelope = (body: string) =>
	`<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;

const SOAP_FAULT = envelope(
	'<e:Fault><faultcode>e:Server</faultcode><faultstring>Out of order</faultstring></e:Fault>',
);

/** Would be good news if it could be read. */
const ACCEPTED = envelope(
	'<sendMessageResponse><sendMessageReturn><result>true</result><error_code>0</error_code></sendMessageReturn></sendMessageResponse>',
);

const garbled = (xml: string) => xml.replaceAll('</', '<\u0001<');

const RETRY_AFTER = 'Retry-After: 1';

/** Rows of the matrix. */
export const FAULTS: readonly Fault[] = [
	{ name: 'refuse', kind: 'refuse' },
	{ name: 'reset', kind: 'reset' },
	{ name: 'cut', kind: 'cut' },
	{ name: 'stall', kind: 'stall' },
	{ name: 'delay', kind: 'delay', milliseconds: 200 },
	{ name: 'delay past the limit', kind: 'delay', milliseconds: TIME_LIMIT * 1000 + 800 },
	{ name: 'delay past questions', kind: 'delay', milliseconds: TIME_LIMIT * 1000 + 4000 },
	{ name: 'duplicate', kind: 'duplicate' },
	{ name: '429', kind: 'answer', answer: html(429, 'Too Many Requests') },
	{ name: '429 Retry-After', kind: 'answer', answer: html(429, 'Slow Down', RETRY_AFTER) },
	{ name: '500', kind: 'answer', answer: html(500, 'Internal Server Error') },
	{ name: '502', kind: 'answer', answer: html(502, 'Bad Gateway') },
	{ name: '503', kind: 'answer', answer: html(503, 'Service Unavailable') },
	{ name: '503 Retry-After', kind: 'answer', answer: html(503, 'Maintenance', RETRY_AFTER) },
	{
		name: 'SOAP fault',
		kind: 'answer',
		answer: http('500 Internal Server Error', 'text/xml', SOAP_FAULT),
	},
	{
		name: 'truncated XML',
		kind: 'answer',
		answer: http('200 OK', 'text/xml', ACCEPTED.slice(0, ACCEPTED.length / 2)),
		damage: (answer) => withBody(answer, (body) => body.slice(0, body.length / 2)),
	},
	{
		name: 'garbled XML',
		kind: 'answer',
		answer: http('200 OK', 'text/xml', garbled(ACCEPTED)),
		damage: (answer) => withBody(answer, garbled),
	},
];

/** Only an answer can come twice. */
export function happensAt(fault: Fault, point: Point): boolean {
	return fault.kind !== 'duplicate' || point === 'inAnswer' || point === 'afterAnswer';
}

/** The answer with another body, framed correctly: only its content is damaged. */
function withBody(answer: Buffer, change: (body: string) => string): Buffer {
	const [head = '', body = ''] = answer.toString('utf8').split(/\r\n\r\n(.*)/s);
	const changed = change(body);
	const length = `Content-Length: ${Buffer.byteLength(changed)}`;
	return Buffer.from(`${head.replace(/^content-length:.*$/im, length)}\r\n\r\n${changed}`);
}
