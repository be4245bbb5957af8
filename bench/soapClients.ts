import { execFileSync, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

import type { Programs } from './turns';

type Callback = (...given: unknown[]) => void;

/** Other SOAP libraries. The one that is loaded is measured. */
const LIBRARIES = {
	'node-soap': () => require('soap'),
	'strong-soap': () => require('strong-soap').soap,
};

export type Library = keyof typeof LIBRARIES;

/** The client of another SOAP library, with nothing but the network left out. */
export async function soapClient(library: Library, wsdl: string) {
	let sent = '';
	let answer: Buffer | undefined;
	const client = await promisify(LIBRARIES[library]().createClient)(wsdl);
	client.httpClient.request = (_url: string, body: string, callback: Callback) => {
		sent = body;
		if (answer) callback(null, { status: 200, statusCode: 200 }, answer.toString());
	};
	return {
		/** The envelope that the library writes for a call. */
		encode(operation: string, parameters: object): string {
			sent = '';
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

/** Names of the programs that can be run here. */
export const runnable = (programs: object): string[] =>
	Object.keys(programs).filter((name) => !name.startsWith('PHP') || hasPhp());

/** A program of PHP's SoapClient, each turn a process that is warm when it measures. */
export const php =
	<A>(callOf: (argument: A) => object): Programs<A>[string] =>
	(argument) => {
		const args = ['-d', 'memory_limit=-1', 'soapClient.php'];
		const input = JSON.stringify(callOf(argument));
		return () => JSON.parse(execFileSync('php', args, { input }).toString());
	};
