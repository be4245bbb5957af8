import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { NodeHelpers, type IDataObject, type INode, type INodeParameters } from 'n8n-workflow';

import { SubscriptionMessagingApi } from '../../../credentials/SubscriptionMessagingApi.credentials';
import type { Operation } from '../../../nodes/SubscriptionMessaging/actions/operation/operation';
import { findOperation } from '../../../nodes/SubscriptionMessaging/actions/router';
import { execute } from '../../../nodes/SubscriptionMessaging/run/execute';
import { SubscriptionMessaging } from '../../../nodes/SubscriptionMessaging/SubscriptionMessaging.node';
import { startSandbox } from '../../../sandbox/server';
import { fakeRun } from './run/fakeRun';
import type { FakeAnswer, FakeRequest } from './transport/fakeService';

/** A node of a workflow that somebody stored, what its version asks the service for, and what it gives. */
export interface StoredNode {
	name: string;
	/** As n8n stores them: what was entered, without the fields that hold their default. */
	parameters: Record<string, unknown> & { resource: string; operation: string };
	/** The node that had been run before it, by its name. */
	after?: string;
	/**
	 * What the service answered when the node was stored: by operation and ticket, or by operation, in
	 * order; the last one again and again.
	 */
	answers?: Record<string, string[]>;
	/** In order: the operation, the address below that of the service, and the body. */
	requests?: string[];
	/** What each item of the output holds. */
	rows?: IDataObject[];
}

/** Of the nodes that are stored here. */
export const VERSION = 1;

const FILE = join(__dirname, `version${VERSION}.json`);

export const STORED = JSON.parse(readFileSync(FILE, 'utf8')) as StoredNode[];

