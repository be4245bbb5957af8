import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	openAnswer,
	type AnswerShape,
} from '../../../../../nodes/SubscriptionMessaging/service/answer/answer';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import type { ServiceAnswer } from '../../../../../nodes/SubscriptionMessaging/service/answer/answerOf';
import type { OperationName } from '../../../../../nodes/SubscriptionMessaging/service/contract/contract';
import type { ReadLimits } from '../../../../../nodes/SubscriptionMessaging/service/xml/limits';

interface Reading {
	status?: number;
	contentType?: string;
	limits?: Partial<ReadLimits>;
}

/** The outcome of reading a document in one piece, which must be the same read byte by byte. */
export function read(
	shape: AnswerShape,
	document: string | Uint8Array,
	{ status = 200, contentType, limits }: Reading = {},
): ServiceAnswer {
	const bytes = typeof document === 'string' ? Buffer.from(document) : document;
	const inChunks = (size: number) => {
		try {
			const reader = openAnswer(shape, { status, contentType }, limits);
			for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
			return { answer: finished(reader.finish()) };
		} catch (error) {
			return { error: error as Error };
		}
	};
	const whole = inChunks(bytes.length || 1);
	const bytewise = inChunks(1);
	expect(bytewise.answer).toEqual(whole.answer);
	expect(bytewise.error?.name).toBe(whole.error?.name);
	if (whole.error) throw whole.error;
	return whole.answer!;
}

export function soap(operation: OperationName): AnswerShape {
	return { transport: 'soap', operation };
}

/** A SOAP document around the content of the Body. */
export function envelope(body: string): string {
	return (
		'<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"' +
		' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
		' xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
		' xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/"' +
		` xmlns:n="urn:webservices2_0_0"><s:Body>${body}</s:Body></s:Envelope>`
	);
}

/** A favourable answer with the given payload, and what stands beside it in the Body. */
export function answerWith(operation: OperationName, response: string, beside = ''): string {
	return envelope(
		`<n:${operation}Response><${operation}Return><result>true</result>` +
			`${response}</${operation}Return></n:${operation}Response>${beside}`,
	);
}

/** The payload of a favourable answer that is read from the given XML. */
export function payload(operation: OperationName, response: string, beside = ''): unknown {
	return read(soap(operation), answerWith(operation, response, beside)).response;
}

/** An answer as a real peer wrote it. */
export function recorded(peer: string, name: string): Buffer {
	return readFileSync(join(__dirname, 'answers', peer, `${name}.xml`));
}
