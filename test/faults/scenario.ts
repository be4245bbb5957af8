import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { addSubscribers } from '../../sandbox/seed';
import type { RunningSandbox } from '../../sandbox/server';
import { runNode } from '../engine/engine';
import { credentialFor } from '../engine/sandboxed';
import { CLOSED_FOR, FaultProxy, type Injection } from './faultProxy';
import { TIME_LIMIT } from './faults';
import { itemReports, type ItemReport } from './itemReports';
import type { Journal } from './journal';
import { hasStalledSince } from './stalls';

/** `ask` is the send of a question, over SOAP too. */
export type Transport = 'soap' | 'ask' | 'nvp' | 'plain';

/** One combination: what goes wrong, and how the node is set. */
export interface Scenario {
	transport: Transport;
	/** What it is in the matrix. */
	cell: { table: string; row: string; column: string };
	injections: Injection[];
	retryOnFail: boolean;
	onError: 'stopWorkflow' | 'continueErrorOutput' | 'continueRegularOutput';
	onUnclearOutcome: 'stop' | 'resend';
	requestsInParallel: number;
	nvpMethod: 'POST' | 'GET';
}

/** An input item: whom the service is to reach for it, as "keyword/address". */
interface Item {
	json: IDataObject;
	recipients: string[];
}

/** A sandbox, and what happens at it. */
export interface Service {
	running: RunningSandbox;
	journal: Journal;
}

export interface Run {
	scenario: Scenario;
	journal: Journal;
	items: Item[];
	reports: Map<number, ItemReport>;
	/** The injections that never came to happen. */
	missed: Injection[];
	lostQuestions: number;
	/** Exchanges that the node gave up although no fault hit them. */
	unheard: number;
	/** The process stood still meanwhile, for so long that the node may have given up anything. */
	hasStalled: boolean;
	/** What the user saw in place of the output. */
	error: string;
}

/** Every call of a scenario is for this many recipients, and every scenario has this many calls. */
const BATCH_SIZE = 2;
const BATCHES = 3;

let addresses = 0;
let groups = 0;

/** Addresses and groups that no other run uses. */
function itemsFor(transport: Transport, { sandbox }: RunningSandbox): Item[] {
	const nextAddress = () => {
		addresses += 1;
		return `1801${2_000_000 + addresses}`;
	};
	const portion = Array.from({ length: BATCH_SIZE }, (_, index) => index);
	const calls = Array.from({ length: BATCHES }, (_, index) => index);
	if (transport === 'soap' || transport === 'ask') {
		return calls.flatMap(() =>
			portion.map(() => {
				const phone = nextAddress();
				return { json: { phone }, recipients: [`NSTAFF/${phone}`] };
			}),
		);
	}
	if (transport === 'plain') {
		return calls.map(() => {
			const phones = portion.map(nextAddress);
			return {
				json: { phones: phones.join(',') },
				recipients: phones.map((phone) => `NSTAFF/${phone}`),
			};
		});
	}
	const { organization } = sandbox;
	const north = organization.existing('NORTH', ['division']);
	return calls.map(() => {
		groups += 1;
		const keyword = `FAULTY${groups}`;
		const group = organization.addGroup(north, { keyword, name: keyword });
		addSubscribers(group, BATCH_SIZE);
		return {
			json: { group: keyword },
			recipients: group.subscribers.map(({ user }) => `${keyword}/${user.phone}`),
		};
	});
}

const byKeyword = (value: string) => ({ __rl: true, mode: 'keyword', value });

function parametersOf({
	transport,
	onUnclearOutcome,
	requestsInParallel,
}: Scenario): INodeParameters {
	const common = { resource: 'message', message: 'Hello', preview: false };
	const options = { requestsInParallel, timeLimit: TIME_LIMIT };
	switch (transport) {
		case 'soap':
			return {
				...common,
				operation: 'send',
				keyword: byKeyword('NSTAFF'),
				recipients: 'inputItems',
				sendTo: '={{ $json.phone }}',
				type: 1,
				options: { ...options, batchSize: BATCH_SIZE, onUnclearOutcome },
			};
		case 'ask':
			return {
				...common,
				operation: 'sendAndWait',
				keyword: byKeyword('NSTAFF'),
				recipients: 'inputItems',
				sendTo: '={{ $json.phone }}',
				type: 1,
				options: { timeLimit: TIME_LIMIT, onUnclearOutcome },
			};
		case 'nvp':
			return {
				...common,
				operation: 'sendToGroup',
				keyword: byKeyword('={{ $json.group }}'),
				options: { ...options, onUnclearOutcome, transport: 'nvp' },
			};
		case 'plain':
			return {
				...common,
				operation: 'sendToNumbers',
				keyword: byKeyword('NSTAFF'),
				phone: '={{ $json.phones }}',
				options,
			};
	}
}

/** Runs the node through a proxy of its own, until nothing of it is under way any more. */
export async function runScenario({ running, journal }: Service, scenario: Scenario): Promise<Run> {
	const start = performance.now();
	const proxy = await FaultProxy.start(running.port, scenario.injections);
	try {
		const items = itemsFor(scenario.transport, running);
		const settings: Partial<INode> = {
			onError: scenario.onError,
			retryOnFail: scenario.retryOnFail,
			maxTries: 3,
			waitBetweenTries: CLOSED_FOR + 100,
		};
		const result = await runNode({
			credential: { ...credentialFor(proxy), nvpMethod: scenario.nvpMethod },
			parameters: parametersOf(scenario),
			items: items.map(({ json }) => json),
			settings,
		});
		await proxy.settled();
		return {
			scenario,
			journal,
			items,
			reports: itemReports(result),
			missed: scenario.injections.filter((injection) => !proxy.hits.has(injection)),
			lostQuestions: proxy.lostQuestions,
			unheard: proxy.unheard,
			hasStalled: hasStalledSince(start),
			error: [result.error?.message, result.error?.description].filter(Boolean).join(' | '),
		};
	} finally {
		await proxy.close();
	}
}
