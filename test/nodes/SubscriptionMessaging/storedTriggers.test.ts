import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { statusAddressKey } from '../../../credentials/statusAddressKey';
import {
	signAddress,
	type SignedSend,
} from '../../../nodes/SubscriptionMessaging/statusAddress/sign';
import { SubscriptionMessagingSubscriberTrigger } from '../../../nodes/SubscriptionMessaging/SubscriptionMessagingSubscriberTrigger.node';
import { SubscriptionMessagingTrigger } from '../../../nodes/SubscriptionMessaging/SubscriptionMessagingTrigger.node';
import { poll } from '../../../nodes/SubscriptionMessaging/subscriberTrigger/poll';
import { withStandIns } from './storedNodes';
import { fakeService, reply, rows as statuses } from './transport/fakeService';
import { CREDENTIAL, posted } from './wholePath';

/** Nobody waits here for the seconds between two readings. */
jest.mock('../../../nodes/SubscriptionMessaging/eventLoop/sleep', () => ({
	sleepFor: async () => {},
}));

interface Stored {
	name: string;
	/** As n8n stores them: what was entered, without the fields that hold their default. */
	parameters: INodeParameters;
	/** What n8n's own code and the node read of a node of this version, the defaults included. */
	complete?: INodeParameters;
}

interface StoredDelivery extends Stored {
	post: { contentType?: string; query?: string; body: string; signedFor?: SignedSend };
	/** What each item holds; without any, the HTTP status that is answered, 0 where n8n answers OK. */
	gives?: IDataObject[] | number;
}

interface StoredSubscribers extends Stored {
	/** Who is in the group at each poll: phones, with a minus in front of who has left. */
	polls: string[][];
	/** What each poll emits. */
	gives?: Array<IDataObject[] | null>;
}

/** Files of stored nodes, which only ever grow: a version of a node has one of its own. */
const DELIVERY = ['trigger.version1.json', 'trigger.version2.json'] as const;
const SUBSCRIBERS = ['subscriberTrigger.version1.json'] as const;

const pathOf = (file: string) => join(__dirname, file);
const readStored = <T>(file: string) => JSON.parse(readFileSync(pathOf(file), 'utf8')) as T[];
const versionOf = (file: string) => Number(/\d+/.exec(file)?.[0]);

const ofDelivery = DELIVERY.flatMap((file) =>
	readStored<StoredDelivery>(file).map((node) => ({ file, version: versionOf(file), ...node })),
);
const ofSubscribers = SUBSCRIBERS.flatMap((file) =>
	readStored<StoredSubscribers>(file).map((node) => ({ file, version: versionOf(file), ...node })),
);

const delivery = new SubscriptionMessagingTrigger();
const subscribers = new SubscriptionMessagingSubscriberTrigger();

/** The parameters of a stored node, as n8n completes them. */
function completed({ description }: INodeType, typeVersion: number, parameters: INodeParameters) {
	const node = { ...STORED_NODE, typeVersion, parameters };
	// A notice is there to be read, and has no value.
	const properties = description.properties.filter(({ type }) => type !== 'notice');
	return NodeHelpers.getNodeParameters(
		...([properties, parameters, true, false, node, description] as const),
	) as INodeParameters;
}

const STORED_NODE: INode = {
	id: '1',
	name: 'Trigger',
	type: 'test',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Values as the node reads them: of a choice from a list, what was chosen. */
const valuesOf = (parameters: INodeParameters) =>
	Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [
			name,
			typeof value === 'object' && value !== null && '__rl' in value ? value.value : value,
		]),
	) as IDataObject;

const sameInEachRun = <T>(given: T) => JSON.parse(withStandIns(JSON.stringify(given))) as T;

async function deliveryBy(version: number, { parameters, post }: StoredDelivery) {
	const complete = completed(delivery, version, parameters);
	const { signedFor, query, body, contentType } = post;
	const address = 'https://n8n.example.com/webhook/a/delivery-status';
	const signed =
		signedFor && signAddress(await statusAddressKey(CREDENTIAL), address, signedFor).split('?')[1];
	const given = await posted({
		body: Buffer.from(body),
		...(contentType && { contentType }),
		query: [query, signed].filter(Boolean).join('&'),
		parameters: valuesOf(complete),
		answering: (operation) => Buffer.from(statuses(operation, ['18015551001'], 100)),
	});
	return {
		complete,
		gives: typeof given === 'number' ? given : sameInEachRun(given.map(({ json }) => json)),
	};
}

