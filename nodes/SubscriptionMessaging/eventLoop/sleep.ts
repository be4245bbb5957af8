import { sleep } from 'n8n-workflow';

/** Milliseconds; a wait that was cancelled has left nothing behind after at most so many. */
const STEP = 10_000;

/**
 * Waits, unless the execution is cancelled meanwhile.
 *
 * n8n's `sleep` cannot be called off, so a long wait is made of short ones.
 *
 * @throws the reason of the signal as soon as it is aborted
 */
export async function sleepFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
	signal?.throwIfAborted();
	for (let waited = 0; waited === 0 || waited < milliseconds; waited += STEP) {
		await unlessAborted(sleep(Math.min(milliseconds - waited, STEP)), signal);
	}
}

/**
 * Waits for the end of something, unless the execution is cancelled meanwhile.
 *
 * @throws the reason of the signal as soon as it is aborted
 */
export async function unlessAborted(end: Promise<unknown>, signal?: AbortSignal): Promise<void> {
	signal?.throwIfAborted();
	let onAbort!: () => void;
	const aborted = new Promise<void>((resolve) => {
		onAbort = resolve;
		signal?.addEventListener('abort', onAbort);
	});
	await Promise.race([end, aborted]).finally(() => signal?.removeEventListener('abort', onAbort));
	signal?.throwIfAborted();
}
