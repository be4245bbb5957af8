import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A client of another SOAP library, with nothing but the network left out. */
export interface SoapClient {
	/** The envelope that the library writes for a call. */
	encode(operation: string, parameters: object): string;
	/** What the library gives for a call that is answered so. */
	decode(operation: string, parameters: object, answer: Buffer): Promise<unknown>;
}

type Callback = (error: unknown, response?: object, body?: string) => void;
type Method = (parameters: object, callback: (error: unknown, result: unknown) => void) => unknown;

/** What both libraries send through; the request for the WSDL has no body. */
interface HttpClient {
	request(url: string, body: string | null, callback: Callback, ...more: unknown[]): unknown;
}

/** Lets a library fetch the WSDL, and keeps what else it would send. */
class Offline {
	sent = '';

	answer: Buffer | undefined;

	constructor(readonly http: HttpClient) {
		const fetch = http.request.bind(http);
		http.request = (url, body, callback, ...more) => {
			if (!body) return fetch(url, body, callback, ...more);
			this.sent = body;
			if (this.answer) callback(null, { status: 200, statusCode: 200 }, this.answer.toString());
			return undefined;
		};
	}
}

function clientOf(methods: Record<string, Method>, offline: Offline): SoapClient {
	const call = (
		operation: string,
		parameters: object,
		callback: (e: unknown, r: unknown) => void,
	) => {
		const method = methods[operation];
		if (!method) throw new Error(`The WSDL has no ${operation}`);
		return method.call(methods, parameters, callback);
	};
	return {
		encode(operation, parameters) {
			offline.answer = undefined;
			call(operation, parameters, () => undefined);
			return offline.sent;
		},
		decode(operation, parameters, answer) {
			offline.answer = answer;
			return new Promise((resolve, reject) => {
				call(operation, parameters, (error, result) => {
					if (error) reject(error instanceof Error ? error : new Error(String(error)));
					else resolve(result);
				});
			});
		},
	};
}

/** @param peers folder of the package that has the library */
export async function nodeSoap(peers: string, wsdl: string): Promise<SoapClient> {
	const { createClientAsync, HttpClient: Http } = createRequire(join(peers, 'package.json'))(
		'soap',
	) as {
		createClientAsync(wsdl: string, options: object): Promise<Record<string, Method>>;
		HttpClient: new (options: object) => HttpClient;
	};
	const offline = new Offline(new Http({}));
	return clientOf(await createClientAsync(wsdl, { httpClient: offline.http }), offline);
}

/** @param peers folder of the package that has the library */
export async function strongSoap(peers: string, wsdl: string): Promise<SoapClient> {
	const { soap, http: Http } = createRequire(join(peers, 'package.json'))('strong-soap') as {
		soap: {
			createClient(
				wsdl: string,
				options: object,
				callback: (error: unknown, client: Record<string, Method>) => void,
			): void;
		};
		http: new (options: object) => HttpClient;
	};
	const offline = new Offline(new Http({}));
	const client = await new Promise<Record<string, Method>>((resolve, reject) => {
		soap.createClient(wsdl, { httpClient: offline.http }, (error, made) => {
			if (error) reject(error instanceof Error ? error : new Error(String(error)));
			else resolve(made);
		});
	});
	return clientOf(client, offline);
}
