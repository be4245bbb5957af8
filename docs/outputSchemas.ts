/**
 * Writes what the editor shows of each operation's output before it has run
 * (`nodes/SubscriptionMessaging/__schema__`), from what the built node gives in n8n's engine at a
 * sandbox: `npx tsx docs/outputSchemas.ts`, after a build. A test fails when the files are behind.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { GenericValue, IDataObject, INodeParameters } from 'n8n-workflow';

import { RESOURCES } from '../nodes/SubscriptionMessaging/actions/router';
import { startSandbox } from '../sandbox/server';
import { runNode } from '../test/engine/engine';

/** The part of JSON Schema that the editor reads. */
type JsonSchema =
	| { type: 'string' | 'number' | 'boolean' | 'null' }
	| { type: 'array'; items: JsonSchema | Record<string, never> }
	| { type: 'object'; properties: Record<string, JsonSchema> };

export const SCHEMA_FOLDER = join(__dirname, '../nodes/SubscriptionMessaging/__schema__/v1.0.0');

interface Example {
	/** Executed in turn, the last one for its output. */
	runs: INodeParameters[];
}

const unit = (value: string) => ({ __rl: true, mode: 'keyword', value });
const template = (value: string) => ({ __rl: true, mode: 'id', value });
const north = { keyword: unit('NORTH') };
const staff = { keyword: unit('NSTAFF') };
const numbers = '18015551001, 18015551002';
const to = { ...staff, recipients: 'commaSeparated', sendTo: numbers, message: 'Hello' };
const orderReady = { ...staff, id: template('order-ready') };
const url = { ...staff, url: 'https://example.com/offer' };

/** By resource and operation: the fields that give an output with everything in it. */
const EXAMPLES: Record<string, Record<string, Example>> = {
	account: {
		getOrganizationTree: { runs: [north] },
		testAuthentication: { runs: [{}] },
		testService: { runs: [{}] },
	},
	division: {
		create: {
			runs: [
				{
					...north,
					divisionName: 'Pier',
					additionalFields: {
						email: 'pier@acme.example',
						phone: '18015550102',
						url: 'https://pier.acme.example',
						address: {
							address: {
								street: '1 Pier',
								street2: 'Floor 2',
								city: 'Logan',
								state: 'Utah',
								state_abbr: 'UT',
								zip: '84321',
							},
						},
					},
				},
			],
		},
		delete: { runs: [north] },
		get: { runs: [north] },
		getGroups: { runs: [north] },
		restore: { runs: [{ operation: 'delete', ...north }, north] },
		update: { runs: [{ ...north, updateFields: { url: 'https://north.acme.example' } }] },
	},
	group: {
		create: {
			runs: [{ ...north, groupName: 'Night Shift', additionalFields: { ispublic: true } }],
		},
		delete: { runs: [staff] },
		get: { runs: [staff] },
		restore: { runs: [{ operation: 'delete', ...staff }, staff] },
		update: { runs: [{ ...staff, updateFields: { groupName: 'Crew' } }] },
	},
	message: {
		getReport: {
			runs: [
				{ operation: 'send', ...to, options: { custom_ticket: 'order-1042' } },
				{ ...staff, custom_ticket: 'order-1042, order-1043' },
			],
		},
		getStatus: {
			runs: [
				{ operation: 'send', ...to, options: { custom_ticket: 'order-1042' } },
				{ ...staff, lookUpBy: 'customTicket', custom_ticket: 'order-1042' },
			],
		},
		send: { runs: [to] },
		sendAndWaitForDelivery: { runs: [to] },
		sendLocalized: { runs: [{ ...to, locale: 'es_MX', country: 'MX' }] },
		sendTemplate: {
			runs: [
				{
					...orderReady,
					recipients: 'defineBelow',
					recipientList: {
						recipients: [
							{
								sendTo: '18015551001',
								type: 1,
								customfields: {
									field: [
										{ name: 'name', value: 'Ann' },
										{ name: 'order', value: '1042' },
									],
								},
							},
						],
					},
				},
			],
		},
		sendToGroup: { runs: [{ ...staff, message: 'Hello', options: { maxRecipients: 1000 } }] },
		sendToNumbers: { runs: [{ ...to, phone: numbers }] },
	},
	phoneNumber: {
		lookUpCarrier: { runs: [{ phone_list: numbers }] },
		lookUpCarrierId: { runs: [{ phone_list: numbers }] },
	},
	shortUrl: {
		create: { runs: [url] },
		update: {
			runs: [
				{ operation: 'create', ...url },
				{ ...url, short_url: '={{ $json.response }}' },
			],
		},
	},
	subscriber: { getMany: { runs: [{ ...staff, status: 'all' }] } },
	template: {
		create: {
			runs: [
				{
					...staff,
					id: 'brand-new',
					text: 'Hi {name}',
					additionalFields: { title: 'New', subject: 'New', description: 'New' },
				},
			],
		},
		delete: { runs: [orderReady] },
		get: { runs: [orderReady] },
		getMany: { runs: [staff] },
		restore: { runs: [{ operation: 'delete', ...orderReady }, orderReady] },
		update: { runs: [{ ...orderReady, updateFields: { title: 'Ready' } }] },
	},
};

/** The schema of each operation's items, by the path of its file below the folder. */
export async function outputSchemas(): Promise<Map<string, JsonSchema>> {
	// Delivered at once, so that the operation that waits for it has something to say.
	const { sandbox, baseUrl, close } = await startSandbox({ statusDelay: 0 });
	const { username, password, apiKey, code } = sandbox.settings;
	const credential = { baseUrl, username, password, api_key: apiKey, code };
	try {
		const schemas = new Map<string, JsonSchema>();
		for (const { value: resource, operations } of RESOURCES) {
			for (const { value: operation } of operations) {
				sandbox.reset();
				const example = EXAMPLES[resource]?.[operation];
				if (!example) throw new Error(`There is no example of ${resource} ${operation}`);
				let output: IDataObject[] = [{}];
				for (const parameters of example.runs) {
					const { items, error } = await runNode({
						credential,
						items: output.slice(0, 1),
						parameters: { resource, operation, ...parameters },
					});
					if (error) throw new Error(`${resource} ${operation}: ${error.message}`);
					output = items.map(({ json }) => json);
				}
				schemas.set(join(resource, `${operation}.json`), schemaOf(output));
			}
		}
		return schemas;
	} finally {
		await close();
	}
}

/** What all of the values have in common; what is nil in one may be told by another. */
function schemaOf(values: readonly GenericValue[]): JsonSchema {
	const given = values.filter((value) => value !== null && value !== undefined);
	const [first] = given;
	if (first === undefined) return { type: 'null' };
	if (Array.isArray(first)) {
		const entries = given.flat() as GenericValue[];
		return { type: 'array', items: entries.length > 0 ? schemaOf(entries) : {} };
	}
	if (typeof first === 'object') {
		const objects = given as IDataObject[];
		const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
		const properties = names.map((name): [string, JsonSchema] => [
			name,
			schemaOf(objects.map((object) => object[name] as GenericValue)),
		]);
		return { type: 'object', properties: Object.fromEntries(properties) };
	}
	return { type: typeof first as 'string' | 'number' | 'boolean' };
}

async function write() {
	const schemas = await outputSchemas();
	rmSync(SCHEMA_FOLDER, { recursive: true, force: true });
	for (const [path, schema] of schemas) {
		const file = join(SCHEMA_FOLDER, path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify(schema, null, '\t')}\n`);
	}
}

if (require.main === module) void write();
