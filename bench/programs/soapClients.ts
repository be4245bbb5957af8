import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

type Callback<T> = (error: unknown, result: T, body?: string) => void;
type Client = Record<string, (parameters: object, callback: Callback<unknown>) => unknown>;

/** What both libraries send through; the request for the WSDL has no body. */
interface HttpClient {
	request(
		url: string,
		body: string | null,
		callback: Callback<object>,
		...more: unknown[]
	): unknown;
}

/** What is used of both. */
interface Library {
	createClient(wsdl: string, options: object, callback: Callback<Client>): void;
	HttpClient: new (options: object) => HttpClient;
}

const LIBRARIES = {
	nodeSoap: (require: NodeJS.Require) => require('soap') as Library,
	strongSoap: (require: NodeJS.Require): Library => {
		const { soap, http } = require('strong-soap') as {
			soap: Library;
			http: Library['HttpClient'];
		};
		return { createClient: soap.createClient.bind(soap), HttpClient: http };
	},
};

/** A client of another SOAP library, with nothing but the network left out. */
export interface SoapClient {
	/** The envelope that the library writes for a call. */
	encode(operation: string, parameters: object): string;
	/** What the library gives for a call that is answered so. */
	decode(operation: string, parameters: object, answer: Buffer): Promise<unknown>;
}

/** @param peers folder of the package that has the libraries */
export async function soapClient(
	library: keyof typeof LIBRARIES,
	peers: string,
	wsdl: string,
): Promise<SoapClient> {
	const { createClient, HttpClient } = LIBRARIES[library](
		createRequire(join(peers, 'package.json')),
	);
	let sent = '';
	let answer: Buffer | undefined;
	const httpClient = new HttpClient({});
	const fetch = httpClient.request.bind(httpClient);
	httpClient.request = (url, body, callback, ...more) => {
		if (!body) return fetch(url, body, callback, ...more);
		sent = body;
		if (answer) callback(null, { status: 200, statusCode: 200 }, answer.toString());
		return undefined;
	};
	const client = await promisify(createClient)(wsdl, { httpClient });
	const call = (operation: string, parameters: object, callback: Callback<unknown>) => {
		if (!client[operation]) throw new Error(`The WSDL has no ${operation}`);
		client[operation](parameters, callback);
	};
	return {
		encode(operation, parameters) {
			answer = undefined;
			call(operation, parameters, () => undefined);
			return sent;
		},
		async decode(operation, parameters, given) {
			answer = given;
			return await promisify(call)(operation, parameters);
		},
	};
}
