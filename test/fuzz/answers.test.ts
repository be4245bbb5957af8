import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import type { IDataObject } from 'n8n-workflow';

import {
	openAnswer,
	type AnswerShape,
} from '../../nodes/SubscriptionMessaging/service/answer/answer';
import type { ServiceAnswer } from '../../nodes/SubscriptionMessaging/service/answer/answerOf';
import {
	operationDefinition,
	type OperationName,
} from '../../nodes/SubscriptionMessaging/service/contract/contract';
import { MessagingServiceError } from '../../nodes/SubscriptionMessaging/service/errors/errors';
import {
	asSoapEncoded,
	asXml,
	changed,
	changes,
	content,
	soapEnvelope,
	type Content,
} from './grammar';
import { executed } from '../nodes/SubscriptionMessaging/wholePath';
import { hold } from './held';
import { fuzz, isWhole, judged, judgedWhole } from './judge';

// A run waits two seconds before it asks again; here others get their turn, and no time passes.
jest.mock('../../nodes/SubscriptionMessaging/eventLoop/sleep', () => ({
	sleepFor: async () => await new Promise((resolve) => setImmediate(resolve)),
}));

const OPERATIONS: readonly OperationName[] = [
	'sendMessage',
	'getTransactionStatus',
	'getAllSubscribers',
	'getOrganizationTree',
	'getTemplates',
	'getCellularCarrierId',
	'readDivision',
	'deleteDivision',
	'createShortURL',
];

interface Answer {
	shape: AnswerShape;
	document: string;
}

/** Answers of SOAP implementations of several makes. */
const RECORDED: Answer[] = [];
const RECORDINGS = join(__dirname, '../nodes/SubscriptionMessaging/service/answer/answers');
for (const file of readdirSync(RECORDINGS, { recursive: true, encoding: 'utf8' })) {
	if (!file.endsWith('.xml')) continue;
	const operation = /(\w+)(?:\.\w+)?\.xml$/.exec(file)![1] as OperationName;
	const document = readFileSync(join(RECORDINGS, file), 'utf8');
	if (document.length < 20_000)
		RECORDED.push({ shape: { transport: 'soap', operation }, document });
}

const members = fc.record({
	result: fc.constantFrom('true', '1', 'false', '', 'yes'),
	error_code: fc.constantFrom('0', '', '118', 'E1'),
	message: fc.constantFrom('Message request received', '', 'Größe & Gewicht'),
	transaction_ticket: fc.constantFrom('34335276-dcfc23', ''),
	response: content,
});

function written(
	transport: 'soap' | 'nvp' | 'plain',
	operation: OperationName,
	{ response, ...others }: { response: Content; [name: string]: Content },
): Answer {
	const named = Object.entries(others).map(([name, value]) => ({ name, content: value }));
	const all = [...named, { name: 'response', content: response }];
	if (transport === 'plain') {
		return { shape: { transport }, document: asXml(all, 'sendMessageSpecifyNumbers') };
	}
	const shape = { transport, operation };
	if (transport === 'nvp') return { shape, document: asXml(all, operation) };
	const returned = asSoapEncoded(all, `${operation}Return`);
	return {
		shape,
		document: soapEnvelope(`<n:${operation}Response>${returned}</n:${operation}Response>`),
	};
}

const answer = fc
	.record({
		answer: fc.oneof(
			{
				weight: 4,
				arbitrary: fc
					.tuple(
						fc.constantFrom('soap' as const, 'soap' as const, 'nvp' as const, 'plain' as const),
						fc.constantFrom(...OPERATIONS),
						members,
					)
					.map((parts) => written(...parts)),
			},
			{ weight: 1, arbitrary: fc.constantFrom(...RECORDED) },
		),
		mistakes: changes,
		isWhole,
		chunk: fc.constantFrom(7, 1_000, 16_384),
		contentType: fc.constantFrom(undefined, 'text/xml', 'text/xml; charset=utf-8', 'text/html'),
	})
	.map(({ answer: { shape, document }, mistakes, ...more }) => ({
		...more,
		shape,
		document: changed(document, mistakes),
	}));

