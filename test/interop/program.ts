import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** A server in another language; its own words about itself tell where it listens. */
export interface ServerProgram {
	/** Without a slash at its end, e.g. `http://127.0.0.1:40123`. */
	readonly baseUrl: string;
	stop(): Promise<void>;
}

/**
 * Starts a server that is told to take a free port and prints its address.
 * @throws Error with the program's output when it ends before that
 */
export async function startServer(
	command: string,
	args: string[],
	env: NodeJS.ProcessEnv = {},
): Promise<ServerProgram> {
	const child = spawn(command, args, { env: { ...process.env, ...env } });
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	let output = '';
	const baseUrl = await new Promise<string>((resolve, reject) => {
		const read = (chunk: Buffer) => {
			output += chunk.toString();
			const address = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output)?.[0];
			if (address !== undefined) resolve(address);
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		child.once('error', reject);
		child.once('close', (code) => reject(new Error(`${command} ended with ${code}: ${output}`)));
	});
	return {
		baseUrl,
		async stop() {
			process.off('exit', kill);
			if (hasEnded(child)) return;
			const closed = once(child, 'close');
			child.kill();
			await closed;
		},
	};
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
	exitCode !== null || signalCode !== null;

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
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	const ended = once(child, 'close') as Promise<[number | null]>;
	child.stdin.on('error', () => {}).end(JSON.stringify(input));
	const [output, complaints, [code]] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		ended,
	]);
	process.off('exit', kill);
	if (code !== 0) throw new Error(`${command} ended with ${code}: ${complaints}${output}`);
	return JSON.parse(output) as T;
}

/**
 * The first of the commands with which a check succeeds.
 * @throws Error that names the Debian package to install when there is none
 */
export function commandWith(commands: string[], check: string[], debianPackage: string): string {
	const found = commands.find((command) => spawnSync(command, check).status === 0);
	if (found !== undefined) return found;
	throw new Error(
		`The interop tests need ${debianPackage}. On Debian or Ubuntu: apt-get install ${debianPackage}`,
	);
}
