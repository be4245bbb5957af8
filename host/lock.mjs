import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Takes the lock of a name if no other process of this machine holds it. It is a port of 127.0.0.1, which
 * the system frees as soon as the process ends, however it ends. The ports are below those that systems
 * give out by themselves.
 *
 * @returns {Promise<(() => void) | undefined>} gives the lock back; undefined when it is held
 */
export async function tryLock(name) {
	const number = createHash('sha256').update(name).digest().readUInt16BE();
	const server = createServer().unref();
	server.listen(20_000 + (number % 10_000), '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch (error) {
		if (error.code === 'EADDRINUSE') return undefined;
		// Windows reserves some ports for itself. Starting without a lock is better than not at all.
		if (error.code !== 'EACCES') throw error;
	}
	return () => server.close();
}
