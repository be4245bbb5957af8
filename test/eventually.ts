import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks until there is an answer.
 *
 * @param what is awaited, as the error says it
 */
export async function eventually<T>(
	what: string | (() => string),
	ask: () => Promise<T | undefined> | T | undefined,
	minutes = 3,
): Promise<T> {
	const deadline = Date.now() + minutes * 60_000;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) {
			throw new Error(`Not within ${minutes} minutes: ${typeof what === 'string' ? what : what()}`);
		}
		await sleep(100);
	}
}
