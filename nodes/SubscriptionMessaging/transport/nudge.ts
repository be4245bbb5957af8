import type { CallContext } from './session';

/** Milliseconds; n8n answers once it has asked the service. */
const TIME_LIMIT = 60_000;

/**
 * Sends an empty post to n8n itself, so that the execution that waits at this address asks the service.
 * Answers whether n8n took it. Never throws, because nobody waits for this any more.
 */
export async function nudge(
	{ httpRequest }: Pick<CallContext['helpers'], 'httpRequest'>,
	address: string,
): Promise<boolean> {
	try {
		const { statusCode } = (await httpRequest({
			method: 'POST',
			url: address,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: TIME_LIMIT,
		})) as { statusCode: number };
		return statusCode === 200;
	} catch {
		return false;
	}
}
