import type { CallContext } from './session';

/** Milliseconds; n8n answers once it has asked the service. */
const TIME_LIMIT = 60_000;

/**
 * Posts nothing to an address of n8n itself, so that the execution which waits there asks the service.
 * Answers whether it did; never throws, because nobody is there any more to be told.
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
