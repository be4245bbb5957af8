import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import express, { type ErrorRequestHandler, type Request, type Response } from 'express';

import { controlRoutes } from './control';
import { answerNvp, type FlatParameters } from './nvp';
import { BINDINGS, type Binding } from './operations/operation';
import { answerPlainSend } from './plainSend';
import { Sandbox, type SandboxSettings } from './sandbox';
import { answerSoap, SoapFault, writeFault } from './soap';
import { VERSION } from './types';
import { SOAP_ENCODING_PATH, writeSoapEncodingSchema, writeWsdl } from './wsdl';

const XML = 'text/xml; charset=utf-8';
const MAX_BODY = '8mb';

export interface RunningSandbox {
	/** Without a slash at its end, e.g. `http://127.0.0.1:8025`. */
	readonly baseUrl: string;
	readonly port: number;
	readonly sandbox: Sandbox;
	readonly server: Server;
	close(): Promise<void>;
}

/**
 * Starts a sandbox on 127.0.0.1; port 0 takes a free one. Rejects with the system's error when the
 * port is taken (`EADDRINUSE`).
 */
export async function startSandbox({
	port = 0,
	...settings
}: Partial<SandboxSettings> & { port?: number } = {}): Promise<RunningSandbox> {
	const sandbox = new Sandbox(settings);
	const server = createServer(createApp(sandbox));
	// Longer than clients keep an idle connection, so that none sends into one that is closing.
	server.keepAliveTimeout = 65_000;
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${address.port}`,
		port: address.port,
		sandbox,
		server,
		async close() {
			server.close();
			sandbox.callbacks.clear();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

function createApp(sandbox: Sandbox) {
	const app = express().disable('x-powered-by').disable('etag');

	app.use(express.static(join(__dirname, 'inbox'), { setHeaders: onlyOwnAssets }));
	app.use('/_sandbox', controlRoutes(sandbox));

	app.get('/webservices', (request, response) => {
		const { wsdl, version = VERSION } = request.query;
		if (wsdl === undefined || version !== VERSION) {
			response.status(404).type('text').send(`Try ${request.path}?version=${VERSION}&wsdl\n`);
			return;
		}
		const host = request.get('host') ?? `127.0.0.1:${request.socket.localPort}`;
		response.type(XML).send(writeWsdl(`http://${host}`));
	});

	app.get(SOAP_ENCODING_PATH, (_request, response) => {
		response.type(XML).send(writeSoapEncodingSchema());
	});

	const form = express.urlencoded({ extended: false, limit: MAX_BODY });
	app
		.route('/httppost/nvp')
		.get((request, response) => stream(response, answerNvp(sandbox, flat(request))))
		.post(form, (request, response) => stream(response, answerNvp(sandbox, flat(request))));
	const plainSend = (request: Request, response: Response) => {
		response.type(XML).send(answerPlainSend(sandbox, flat(request)));
	};
	app.route('/httppost').get(plainSend).post(form, plainSend);

	for (const binding of BINDINGS) {
		app
			.route(`/webservices/${binding}/${VERSION}`)
			.post(express.raw({ type: () => true, limit: MAX_BODY }), soapHandler(sandbox, binding))
			.get((_request, response) => {
				response.status(405).set('Allow', 'POST').type('text').send('SOAP is sent by POST\n');
			});
	}
	app.use('/webservices', soapFaults);
	app.use(plainFaults);
	return app;
}

const onlyOwnAssets = (response: Response) => {
	response.set('Content-Security-Policy', "default-src 'self'");
};

function soapHandler(sandbox: Sandbox, binding: Binding) {
	return async (request: Request, response: Response) => {
		await stream(response, answerSoap(sandbox, binding, decodeBody(request)));
	};
}

/** Text of a body in the charset that its header, or else its XML declaration, names. */
function decodeBody(request: Request): string {
	const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
	const label =
		/charset="?([\w.:-]+)/i.exec(request.get('content-type') ?? '')?.[1] ??
		/^<\?xml[^>]*\sencoding=["']([\w.:-]+)/i.exec(bytes.toString('latin1', 0, 200))?.[1] ??
		'utf-8';
	try {
		return new TextDecoder(label, { fatal: true }).decode(bytes);
	} catch {
		throw new SoapFault(`Bad request: the body is not text in ${label}`);
	}
}

/** Parameters of the query and, before them, of the form; of a name given twice the last. */
function flat(request: Request): FlatParameters {
	const form = (request.body ?? {}) as Record<string, unknown>;
	return Object.fromEntries(
		Object.entries({ ...request.query, ...form }).map(([name, value]) => [
			name,
			String(Array.isArray(value) ? value.at(-1) : value),
		]),
	);
}

const CHUNK = 64 * 1024;

/** Sends a short answer whole, with its length, and a long one as it is made. */
async function stream(response: Response, pieces: Generator<string>): Promise<void> {
	const chunks = inChunks(pieces);
	const first = chunks.next();
	const second = chunks.next();
	response.type(XML);
	if (second.done) {
		response.send(first.value ?? '');
		return;
	}
	const rest = Readable.from(
		(function* () {
			yield first.value as string;
			yield second.value;
			yield* chunks;
		})(),
	);
	await pipeline(rest, response).catch((error: NodeJS.ErrnoException) => {
		// A client that goes away in the middle is no concern of the sandbox.
		if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
	});
}

function* inChunks(pieces: Generator<string>): Generator<string, undefined> {
	let chunk = '';
	for (const piece of pieces) {
		chunk += piece;
		if (chunk.length >= CHUNK) {
			yield chunk;
			chunk = '';
		}
	}
	if (chunk !== '') yield chunk;
	return undefined;
}

const soapFaults: ErrorRequestHandler = (error, request, response, next) => {
	if (response.headersSent) {
		next(error);
		return;
	}
	const blame = statusOf(error) < 500 ? 'Client' : 'Server';
	const fault = error instanceof SoapFault ? error : new SoapFault(publicMessage(error), blame);
	// SOAP 1.1 over HTTP answers every fault with 500.
	discard(request);
	response.status(500).type(XML).send(writeFault(fault));
};

const plainFaults: ErrorRequestHandler = (error, request, response, next) => {
	if (response.headersSent) {
		next(error);
		return;
	}
	discard(request);
	response
		.status(statusOf(error))
		.type('text')
		.send(`${publicMessage(error)}\n`);
};

/** Reads on, so that a client which still sends sees the answer and not a reset. */
const discard = (request: IncomingMessage) => request.resume();

/** What Express' body readers throw has the status that it asks for. */
type HttpError = Error & { readonly status?: number };

const statusOf = (error: HttpError): number => error.status ?? 500;

/** Only what the request itself is to blame for is told; anything else is the sandbox's fault. */
function publicMessage(error: HttpError): string {
	if (statusOf(error) < 500) return `Bad request: ${error.message}`;
	console.error(error);
	return 'The sandbox failed; see its console';
}
