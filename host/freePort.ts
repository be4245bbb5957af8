import { randomInt } from 'node:crypto';
import { detectPort } from 'detect-port';

/**
 * A port that nobody listens on. It is below those that the system gives to outgoing connections (from
 * 32768 on Linux) and below those of lock.mjs: one that the system chose could be taken by a connection
 * of another process before the server that it is meant for has started.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(10_000, 20_000);
		if ((await detectPort(port)) === port) return port;
	}
}
