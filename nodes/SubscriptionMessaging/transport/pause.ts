import { sleep } from 'n8n-workflow';

/**
 * Waits, unless the execution is cancelled meanwhile.
 *
 * @throws the reason of the signal as soon as it is aborted
 */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
	if (!signal) return await sleep(milliseconds);
	let onAbort: (() => void) | undefined;
	const aborted = new Promise<void>((resolve) => {
		onAbort = resolve;
		signal.addEventListener('abort', resolve as () => void, { once: true });
	});
	await Promise.race([sleep(milliseconds), aborted]);
	if (onAbort) signal.removeEventListener('abort', onAbort);
	signal.throwIfAborted();
}
