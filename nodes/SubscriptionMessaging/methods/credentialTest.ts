import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { secretMask } from '../../../credentials/secretMask';
import {
	companyKeywordOf,
	deliveryReportAddressOf,
	ignoresSslIssues,
	problemWithCredential,
	serviceAddress,
	withSecrets,
	type SubscriptionMessagingCredential,
} from '../../../credentials/secrets';
import { openAnswer } from '../service/answer/answer';
import {
	MessagingServiceError,
	NotSentError,
	OutcomeUnclearError,
	ServiceRefusedError,
	shownOf,
} from '../service/errors/errors';
import { plainCode } from '../service/answer/organization';
import { encodeSoap } from '../service/request/soap';
import { plainTitle } from '../wording/html';
import { adviceOn, credentialFieldsIn, quotedList } from '../wording/advice';
import { consistent } from '../transport/verdict';
import { connectionError, timeLimitError } from '../transport/connectionError';
import { listensBy, publishedQuestion } from '../transport/listening';
import { recipientsAllowedOf } from '../transport/recipientsRule';
import { takeInPieces } from '../eventLoop/restingBody';
import { rested } from '../eventLoop/restingSteps';
import { sentence } from '../service/errors/sentence';
import { later } from '../eventLoop/timers';

const TIME_LIMIT_SECONDS = 30;

/** What a service may mean that names none of them. */
const FIELDS = "'Username', 'Password', 'API Key', 'Code' and 'Company Keyword'";

/** Bytes; the usual answer has a thousand. */
const LARGEST_ANSWER = 1024 * 1024;

/**
 * Calls `authenticationTest`. A wrong password is an HTTP 200 with `result` false, so the answer
 * has to be read to tell it from success, a wrong address or an unreachable host.
 */
export async function subscriptionMessagingApiTest(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const credential = data as unknown as SubscriptionMessagingCredential;
	const found = problemWithCredential(credential) ?? recipientsAllowedOf(credential);
	if ('problem' in found) {
		return { status: 'Error', message: plainTitle(`${found.problem}. ${found.fix}`) };
	}
	const mask = secretMask(credential);
	try {
		const answer = await authenticationTest(this, credential);
		const said = plainTitle(
			shownOf(String(answer.message || 'The service accepts the credential'), mask),
		);
		const report = await reportAddressTest(this, credential);
		if (report?.status === 'Error') return report;
		return { status: 'OK', message: report ? `${sentence(said)} ${report.message}` : said };
	} catch (error) {
		return {
			status: 'Error',
			message: plainTitle(explain(error, mask, companyKeywordOf(credential) !== '')),
		};
	}
}

async function authenticationTest(
	{ helpers }: ICredentialTestFunctions,
	credential: SubscriptionMessagingCredential,
) {
	const { path, ...encoded } = encodeSoap(
		'authenticationTest',
		{ code: plainCode(String(credential.code)), keyword: companyKeywordOf(credential) },
		{},
	);
	const url = serviceAddress(credential) + path;
	const { body } = withSecrets(credential, { ...encoded, url });
	const request: Promise<Answer> = helpers.request({
		...encoded,
		uri: url,
		body,
		useStream: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		followAllRedirects: false,
		rejectUnauthorized: !ignoresSslIssues(credential),
		timeout: TIME_LIMIT_SECONDS * 1000,
	});
	return await withinTimeLimit(TIME_LIMIT_SECONDS, request, async (response) => {
		const answer = openAnswer(
			{ transport: 'soap', operation: 'authenticationTest' },
			{ status: response.statusCode, contentType: response.headers['content-type'] },
			{ bytes: LARGEST_ANSWER },
		);
		await takeInPieces(response.body, (piece) => {
			answer.write(piece);
			return true;
		}).catch(broken);
		return consistent({ effect: 'read' }, await rested(answer.finish()));
	});
}

/** Whether n8n is reached at the *Delivery Report Address*; undefined where none is entered. */
async function reportAddressTest(
	{ helpers }: ICredentialTestFunctions,
	credential: SubscriptionMessagingCredential,
): Promise<INodeCredentialTestResult | undefined> {
	const address = deliveryReportAddressOf(credential);
	if (address === '') return undefined;
	const accepts = "The service accepts the credential, but 'Delivery Report Address'";
	try {
		const question = publishedQuestion(address);
		const request: Promise<Answer> = helpers.request({
			...question,
			uri: address,
			useStream: true,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			rejectUnauthorized: !ignoresSslIssues(credential),
		});
		const seconds = question.timeout / 1000;
		const { statusCode, headers } = await withinTimeLimit(seconds, request, (answer) => answer);
		switch (listensBy(statusCode, headers)) {
			case true:
				return { status: 'OK', message: "n8n is reached at the 'Delivery Report Address'" };
			case false:
				return {
					status: 'Error',
					message: `${accepts} answers 404: n8n is reached there, and no published trigger has this address. Copy the Production URL of the trigger, and publish its workflow.`,
				};
			default:
				return {
					status: 'Error',
					message: `${accepts} is not answered by n8n (HTTP ${statusCode}). Copy the Production URL of the trigger.`,
				};
		}
	} catch (error) {
		const knowsReason = error instanceof NotSentError || error instanceof OutcomeUnclearError;
		const reason = knowsReason ? error.reason : (error as Error).message;
		return {
			status: 'Error',
			message: `${accepts} could not be reached from here: ${reason.replace(/^the service/, 'n8n')}. Check the address. Only the service has to reach it.`,
		};
	}
}

/** An answer of n8n's helper, which leaves the body to be read. */
interface Answer {
	statusCode: number;
	headers: Record<string, string>;
	body: AsyncIterable<Uint8Array> & { destroy(): void };
}

/**
 * What is read of an answer, of which no more arrives then. The time-out of the helper counts from the
 * last byte, and only until the headers are there, so a service that trickles would never end.
 */
async function withinTimeLimit<T>(
	seconds: number,
	request: Promise<Answer>,
	read: (answer: Answer) => T | Promise<T>,
): Promise<T> {
	let callOff = () => {};
	const outOfTime = new Promise<never>((_resolve, reject) => {
		callOff = later(seconds * 1000, () => reject(timeLimitError(seconds, 'read')));
	});
	try {
		return await Promise.race([request.catch(broken).then(read), outOfTime]);
	} finally {
		callOff();
		// Also of an answer that begins only later.
		request.then(({ body }) => body.destroy()).catch(() => undefined);
	}
}

async function broken(error: unknown): Promise<never> {
	throw error instanceof MessagingServiceError ? error : connectionError(error, 'read');
}

function explain(thrown: unknown, mask: (text: string) => string, hasKeyword: boolean): string {
	const error = thrown instanceof MessagingServiceError ? thrown.masked(mask) : thrown;
	if (error instanceof ServiceRefusedError) {
		const labels = credentialFieldsIn(error.serviceMessage);
		const named = quotedList(labels);
		const mayLack = !hasKeyword && (named === '' || labels.includes('Company Keyword'));
		const missing = mayLack ? " 'Company Keyword' is empty, and the service may want it." : '';
		return `${sentence(error.message)} Check ${named || FIELDS}.${missing}`;
	}
	if (error instanceof MessagingServiceError) {
		return [sentence(error.message), adviceOn(error)].filter(Boolean).join(' ');
	}
	return 'The credential could not be tested. Try again, and look into the log of n8n if it stays like this.';
}