function* read({
	shape,
	document,
	chunk,
	contentType,
}: {
	shape: AnswerShape;
	document: string;
	chunk: number;
	contentType?: string;
}): Generator<void, ServiceAnswer, void> {
	const reader = openAnswer(shape, { status: 200, contentType });
	const bytes = Buffer.from(document);
	for (let at = 0; at < bytes.length; at += chunk) {
		reader.write(bytes.subarray(at, at + chunk));
		yield;
	}
	return yield* reader.finish();
}

/** The fields of a node that calls each operation. */
const FIELDS: Readonly<Record<string, IDataObject>> = {
	sendMessage: { resource: 'message', operation: 'send', recipients: 'commaSeparated' },
	getTransactionStatus: { resource: 'message', operation: 'getStatus' },
	getAllSubscribers: { resource: 'subscriber', operation: 'getMany' },
	getOrganizationTree: { resource: 'account', operation: 'getOrganizationTree' },
	getTemplates: { resource: 'template', operation: 'getMany' },
	getCellularCarrierId: { resource: 'phoneNumber', operation: 'lookUpCarrierId' },
	readDivision: { resource: 'division', operation: 'get' },
	deleteDivision: { resource: 'division', operation: 'delete' },
	createShortURL: { resource: 'shortUrl', operation: 'create' },
	plain: { resource: 'message', operation: 'sendToNumbers' },
};

const COMMON: IDataObject = {
	keyword: 'NSTAFF',
	sendTo: '18015551001',
	phone: '18015551001,18015551002',
	phone_list: '18015551001,18015551002',
	type: 1,
	message: 'Hi',
	preview: false,
	simplify: true,
	returnAll: true,
	status: 'all',
	lookUpBy: 'transactionTicket',
	transaction_ticket_id: 'T-1',
	url: 'https://example.com/',
	long_url: 'https://example.com/',
};

/** The same through the node, from n8n's engine and back to it. */
async function wholePathOf({ shape, document }: Answer) {
	const operation = shape.transport === 'plain' ? 'plain' : shape.operation;
	const options = shape.transport === 'nvp' ? { transport: 'nvp' } : {};
	const bytes = Buffer.from(document);
	return await executed({ ...COMMON, ...FIELDS[operation], options }, () => bytes);
}

const CONTROL = {
	chunk: 16_384,
	...written('soap', 'getTransactionStatus', {
		result: 'true',
		response: [
			{
				name: 'transactionlist',
				content: Array.from({ length: 5_000 }, (_, index) => [
					{ name: 'sendTo', content: String(index) },
					{ name: 'status_code', content: '100' },
				]),
			},
		],
	}),
};

/** Whether the interface shows what an operation answers. */
const isKnown = (operation: OperationName) => operationDefinition(operation).returns !== 'unknown';

/** From the declaration or the root element on: some services write something before. */
function documentIn(text: string): string {
	return text.slice(Math.max(0, text.search(/<\?xml|<(?:[\w.-]+:)?\w+[\s>]/)));
}

test('answers of the service', async () => {
	await fuzz(0.3, answer, async (given) => {
		const result = judged(
			() => read(given),
			(error) => error instanceof MessagingServiceError,
			() => hold(read(CONTROL)),
		);
		if (given.isWhole) {
			const output = await judgedWhole(
				() => wholePathOf(given),
				() => wholePathOf(CONTROL),
			);
			if (output instanceof Error) {
				expect(['NodeApiError', 'NodeOperationError']).toContain(output.name);
				expect(output.message).not.toMatch(/inside n8n|\w+ is not a function|Cannot read/);
			}
		}
		if (result === undefined) return;
		const document = documentIn(given.document.replace(/\p{Cs}/gu, '\ufffd'));
		// A second parser holds that nothing malformed was taken for an answer.
		expect([document, XMLValidator.validate(document)]).toEqual([document, true]);
		// Nothing that does not say so was taken for success.
		if (given.shape.transport === 'plain' || isKnown(given.shape.operation)) {
			expect(document).toMatch(
				/[<:]result\b[^>]*>(?:\s|<!\[CDATA\[|<!--.*?-->|<\?.*?\?>)*(?:true|1|&#)|>result<\/key>|href/s,
			);
		}
		expect(result.result).not.toBe(false);
		expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
	});
});
