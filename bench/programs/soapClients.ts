import { promisify } from 'node:util';

type Callback<T> = (error: unknown, result: T, body?: string) => void;
type Client = Record<string, (parameters: object, callback: Callback<unknown>) => unknown>;
type CreateClient = (wsdl: string, options: object, callback: Callback<Client>) => void;

/** What a library sends through; the request for the WSDL has no body. */
interface HttpClient {
	request(url: string, body: string | null, callback: Callback<object>, ...more: object[]): unknown;
}

/** Those that are loaded are those that are measured. */
const LIBRARIES = {
	nodeSoap(): [CreateClient, HttpClient] {
		const { createClient, HttpClient } = require('soap');
		return [createClient, new HttpClient({})];
	},
	strongSoap(): [CreateClient, HttpClient] {
		const { soap, http: HttpClient } = require('strong-soap');
		return [soap.createClient.bind(soap), new HttpClient({})];
	},
};

/** Another SOAP library. */
export type Library = keyof typeof LIBRARIES;

/** Its client, with nothing but the network left out. */
export interface SoapClient {
	/** The envelope that the library writes for a call. */
	encode(operation: string, parameters: object): string;
	/** What the library gives for a call that is answered so. */
	decode(operation: string, parameters: object, answer: Buffer): Promise<unknown>;
}

export async function soapClient(library: Library, wsdl: string): Promise<SoapClient> {
	const [createClient, httpClient] = LIBRARIES[library]();
	let sent = '';
	let answer: Buffer | undefined;
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
