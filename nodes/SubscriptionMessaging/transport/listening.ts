import { later } from '../eventLoop/timers';
import type { CallContext } from './session';

interface Body {
	on(event: 'error', listener: () => void): void;
}

/** Milliseconds; somebody waits for it in the editor. */
const TIME_LIMIT = 3_000;

/**
 * Whether n8n has a published trigger at an address of its own, found out by the question that a
 * browser asks before it posts (CORS, `OPTIONS`): it starts nothing, and n8n's answer lists the methods
 * that the address takes.
 *
 * @returns undefined where the address is not reached from here, or something else than n8n answers
 */
export async function isListening(
	{ httpRequest }: Pick<CallContext['helpers'], 'httpRequest'>,
	address: string,
): Promise<boolean | undefined> {
	const connection = new AbortController();
	// The time-out of the helper counts from the last byte.
	const callOff = later(TIME_LIMIT, () => connection.abort());
	try {
		const { statusCode, headers, body } = (await httpRequest({
			...publishedQuestion(address),
			url: address,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			abortSignal: connection.signal,
		})) as { statusCode: number; headers: Record<string, unknown>; body: Body };
		body.on('error', () => undefined);
		return listensBy(statusCode, headers);
	} catch {
		return undefined;
	} finally {
		callOff();
		// Nothing of the body is read.
		connection.abort();
	}
}

/** The question whether a trigger is published. n8n answers it only to a page of some origin. */
export function publishedQuestion(address: string) {
	return {
		// n8n passes any method on, and declares the usual ones.
		method: 'OPTIONS' as 'HEAD',
		headers: { Origin: new URL(address).origin },
		timeout: TIME_LIMIT,
	};
}

/** What n8n's answer to `OPTIONS` tells; undefined for an answer that is not n8n's. */
export function listensBy(
	statusCode: number,
	headers: Record<string, unknown>,
): boolean | undefined {
	const methods = headers['access-control-allow-methods'];
	if (statusCode !== 204 || typeof methods !== 'string') return undefined;
	return /\bPOST\b/.test(methods);
}
