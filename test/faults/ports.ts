import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Above the ports of host/lock.mjs, and below those that the system gives to outgoing connections (from 32768
 * on Linux).
 */
const FIRST = 30_000;
const LAST = 32_767;

/** Ports of a process: more than it has proxies at once. */
const BLOCK = 300;

/** A block belongs to the process that listens on its first port. */
interface Block {
	readonly first: number;
	readonly claim: Server;
}

let block: Promise<Block> | undefined;

/** Ports that are taken, and those that are being taken. */
let users = 0;
const taken = new Set<number>();

let given = 0;

/** A port of this process alone, until it is given back. Whether anybody else listens on it is not looked at. */
export async function takePort(): Promise<number> {
	users += 1;
	const { first } = await (block ??= claimBlock());
	for (let tried = 1; tried < BLOCK; tried++) {
		const port = first + 1 + (given++ % (BLOCK - 1));
		if (taken.has(port)) continue;
		taken.add(port);
		return port;
	}
	throw new Error(`More than ${BLOCK - 1} ports are in use at once`);
}

/** With the last port goes the block, because each file of tests has one of its own. */
export function giveBack(port: number): void {
	taken.delete(port);
	users -= 1;
	if (users > 0) return;
	const left = block;
	block = undefined;
	void left?.then(({ claim }) => claim.close());
}

async function claimBlock(): Promise<Block> {
	for (let first = FIRST; first + BLOCK <= LAST; first += BLOCK) {
		const claim = createServer().unref();
		claim.listen(first, '127.0.0.1');
		try {
			await once(claim, 'listening');
			return { first, claim };
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		}
	}
	throw new Error(`All ports from ${FIRST} on belong to other processes`);
}
