import type { ParametersOf } from '../contract/call';
import { NotDocumentedError } from '../errors/errors';
import { formRequest, PLAIN_SEND_PATH, type UnitAuth, type WireRequest } from './wireRequest';

/**
 * A plain send (Endpoints, rule 5), without username, password and api_key; `phone` is a list of
 * numbers with commas between them.
 * @throws NotDocumentedError for `thread`, which has no place in this form
 */
export function encodePlainSend(
	auth: UnitAuth,
	parameters: ParametersOf<'plainSend'>,
	method: 'POST' | 'GET',
): WireRequest {
	if (auth.thread !== undefined) {
		throw new NotDocumentedError('plain send', 'thread');
	}
	return formRequest(
		PLAIN_SEND_PATH,
		[
			['phone', parameters.phone],
			['code', auth.code],
			['keyword', auth.keyword],
			['message', parameters.message],
		],
		method,
	);
}
