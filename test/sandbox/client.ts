import axios from 'axios';
import { XMLParser } from 'fast-xml-parser';

import {
	OPERATIONS,
	type OperationName,
} from '../../nodes/SubscriptionMessaging/service/contract/contract';
import { DEFAULT_SETTINGS, type SandboxSettings } from '../../sandbox/sandbox';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';

export const CREDENTIALS = {
	username: DEFAULT_SETTINGS.username,
	password: DEFAULT_SETTINGS.password,
	api_key: DEFAULT_SETTINGS.apiKey,
};

/** Starts a sandbox before the tests of a file and puts it back to its seed before each of them. */
export function useSandbox(settings: Partial<SandboxSettings> = {}): () => RunningSandbox {
	let running: RunningSandbox;
	beforeAll(async () => {
		running = await startSandbox(settings);
	});
	beforeEach(() => {
		running.sandbox.reset();
		running.sandbox.settings.statusDelay = DEFAULT_SETTINGS.statusDelay;
	});
	afterAll(() => running.close());
	return () => running;
}

type Parameters = Record<string, unknown>;

// The tests look into answers of many shapes; a wrong look is a failing assertion.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Answer = any;

/** Calls an operation for the unit of `keyword` and gives its answer as plain values. */
export async function call(
	{ baseUrl }: RunningSandbox,
	operation: OperationName,
	keyword: string | null,
	parameters: Parameters = {},
	auth: Parameters = {},
): Promise<Answer> {
	const { status, data } = await post(
		`${baseUrl}/webservices/${OPERATIONS[operation].binding}/2.0.0`,
		envelope(operation, {
			auth: { ...CREDENTIALS, code: DEFAULT_SETTINGS.code, keyword, ...auth },
			...parameters,
		}),
	);
	expect({ status, data }).toMatchObject({ status: 200 });
	return readAnswer(data)[`${operation}Response`][`${operation}Return`];
}

export function envelope(operation: string, parameters: Parameters): string {
	return (
		'<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"' +
		' xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><s:Body>' +
		`<m:${operation} xmlns:m="urn:webservices2_0_0">${elements(parameters)}</m:${operation}>` +
		'</s:Body></s:Envelope>'
	);
}

function elements(values: Parameters): string {
	return Object.entries(values)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => element(name, value))
		.join('');
}

function element(name: string, value: unknown): string {
	if (value === null) return `<${name} i:nil="true"/>`;
	if (Array.isArray(value)) {
		return `<${name}>${value.map((entry) => element('item', entry)).join('')}</${name}>`;
	}
	if (typeof value === 'object') return `<${name}>${elements(value as Parameters)}</${name}>`;
	return `<${name}>${escape(String(value))}</${name}>`;
}

const escape = (text: string) =>
	text.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);

export async function post(url: string, data: unknown, headers: Record<string, string> = {}) {
	return await axios.post<string>(url, data, {
		headers: { 'content-type': 'text/xml; charset=utf-8', ...headers },
		responseType: 'text',
		validateStatus: () => true,
	});
}

const parser = new XMLParser({
	ignoreAttributes: false,
	attributeNamePrefix: '@',
	removeNSPrefix: true,
	parseTagValue: false,
	parseAttributeValue: false,
	trimValues: false,
	htmlEntities: true,
	isArray: (name) => name === 'item',
});

/** Content of the SOAP body, typed as the answer's own attributes say. */
export function readAnswer(xml: string): Answer {
	return typed(parser.parse(xml).Envelope.Body);
}

/** Root element of an answer without types: every value is text. */
export function readPlain(xml: string): Answer {
	return typed(parser.parse(xml));
}

function typed(node: Answer): Answer {
	if (typeof node !== 'object') return node;
	if (Array.isArray(node)) return node.map(typed);
	if (node['@nil'] === 'true') return null;
	if (node['@arrayType'] !== undefined) return (node.item ?? []).map(typed);
	const text = node['#text'] ?? '';
	if (node['@type'] === 'xsd:int') return Number(text);
	if (node['@type'] === 'xsd:boolean') return text === 'true';
	if (node['@type']?.startsWith('xsd:')) return text;
	return Object.fromEntries(
		Object.entries(node)
			.filter(([name]) => !name.startsWith('@') && !name.startsWith('?') && name !== '#text')
			.map(([name, value]) => [name, typed(value)]),
	);
}
