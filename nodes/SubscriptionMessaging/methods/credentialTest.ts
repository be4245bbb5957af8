import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import {
	secretMask,
	problemWithCredential,
	serviceAddress,
	withSecrets,
	type SubscriptionMessagingCredential,
} from '../../../credentials/secrets';
import { openAnswer } from '../service/answer';
import { MessagingServiceError, ServiceRefusedError } from '../service/errors';
import { encodeSoap } from '../service/soap';
import { connectionError, timeLimitError } from '../transport/connectionError';

const TIME_LIMIT_SECONDS = 30;

/**
 * Calls `authenticationTest`. A wrong password is an HTTP 200 with `result` false, so the answer
 * has to be read to tell it from success, a wrong address or an unreachable host.
 */
export async function subscriptionMessagingApiTest(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const credential = data as unknown as SubscriptionMessagingCredential;
	const problem = problemWithCredential(credential);
	if (problem) return { status: 'Error', message: problem };
	try {
		const answer = await authenticationTest(this, credential);
		return {
			status: 'OK',
			message: String(answer.message ?? 'The service accepts the credential'),
		};
	} catch (error) {
		return { status: 'Error', message: secretMask(credential)(explain(error)) };
	}
}

async function authenticationTest(
	{ helpers }: ICredentialTestFunctions,
	credential: SubscriptionMessagingCredential,
) {
	const { path, ...request } = encodeSoap(
		'authenticationTest',
		{ code: String(credential.code), keyword: credential.keyword?.trim() ?? '' },
		{},
	);
	const url = serviceAddress(credential) + path;
	const { body } = withSecrets(credential, { ...request, url });
	const response = (await withinTimeLimit(
		helpers.request({
			...request,
			uri: url,
			body,
			encoding: null,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			followAllRedirects: false,
			rejectUnauthorized: !credential.ignoreSslIssues,
			timeout: TIME_LIMIT_SECONDS * 1000,
		}),
	)) as { statusCode: number; headers: Record<string, string>; body: Buffer };
	const answer = openAnswer(
		{ transport: 'soap', operation: 'authenticationTest' },
		{ status: response.statusCode, contentType: response.headers['content-type'] },
	);
	answer.write(response.body);
	return answer.end();
}

/** The time-out of the helper counts from the last byte, so a service that trickles would never end. */
async function withinTimeLimit(request: Promise<unknown>): Promise<unknown> {
	const outOfTime = new Promise<never>((_resolve, reject) => {
		AbortSignal.timeout(TIME_LIMIT_SECONDS * 1000).addEventListener(
			'abort',
			() => reject(timeLimitError(TIME_LIMIT_SECONDS, 'read')),
			{ once: true },
		);
	});
	return await Promise.race([
		request.catch((error: unknown) => Promise.reject(connectionError(error, 'read'))),
		outOfTime,
	]);
}

function explain(error: unknown): string {
	if (error instanceof ServiceRefusedError) {
		return `${error.message}. Check 'Username', 'Password', 'API Key', 'Code' and, if there is one, 'Company Keyword'.`;
	}
	if (error instanceof MessagingServiceError) {
		return [error.message, error.description].filter(Boolean).join('. ');
	}
	return 'The credential could not be tested';
}
