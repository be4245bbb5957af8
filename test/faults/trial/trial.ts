import { setTimeout as sleep } from 'node:timers/promises';

import { parse, stringify } from 'flatted';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import pLimit from 'p-limit';

import { loadPackage, runNode } from '../../engine/engine';
import { itemReports, type ItemReport } from '../itemReports';
import { isBroadcast, isRetried, type Cell, type Form } from './cell';

/** By "keyword/address": how many messages somebody got, by the service's own count. */
export type Counts = ReadonlyMap<string, number>;

/** A unit that everyone of is reached, and whom that reaches. */
export interface Unit {
	keyword: string;
	recipients: string[];
}

/** What a trial is held against: a service that errs as the cell says, and counts. */
export interface TrialService {
	credential: ICredentialDataDecryptedObject;
	/** Seconds that the node waits for an answer. */
	timeLimit: number;
	groups: Unit[];
	divisions: Unit[];
	/** Once nothing is under way any more. */
	counts(): Promise<Counts>;
	/** The node gave an exchange up that no fault hit, because the machine was too busy. */
	wasTooSlow?(): boolean;
	close(): Promise<void>;
}

/** Starts what a trial needs. */
export type StartService = (cell: Cell) => Promise<TrialService>;

/** An input item: whom the service is to reach for it. */
interface Item {
	json: IDataObject;
	recipients: string[];
}

/** One run of the node in a trial. */
export interface TrialRun {
	reports: ReadonlyMap<number, ItemReport>;
	/** What the user saw in place of the output. */
	error: string;
	before: Counts;
	after: Counts;
}

export interface Trial {
	cell: Cell;
	items: Item[];
	runs: TrialRun[];
	/** Another execution begins with each run, in place of the same one that goes on. */
	isNewEachTime: boolean;
	/** The machine was too busy to let the node hear what the service could tell. */
	wasTooSlow: boolean;
}

const CALLS = 3;
const RECIPIENTS_OF_CALL = 3;
const LIST_GROUP = 'NSTAFF';

/** Milliseconds between the tries of Retry On Fail. */
const BETWEEN_TRIES = 400;

let addresses = 0;
let trials = 0;

function itemsOf({ form }: Cell, { groups, divisions }: TrialService): Item[] {
	trials += 1;
	const ticket = (call: number) => `trial-${trials}-${call}`;
	if (form.startsWith('to')) {
		const units = form.startsWith('toGroup') ? groups : divisions;
		return units.map(({ keyword, recipients }, call) => ({
			json: { unit: keyword, ticket: ticket(call) },
			recipients: recipients.map((address) => `${keyword}/${address}`),
		}));
	}
	return Array.from({ length: CALLS }, (_, call) => {
		const phones = Array.from({ length: RECIPIENTS_OF_CALL }, () => {
			addresses += 1;
			return `1801${2_000_000 + addresses}`;
		});
		const recipients = phones.map((phone) => `${LIST_GROUP}/${phone}`);
		if (form === 'sendToNumbers') return [{ json: { phones: phones.join(',') }, recipients }];
		return phones.map((phone, index) => ({
			json: { phone, ticket: ticket(form === 'ask' ? 0 : call) },
			recipients: [recipients[index] as string],
		}));
	}).flat();
}

const byKeyword = (value: string) => ({ __rl: true, mode: 'keyword', value });

const OPERATIONS: Record<Form, INodeParameters> = {
	send: { operation: 'send' },
	ask: { operation: 'sendAndWait' },
	sendLocalized: { operation: 'sendLocalized' },
	sendTemplate: { operation: 'sendTemplate', templateSource: 'text', text: 'Hello' },
	sendToNumbers: { operation: 'sendToNumbers', phone: '={{ $json.phones }}' },
	toGroup: { operation: 'sendToGroup' },
	toGroupNvp: { operation: 'sendToGroup' },
	toDivision: { operation: 'sendToGroup' },
	toDivisionNvp: { operation: 'sendToGroup' },
};