const listOf = (phones: readonly string[]) =>
	reply(
		'getAllSubscribers',
		`<result>true</result><error_code>0</error_code><response><subscribers>${phones
			.map((entry) => {
				const phone = entry.replace('-', '');
				const left = entry.startsWith('-') ? '2026-03-04 05:06:07' : '';
				return `<item><name>Staff</name><mobiletxt>${entry.endsWith('!') ? 0 : 1}</mobiletxt><unsubdate>${left}</unsubdate><user><first_name>Ada</first_name><phone>${phone.replace('!', '')}</phone></user></item>`;
			})
			.join('')}</subscribers></response>`,
	);

async function subscribersBy(version: number, { name, parameters, polls }: StoredSubscribers) {
	const complete = completed(subscribers, version, parameters);
	const staticData: IDataObject = {};
	const all = valuesOf(complete);
	const gives: Array<IDataObject[] | null> = [];
	for (const phones of polls) {
		const { context } = fakeService(() => listOf(phones));
		const polled = await poll({
			...context,
			getActivationMode: () => 'update',
			getPollBudgetMs: () => 60_000,
			getNodeParameter: (field: string, fallback: unknown) => all[field] ?? fallback,
			getNode: () => STORED_NODE,
			getWorkflow: () => ({ id: name }),
			getWorkflowStaticData: () => staticData,
			getCredentials: () => Promise.resolve(CREDENTIAL),
			logger: { info: () => {}, warn: () => {} },
		} as unknown as IPollFunctions);
		gives.push(polled?.[0]?.map(({ json }) => json) ?? null);
	}
	return { complete, gives: sameInEachRun(gives) };
}

/** Writes down of nodes that lack it what they do: `RECORD=1 npx jest storedTriggers --selectProjects unit`. */
async function record<T extends Stored>(
	file: string,
	act: (version: number, node: T) => Promise<object>,
) {
	const nodes = readStored<T & { gives?: unknown }>(file);
	for (const node of nodes.filter(({ gives }) => gives === undefined)) {
		Object.assign(node, await act(versionOf(file), node));
	}
	writeFileSync(pathOf(file), `${JSON.stringify(nodes, null, '\t')}\n`);
}

if (process.env.RECORD) {
	beforeAll(async () => {
		for (const file of DELIVERY) await record(file, deliveryBy);
		for (const file of SUBSCRIBERS) await record(file, subscribersBy);
	});
}

test.each(ofDelivery)(
	'a trigger that version $version stored still makes the same of a post: $name',
	async ({ version, complete, gives, ...node }) => {
		expect(await deliveryBy(version, node)).toEqual({ complete, gives });
	},
);

test.each(ofSubscribers)(
	'a subscriber trigger that version $version stored still tells the same: $name',
	async ({ version, complete, gives, ...node }) => {
		expect(await subscribersBy(version, node)).toEqual({ complete, gives });
	},
);

const WRITE =
	'add a node that holds it, its parameters as the editor stores them, and run RECORD=1 npx jest storedTriggers --selectProjects unit';

describe.each<[INodeTypeDescription, readonly string[], ReadonlyArray<Stored & { file: string }>]>([
	[delivery.description, DELIVERY, ofDelivery],
	[subscribers.description, SUBSCRIBERS, ofSubscribers],
])('stored nodes of %#', ({ version, properties, displayName }, files, nodes) => {
	test('there is a file for each version', () => {
		const lacking = [version]
			.flat()
			.filter((one) => !files.some((file) => versionOf(file) === one))
			.map((one) => `${displayName} has no stored nodes of version ${one}: write a file of them`);
		expect(lacking).toEqual([]);
	});

	test.each(files)('%s holds each field', (file) => {
		const held = new Set(
			nodes
				.filter((node) => node.file === file)
				.flatMap(({ parameters }) =>
					Object.entries(parameters).flatMap(([name, value]) => [
						name,
						...Object.keys((value as object) ?? {}).map((member) => `${name}.${member}`),
					]),
				),
		);
		const fields = properties
			.filter(({ type }) => type !== 'notice' && type !== 'hidden')
			.flatMap(({ name, type, options = [] }) =>
				type === 'collection' ? options.map((member) => `${name}.${member.name}`) : [name],
			);
		expect(
			[...new Set(fields)]
				.filter((name) => !held.has(name))
				.map((name) => `${file}, ${name}: ${WRITE}`),
		).toEqual([]);
	});
});
