import { rmSync } from 'node:fs';
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const HEARTBEAT_MS = 2_000;
/** A holder that was killed leaves its file behind; a living one touches it every two seconds. */
const STALE_MS = 20_000;

/**
 * Takes the lock `file` if nobody holds it. It is given back when this process exits at the latest.
 *
 * @param {string} file
 * @returns {Promise<(() => void) | undefined>} gives the lock back; undefined when it is held
 */
export async function tryLock(file) {
	await mkdir(dirname(file), { recursive: true });
	const { mtimeMs = Infinity } = await stat(file).catch(() => ({}));
	if (Date.now() - mtimeMs > STALE_MS) await rm(file, { force: true });
	const owner = `${process.pid} ${Math.random()}`;
	try {
		await writeFile(file, owner, { flag: 'wx' });
	} catch (error) {
		if (error.code === 'EEXIST') return undefined;
		throw error;
	}
	// Two waiters may both have found the old file stale, the second removing the first one's.
	await sleep(50);
	const holder = await readFile(file, 'utf8').catch(() => '');
	if (holder !== owner) return undefined;
	const heartbeat = setInterval(() => {
		const now = new Date();
		utimes(file, now, now).catch(() => {});
	}, HEARTBEAT_MS).unref();
	const release = () => {
		clearInterval(heartbeat);
		rmSync(file, { force: true });
		process.off('exit', release);
	};
	process.once('exit', release);
	return release;
}

/**
 * Does `work` while no other process of this project holds the lock, waiting for its turn. A signal
 * that would end the process ends it orderly, so that the lock is given back.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
	let release = await tryLock(file);
	if (!release)
		process.stderr.write('Another process is installing or building; waiting for it.\n');
	while (!release) {
		await sleep(500);
		release = await tryLock(file);
	}
	const exit = () => process.exit(130);
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, exit);
	try {
		return await work();
	} finally {
		for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, exit);
		release();
	}
}
