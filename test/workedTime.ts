import { existsSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** From Node 23.9 on: what the running thread alone took of a processor, in microseconds. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage?: typeof process.cpuUsage };

/** Where Linux says it of the first thread of a process, in nanoseconds; jest runs tests in that one. */
const SCHEDSTAT = `/proc/${process.pid}/task/${process.pid}/schedstat`;
const tells = isMainThread && existsSync(SCHEDSTAT);

/**
 * Milliseconds of a processor, whatever else the machine has to do. Where no one tells it of the thread,
 * those that collect garbage and compile count as well.
 */
export function workedTime(): number {
	const { user, system } = (threadCpuUsage ?? process.cpuUsage)();
	return (user + system) / 1000;
}

/** The same of the thread alone, also before Node 23.9: slow to ask for, so not for each small step. */
export function workedByThread(): number {
	if (threadCpuUsage || !tells) return workedTime();
	return parseInt(readFileSync(SCHEDSTAT, 'latin1')) / 1e6;
}