/** What is another one in each run, and what stands for it. */
const STAND_INS: ReadonlyArray<[found: RegExp, shown: string]> = [
	[/n8n-[0-9a-f]{16}-[0-9a-f]{16}/g, 'TICKET'],
	[/n8n-[\w-]{20,}/g, 'TICKET'],
	// Tickets that nobody has, to learn what the service says of those.
	[/\b\d{8}-[a-z]{4}\d\d\b/g, 'NOBODYS'],
	[/https:\/\/n8n\.example\/webhook-waiting[^<"\s]*/g, 'LINK'],
	[/(delivery-status\?)[^<"\s]+/g, '$1SIGNATURE'],
	[/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'],
];

export const withStandIns = (text: string) =>
	STAND_INS.reduce((rest, [found, shown]) => rest.replace(found, shown), text);

/** What a stored node does with a service that answers like this: what it asks for, and what it gives. */
export async function behaviourOf(
	{ parameters }: Pick<StoredNode, 'parameters'>,
	answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
): Promise<{ requests: string[]; rows: IDataObject[] }> {
	const { resource, operation, ...entered } = parameters;
	const { context, requests } = fakeRun({
		operation: `${resource}/${operation}`,
		parameters: { ...completed(parameters), ...withoutInput(operationOf(parameters)), ...entered },
		goesOn: true,
		answer,
	});
	Object.assign(context, {
		getExecutionId: () => '7',
		getWorkflow: () => ({ id: 'w', name: 'Stored', active: true }),
		putExecutionToWait: async () => await Promise.resolve(),
	});
	const items = await execute(context);
	const calls: readonly string[] = operationOf(parameters).calls;
	const asked = requests
		.filter(({ operation: called }) => calls.includes(called))
		.map(({ operation: called, options: { url, body } }) =>
			withStandIns(
				[
					called,
					new URL(String(url)).pathname,
					/<SOAP-ENV:Body.*/s.exec(String(body)) ?? body,
				].join('\n'),
			),
		)
		// Of a campaign that is looked up, one number for all.
		.map((text) =>
			text.startsWith('getCustom') ? text.replace(/(spring-sale)-[\d-]+/, '$1-NUMBER') : text,
		);
	return {
		requests: asked.filter((text, index) => text !== asked[index - 1]),
		rows: JSON.parse(
			withStandIns(
				JSON.stringify(items.map(({ json, error }) => (error ? { failed: error.message } : json))),
			),
		) as IDataObject[],
	};
}

/** The parameters of a stored node, as n8n completes those of its version. */
function completed(parameters: StoredNode['parameters']): INodeParameters {
	const { description } = new SubscriptionMessaging();
	const stored = parameters as INodeParameters;
	const node: INode = {
		id: '1',
		name: 'Messaging',
		type: 'test',
		typeVersion: VERSION,
		position: [0, 0],
		parameters: stored,
	};
	return NodeHelpers.getNodeParameters(
		...([description.properties, stored, true, false, node, description] as const),
	)!;
}

export function operationOf({ resource, operation }: StoredNode['parameters']): Operation {
	const found = findOperation(resource, operation);
	if (!found) throw new Error(`The node has no ${resource}.${operation} any more`);
	return found;
}

/** What fields give by default where the input item is empty. */
const withoutInput = ({ properties }: Operation) =>
	Object.fromEntries(
		properties
			.filter(({ default: value }) => typeof value === 'string' && value.startsWith('={{ $json.'))
			.map(({ name }) => [name, '']),
	);

/** In an answer: the ticket that was asked for, which another run makes another one. */
const ASKED = '{ticket}';

/** Numbers of a campaign differ each time, and most of those that are asked for are not there. */
const isOfRun = (ticket: string) => withStandIns(ticket) !== ticket || /-\d{9}$/.test(ticket);

/** Answers as the service did when the node was stored. */
export function answersOf({ answers = {} }: StoredNode) {
	const left = new Map(Object.entries(answers).map(([name, all]) => [name, [...all]]));
	return ({ operation, ticket }: FakeRequest): string => {
		const all = left.get(`${operation} ${ticket}`) ?? left.get(operation);
		const next = all && (all.length > 1 ? all.shift() : all[0]);
		if (next === undefined) throw new Error(`The stored node asked for ${operation} ${ticket}`);
		return next.replaceAll(ASKED, ticket);
	};
}

/** Without what is the same as that of any ticket, and without an answer that is the same as before. */
function inShort(answers: ReadonlyMap<string, readonly string[]>): Record<string, string[]> {
	const short = new Map(
		[...answers].map(([name, all]) => [name, all.filter((text, index) => text !== all[index - 1])]),
	);
	const ofAny = (name: string) => short.get(name.split(' ')[0]!);
	return Object.fromEntries(
		[...short].filter(([name, all]) => !name.includes(' ') || !isDeepStrictEqual(ofAny(name), all)),
	);
}

/**
 * Runs stored nodes at a sandbox, and writes down of those that lack it what was answered, what they
 * asked for and what they gave: `RECORD=1 npx jest version1 --selectProjects unit`.
 */
export async function record(): Promise<void> {
	const { sandbox, baseUrl, close } = await startSandbox({ statusDelay: 0 });
	const { username, password, apiKey, code } = sandbox.settings;
	const credential = { baseUrl, username, password, api_key: apiKey, code };
	const ask = async ({ options }: FakeRequest) => {
		const { pathname, search } = new URL(String(options.url));
		const { url, method, headers, body } = await new SubscriptionMessagingApi().authenticate(
			credential,
			{
				...options,
				url: `${baseUrl}${pathname}${search}`,
				// A code of the node's own; the sandbox knows that of the credential.
				body: String(options.body).replaceAll('54321', code),
			},
		);
		const response = await fetch(url, {
			method,
			headers: headers as Record<string, string>,
			body: String(body),
		});
		return (await response.text()).replaceAll(baseUrl, 'https://service.example');
	};
	try {
		for (const node of STORED.filter(({ requests, rows }) => !requests || !rows)) {
			sandbox.reset();
			const before = STORED.find(({ name }) => name === node.after);
			if (before) await behaviourOf(before, ask);
			const answers = new Map<string, string[]>();
			const { requests, rows } = await behaviourOf(node, async (request) => {
				const { operation, ticket } = request;
				const text = await ask(request);
				const name = ticket === '' || isOfRun(ticket) ? operation : `${operation} ${ticket}`;
				const masked = ticket === '' ? text : text.replaceAll(ticket, ASKED);
				answers.set(name, [...(answers.get(name) ?? []), masked]);
				return text;
			});
			node.answers = inShort(answers);
			node.requests ??= requests;
			node.rows = rows;
		}
	} finally {
		await close();
	}
	writeFileSync(FILE, `${JSON.stringify(STORED, null, '\t')}\n`);
}
