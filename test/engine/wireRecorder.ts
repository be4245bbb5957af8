import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { XMLParser } from 'fast-xml-parser';

/** A send as it came over the wire. */
export interface SentOnWire {
	operation: string;
	/** Empty where there was no list, or one without entries. */
	recipients: Array<{ sendTo: string; type: string }>;
}

/** A service that accepts every send, refuses everything else, and keeps what it was sent. */
export interface Recorder {
	readonly baseUrl: string;
	sent(): readonly SentOnWire[];
	clear(): void;
	close(): Promise<void>;
}

interface XmlRecipient {
	sendTo?: string;
	type?: string;
}

const parser = new XMLParser({
	removeNSPrefix: true,
	parseTagValue: false,
	trimValues: false,
	isArray: (name) => name === 'item',
});

function soapSend(body: string): { operation: string; sent?: SentOnWire } {
	const document = parser.parse(body) as { Envelope: { Body: Record<string, unknown> } };
	const [operation, call] = Object.entries(document.Envelope.Body)[0] as [
		string,
		{ recipientList?: { recipients?: { item?: XmlRecipient[] } } },
	];
	if (!/^send/.test(operation)) return { operation };
	const items = call.recipientList?.recipients?.item ?? [];
	const recipients = items.map(({ sendTo = '', type = '' }) => ({ sendTo, type }));
	return { operation, sent: { operation, recipients } };
}

function plainSend(body: string): SentOnWire {
	const phone = new URLSearchParams(body).get('phone') ?? '';
	const recipients = phone === '' ? [] : phone.split(',').map((sendTo) => ({ sendTo, type: '1' }));
	return { operation: 'sendMessageSpecifyNumbers', recipients };
}

const answered = (operation: string, isSend: boolean) =>
	'<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
	`<${operation}Response><${operation}Return><result>${isSend}</result>` +
	`<error_code>${isSend ? 0 : 100}</error_code><message>Done</message>` +
	`</${operation}Return></${operation}Response></e:Body></e:Envelope>`;

export async function startRecorder(): Promise<Recorder> {
	const all: SentOnWire[] = [];
	const server = createServer(async (request, response) => {
		const body = await text(request);
		response.setHeader('Content-Type', 'text/xml; charset=utf-8');
		if (request.url?.startsWith('/webservices/')) {
			const { operation, sent } = soapSend(body);
			if (sent) all.push(sent);
			response.end(answered(operation, sent !== undefined));
			return;
		}
		const sent = plainSend(body);
		all.push(sent);
		const accepted = sent.recipients.map(({ sendTo }) => `<item>${sendTo}</item>`).join('');
		response.end(
			`<sendMessageSpecifyNumbers><message>Done</message><result>true</result><response><item>${accepted}</item><item>1-a</item></response></sendMessageSpecifyNumbers>`,
		);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}`,
		sent: () => all,
		clear: () => void (all.length = 0),
		close: async () => {
			server.close();
			await once(server, 'close');
		},
	};
}
