import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Contender } from './compare';

type Callback = (...given: unknown[]) => void;

/** What another library makes its clients with, and what it sends through. The one that is loaded is measured. */
const LIBRARIES = {
	'node-soap': () => require('soap'),
	'strong-soap': () => {
		const { soap, http } = require('strong-soap');
		return { createClient: soap.createClient.bind(soap), HttpClient: http };
	},
};

export type Library = keyof typeof LIBRARIES;

/** The client of another SOAP library, with nothing but the network left out. */
export async function soapClient(library: Library, wsdl: string) {
	const { createClient, HttpClient } = LIBRARIES[library]();
	let sent = '';
	let answer: Buffer | undefined;
	const httpClient = new HttpClient({});
	httpClient.request = (_url: string, body: string, callback: Callback) => {
		sent = body;
		if (answer) callback(null, { status: 200, statusCode: 200 }, answer.toString());
	};
	const client = await promisify(createClient)(wsdl, { httpClient });
	return {
		/** The envelope that the library writes for a call. */
		encode(operation: string, parameters: object): string {
			client[operation](parameters, () => undefined);
			return sent;
		},
		/** What the library gives for a call that is answered so. */
		async decode(operation: string, parameters: object, given: Buffer): Promise<unknown> {
			answer = given;
			return await promisify(client[operation].bind(client))(parameters);
		},
	};
}

export const hasPhp = () =>
	/^soap$/m.test(spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout ?? '');

/** PHP's SoapClient where there is one: every turn is a process, which is warm when it measures. */
export function startPhp(calls: Record<string, object>): Record<string, Contender> {
	const args = ['-d', 'memory_limit=-1', join(__dirname, 'soapClient.php')];
	const startOne = (call: object): Contender => ({
		turn: async () =>
			JSON.parse(execFileSync('php', args, { input: JSON.stringify(call) }).toString()),
		close: async () => undefined,
	});
	const installed = hasPhp() ? Object.entries(calls) : [];
	return Object.fromEntries(installed.map(([name, call]) => [name, startOne(call)]));
}
