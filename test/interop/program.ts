import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { commandOf as commandNeededBy } from '../prerequisites.js';

/** A server in another language; its own words about itself tell where it listens. */
export interface ServerProgram {
	/** Without a slash at its end, e.g. `http://127.0.0.1:40123`. */
	readonly baseUrl: string;
	stop(): Promise<void>;
}

/** Milliseconds until a server must have said where it listens. */
const START_LIMIT = 60_000;

/**
 * Starts a server that is told to take a free port and prints its address.
 * @throws Error with the program's output when it ends before that, or takes longer than a minute
 */
export async function startServer(
	command: string,
	args: string[],
	env: NodeJS.ProcessEnv = {},
): Promise<ServerProgram> {
	const child = spawn(
		process.execPath,
		[join(__dirname, 'runUntilInputEnds.mjs'), command, ...args],
		{
			env: { ...process.env, ...env },
		},
	);
	const closed = once(child, 'close');
	const stop = async () => {
		child.stdin.end();
		await closed;
	};
	child.stdin.on('error', () => {});
	let output = '';
	let limit: NodeJS.Timeout | undefined;
	const address = await new Promise<string | undefined>((resolve) => {
		const read = (chunk: Buffer) => {
			output += chunk.toString();
			const found = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output)?.[0];
			if (found !== undefined) resolve(found);
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		child.once('close', () => resolve(undefined));
		limit = setTimeout(() => resolve(undefined), START_LIMIT);
	});
	clearTimeout(limit);
	if (address !== undefined) return { baseUrl: address, stop };
	await stop();
	throw new Error(`${command} did not say where it listens: ${output}`);
}

/**
 * Runs a program that reads JSON from its standard input and prints JSON.
 * @throws Error with the program's own words when it fails
 */
export async function runProgram<T>(
	command: string,
	args: string[],
	input: unknown,
	env: NodeJS.ProcessEnv = {},
): Promise<T> {
	const child = spawn(command, args, { env: { ...process.env, ...env } });
	const ended = once(child, 'close') as Promise<[number | null]>;
	child.stdin.on('error', () => {}).end(JSON.stringify(input));
	const [output, complaints, [code]] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		ended,
	]);
	if (code !== 0) throw new Error(`${command} ended with ${code}: ${complaints}${output}`);
	return JSON.parse(output) as T;
}

/** A SOAP implementation of another make, which tests run as client or as service. */
export type Peer = 'php' | 'zeep' | 'soap-lite';

/** The command of a peer. @throws Error that tells how to install it where it is missing */
export const commandOf = (peer: Peer): string => commandNeededBy(`interop-${peer}`);
