import { once } from 'node:events';
import {
	createServer,
	request as forward,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a service, or a server in front of it, repeats the secrets that it was sent. */
export const LEAKS = [
	'refusal',
	'fault',
	'web page',
	'denied',
	'text',
	'json',
	'cut',
	'redirect',
] as const;

export type Leak = (typeof LEAKS)[number];

export interface LeakyService {
	readonly baseUrl: string;
	/** Nothing is repeated, and the service behind it answers, where it is undefined. */
	leak: Leak | undefined;
	/** Answers so far that repeated a secret. */
	readonly repeated: number;
	close(): Promise<void>;
}

const xml = (text: string) =>
	text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const HTML_NAMES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	' ': '&nbsp;',
	ü: '&uuml;',
	ß: '&szlig;',
	é: '&eacute;',
};

/** A secret as programs, forms, pages and logs write it. */
export function writings(secret: string): string[] {
	const each = (change: (character: string) => string) => [...secret].map(change).join('');
	const names = each((character) => HTML_NAMES[character] ?? character);
	const latin1 = [...Buffer.from(secret, 'latin1')]
		.map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
		.join('');
	return [
		secret,
		secret.toUpperCase(),
		names,
		names.replaceAll('&', '&amp;'),
		xml(secret),
		each((character) => `&#x${character.codePointAt(0)?.toString(16)};`),
		encodeURIComponent(secret),
		encodeURIComponent(encodeURIComponent(secret)),
		String(new URLSearchParams({ p: secret })).slice(2),
		latin1,
		JSON.stringify(secret),
		JSON.stringify(JSON.stringify(secret)),
		each((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
		Buffer.from(secret).toString('base64'),
		Buffer.from(`u:${secret}`).toString('base64'),
		Buffer.from(`us:${secret}`).toString('base64url'),
		[...secret].join(' '),
		`${secret.slice(0, 20)}\r\n\t${secret.slice(20)}`,
		`${secret.slice(0, 25)}…`,
		`${names.slice(0, names.lastIndexOf('&') + 3)}…`,
	];
}

/** A service in front of another one, which can be told to repeat secrets in what it answers. */
export async function startLeakyService(
	behind: string,
	secrets: readonly string[],
): Promise<LeakyService> {
	const all = secrets.flatMap(writings);
	let repeated = 0;
	const state: { leak: Leak | undefined } = { leak: undefined };
	const server = createServer((request, response) => {
		if (!state.leak) {
			const { method, headers, url } = request;
			const passed = forward(behind + url, { method, headers }, (answer) => {
				response.writeHead(answer.statusCode ?? 500, answer.headers);
				answer.pipe(response);
			});
			request.pipe(passed);
			return;
		}
		const leak = state.leak;
		request.resume().on('end', () => {
			const text = all[repeated % all.length]!;
			repeated += 1;
			answerLeaking(leak, text, calledIn(request), response);
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return Object.defineProperties(state, {
		baseUrl: { value: `http://127.0.0.1:${port}` },
		repeated: { get: () => repeated },
		close: {
			value: async () => {
				server.close();
				server.closeAllConnections();
				await once(server, 'close');
			},
		},
	}) as unknown as LeakyService;
}

/** The operation that a request calls: over SOAP, or over NVP in its address; neither for a plain send. */
interface Called {
	soap?: string;
	nvp?: string;
}

function calledIn({ headers, url = '' }: IncomingMessage): Called {
	const { searchParams } = new URL(url, 'http://service');
	return {
		soap: (headers.soapaction as string | undefined)?.replace(/.*#|"/g, ''),
		nvp: searchParams.get('method_name')?.replace(/.*\./, ''),
	};
}

function answerLeaking(
	leak: Leak,
	text: string,
	{ soap, nvp }: Called,
	response: ServerResponse,
): void {
	const envelope = (body: string) =>
		`<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;
	const refusal = (message: string) => {
		const members = `<result>false</result><error_code>7</error_code><message>${xml(message)}</message>`;
		return soap
			? envelope(`<${soap}Response><return>${members}</return></${soap}Response>`)
			: `<${nvp ?? 'sendMessageSpecifyNumbers'}>${members}</${nvp ?? 'sendMessageSpecifyNumbers'}>`;
	};
	const asXml = { 'Content-Type': 'text/xml; charset=utf-8' };
	switch (leak) {
		case 'refusal':
			response.writeHead(200, asXml).end(refusal(`Refused <b>${text}</b> ${text}`));
			return;
		case 'cut':
			response.writeHead(200, asXml).end(refusal(`${'x '.repeat(200)}${text.repeat(60)}`));
			return;
		case 'fault': {
			const fault = `<e:Fault><faultcode>${xml(text)}</faultcode><faultstring>${xml(text)}</faultstring></e:Fault>`;
			response.writeHead(500, asXml).end(envelope(fault));
			return;
		}
		case 'web page':
		case 'denied':
			response
				.writeHead(leak === 'denied' ? 403 : 500, { 'Content-Type': 'text/html; charset=utf-8' })
				.end(`<html><head><title>No ${xml(text)}</title></head><body>${xml(text)}</body></html>`);
			return;
		case 'text':
			response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`No: ${text}`);
			return;
		case 'json':
			response
				.writeHead(200, { 'Content-Type': 'application/json' })
				.end(JSON.stringify({ error: text }));
			return;
		case 'redirect':
			response.writeHead(302, { Location: `/login?next=${encodeURIComponent(text)}` }).end();
	}
}