function parametersOf(cell: Cell, { timeLimit }: TrialService): INodeParameters {
	const { form, onUnclear, course, parallel } = cell;
	const own = OPERATIONS[form];
	const common = { resource: 'message', message: 'Hello', preview: false };
	const options = { requestsInParallel: parallel, timeLimit };
	if (form === 'sendToNumbers') {
		return { ...common, ...own, keyword: byKeyword(LIST_GROUP), options };
	}
	const ticketed = {
		...options,
		onUnclearOutcome: onUnclear,
		...(course === 'again' && { custom_ticket: '={{ $json.ticket }}', ifTicketKnown: 'skip' }),
	};
	if (isBroadcast(cell)) {
		const transport = form.endsWith('Nvp') ? 'nvp' : 'soap';
		return {
			...common,
			...own,
			keyword: byKeyword('={{ $json.unit }}'),
			options: { ...ticketed, transport },
		};
	}
	return {
		...common,
		keyword: byKeyword(LIST_GROUP),
		recipients: 'inputItems',
		sendTo: '={{ $json.phone }}',
		type: 1,
		...own,
		options:
			form === 'ask'
				? { timeLimit, onUnclearOutcome: onUnclear }
				: { ...ticketed, batchSize: RECIPIENTS_OF_CALL },
	};
}

/** What a person makes of the node before the failed execution is retried. */
function editedParameters(cell: Cell, service: TrialService): INodeParameters {
	const { form, course } = cell;
	if (course === 'retryToEveryone') {
		const toGroup = parametersOf({ ...cell, form: 'toGroup' }, service);
		return { ...toGroup, keyword: byKeyword(LIST_GROUP) };
	}
	if (course !== 'retryEdited') return parametersOf(cell, service);
	if (form !== 'sendToNumbers') {
		return {
			...parametersOf({ ...cell, form: 'sendToNumbers' }, service),
			phone: '={{ $json.phone }}',
		};
	}
	const { batchSize: _, ...options } = parametersOf({ ...cell, form: 'send' }, service)
		.options as IDataObject;
	return {
		...parametersOf({ ...cell, form: 'send' }, service),
		recipients: 'commaSeparated',
		sendTo: '={{ $json.phones }}',
		options,
	} as INodeParameters;
}

/** As n8n stores it with an execution and reads it again. */
const stored = (memory: IDataObject) => parse(stringify(memory)) as IDataObject;

/** Lets the user of a cell go the whole course. */
async function carryOutTrial(cell: Cell, startService: StartService): Promise<Trial> {
	const service = await startService(cell);
	try {
		const items = itemsOf(cell, service);
		const runs: TrialRun[] = [];
		const run = async (memory: IDataObject, parameters = parametersOf(cell, service)) => {
			const before = await service.counts();
			const result = await runNode({
				credential: service.credential,
				parameters,
				items: items.map(({ json }) => json),
				settings: {
					onError: cell.onError,
					retryOnFail: cell.course === 'retryOnFail',
					maxTries: 3,
					waitBetweenTries: BETWEEN_TRIES,
				},
				memory,
			});
			const error = [result.error?.message, result.error?.description].filter(Boolean).join(' | ');
			runs.push({ reports: itemReports(result), error, before, after: await service.counts() });
			return result.error !== undefined;
		};
		const memory = {};
		const hasFailed = await run(memory);
		if (cell.course === 'again') await run({});
		else if (hasFailed && isRetried(cell.course)) {
			const copies = [memory, memory].map(stored);
			for (const copy of cell.course === 'retryTwice' ? copies : copies.slice(0, 1)) {
				await run(copy, editedParameters(cell, service));
			}
		}
		const wasTooSlow = service.wasTooSlow?.() ?? false;
		return { cell, items, runs, isNewEachTime: cell.course === 'again', wasTooSlow };
	} finally {
		await service.close();
	}
}

/** Most of a trial is waiting, so that many of them go beside each other. */
const TRIALS_AT_ONCE = 200;

/** Milliseconds that the process may be behind when it starts one more trial. */
const MOST_BEHIND = 30;
const LOOK_EVERY = 5;

/** A process that is too busy would make the node reach its time limit without any fault. */
async function untilIdle(): Promise<void> {
	for (;;) {
		const start = performance.now();
		await sleep(LOOK_EVERY);
		if (performance.now() - start - LOOK_EVERY < MOST_BEHIND) return;
	}
}

/**
 * The trials of all cells, as many at once as the machine can take.
 *
 * @param visit gets each trial as soon as it is over, in no order
 */
export async function carryOutTrials(
	cells: readonly Cell[],
	startService: StartService,
	visit: (trial: Trial) => void,
): Promise<void> {
	await loadPackage();
	const limit = pLimit(TRIALS_AT_ONCE);
	let turn = Promise.resolve();
	await Promise.all(
		cells.map((cell) =>
			limit(async () => {
				turn = turn.then(untilIdle);
				await turn;
				visit(await carryOutTrial(cell, startService));
			}),
		),
	);
}
