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
	let onAbort!: () => void;
	const aborted = new Promise<void>((resolve) => {
		onAbort = resolve;
		signal?.addEventListener('abort', onAbort);
	});
	try {
		for (let waited = 0; waited === 0 || waited < milliseconds; waited += STEP) {
			await Promise.race([sleep(Math.min(milliseconds - waited, STEP)), aborted]);
			signal?.throwIfAborted();
		}
	} finally {
		signal?.removeEventListener('abort', onAbort);
	}
}
