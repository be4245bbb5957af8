import { detectPort } from 'detect-port';

/**
 * From here up to 20,000: below the ports that the system gives to outgoing connections (from 32768 on
 * Linux) and below those of lock.mjs. One that the system chose could be taken by a connection of another
 * process before the server that it is meant for has started.
 */
const FIRST = 10_000;

/**
 * How many a process has for itself, by its number, and goes through in turn: n8n listens only seconds
 * after its port was chosen, when another process looks for one as well.
 */
const OWN = 100;

let given = 0;

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST + (process.pid % 100) * OWN + (given++ % OWN);
		if ((await detectPort(port)) === port) return port;
	}
}
