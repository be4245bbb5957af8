import { readFileSync } from 'node:fs';

import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';
import { openAnswer } from '../../nodes/SubscriptionMessaging/service/answer/answer';
import type { OperationName } from '../../nodes/SubscriptionMessaging/service/contract';
import { soapClient, type Library } from './soapClients';
import { chunksOf, program, workOf } from './turns';

/** An answer to a call that lists subscribers, and who is to read it. */
export interface Answer {
	reader: keyof typeof READERS;
	operation: OperationName;
	parameters: object;
	file: string;
	wsdl: string;
}

type Decode = (bytes: Buffer) => Promise<number> | number;

/** Each makes ready, and gives what answers how many subscribers it has read. */
const READERS = {
	ours:
		({ operation }: Answer): Decode =>
		(bytes) => {
			const http = { status: 200, contentType: 'text/xml; charset=utf-8' };
			const answer = openAnswer({ transport: 'soap', operation }, http);
			for (const chunk of chunksOf(bytes)) answer.write(chunk);
			const { response } = answer.end() as { response: { subscribers: unknown[] } };
			return response.subscribers.length;
		},
	saxes: (): Decode => {
		// Without it saxes gets several times slower after a few turns, as `openParser` of ours tells.
		let kept: SaxesParser | undefined;
		return (bytes) => {
			const parser = new SaxesParser({ position: false });
			kept ??= parser;
			let users = 0;
			parser.on('closetag', ({ name }) => {
				if (name === 'user') users++;
			});
			const decoder = new TextDecoder();
			for (const chunk of chunksOf(bytes)) parser.write(decoder.decode(chunk, { stream: true }));
			parser.close();
			return users;
		};
	},
	fastXmlParser: (): Decode => {
		const parser = new XMLParser({ ignoreAttributes: false });
		return (bytes) => countItems(parser.parse(bytes.toString()));
	},
	xml2js: (): Decode => {
		const { parseStringPromise } = require('xml2js');
		return async (bytes) =>
			countItems(await parseStringPromise(bytes.toString(), { explicitArray: false }));
	},
	nodeSoap: async (answer: Answer) => await readerOf('nodeSoap', answer),
	strongSoap: async (answer: Answer) => await readerOf('strongSoap', answer),
};

async function readerOf(
	library: Library,
	{ operation, parameters, wsdl }: Answer,
): Promise<Decode> {
	const client = await soapClient(library, wsdl);
	return async (bytes) => countItems(await client.decode(operation, parameters, bytes));
}

/** Length of the list of subscribers, however the library nests and names what is around it. */
function countItems(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	const { item } = value as { item?: unknown };
	if (Array.isArray(item)) return item.length;
	return Math.max(0, ...Object.values(value).map(countItems));
}

export const { setup, turn, teardown } = program(async (answer: Answer) => {
	const decode = await READERS[answer.reader](answer);
	const bytes = readFileSync(answer.file);
	return async () => {
		let count = 0;
		const time = await workOf(async () => (count = await decode(bytes)));
		return { ...time, count };
	};
});
