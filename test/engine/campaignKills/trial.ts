import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { credentialFor } from '../sandboxed';
import { runCampaign, type CampaignRun } from './campaign';
import { StoppingProxy, type Stop } from './stoppingProxy';

/** A service that counts what it does. */
export interface CountedService {
	/** On 127.0.0.1. */
	readonly baseUrl: string;
	/** To whom messages went, one entry a message. */
	reached(): Promise<string[]>;
	requests(): Promise<{ sends: number; lookUps: number }>;
}

/** What becomes of the list between two runs. */
export type Change = 'as it was' | 'shuffled' | 'shortened' | 'lengthened';

export interface Trial {
	people: number;
	change: Change;
	/** One run is stopped by each of them; the last one is not stopped. */
	stops: readonly Stop[];
	random: () => number;
	/** The service shows messages late, so that a run may be refused, and is repeated at once. */
	isLate?: boolean;
}

export interface TrialResult {
	/** Whether each stop happened while the run was under way. */
	stopped: boolean[];
	twice: number;
	lost: number;
	/** Of the last run. */
	lookUps: number;
	/** Of the runs before it. */
	sends: number;
	error: string | undefined;
}

/** Runs until a service that shows its messages late has shown them all. */
const MOST_TRIES = 6;

const phoneOf = (index: number) => String(18_010_000_000 + index);

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** Stops a campaign at each of the points, runs it to its end with a changed list, and counts. */
export async function runTrial(service: CountedService, trial: Trial): Promise<TrialResult> {
	const { people, stops, random } = trial;
	const before = Array.from({ length: people }, (_person, index) => phoneOf(index));
	const after = changed(before, trial.change, random);
	const stopped: boolean[] = [];
	for (const [index, stop] of stops.entries()) {
		const phones = index === 0 ? before : after;
		stopped.push(await stoppedRun(service, stop, phones, people, random));
	}
	const { sends, lookUps } = await service.requests();
	const credential = credentialFor(service);
	const runAgain = async () =>
		(await runCampaign({ credential, phones: after, options: pace(people, random) })).error;
	let error = await runAgain();
	for (let tries = 1; trial.isLate && error && tries < MOST_TRIES; tries += 1) {
		error = await runAgain();
	}
	const counts = new Map<string, number>();
	for (const phone of await service.reached()) counts.set(phone, (counts.get(phone) ?? 0) + 1);
	return {
		stopped,
		twice: [...counts.values()].filter((count) => count > 1).length,
		lost: after.filter((phone) => !counts.has(phone)).length,
		lookUps: (await service.requests()).lookUps - lookUps,
		sends,
		error: error?.message,
	};
}

/** Another size of batches for each run, as for a person who changes the node meanwhile. */
function pace(people: number, random: () => number) {
	return {
		batchSize: Math.ceil((people / 100) * (0.5 + random())),
		requestsInParallel: 1 + Math.floor(random() * 15),
	};
}

function changed(list: readonly string[], change: Change, random: () => number): string[] {
	switch (change) {
		case 'as it was':
			return [...list];
		case 'shuffled':
			return shuffled(list, random);
		case 'shortened':
			return shuffled(list, random).slice(0, Math.ceil(list.length * 0.7));
		case 'lengthened': {
			const more = Math.ceil(list.length / 5);
			const added = Array.from({ length: more }, (_n, index) => phoneOf(list.length + index));
			return shuffled([...list, ...added], random);
		}
	}
}

function shuffled(list: readonly string[], random: () => number): string[] {
	return list
		.map((entry) => [random(), entry] as const)
		.toSorted(([a], [b]) => a - b)
		.map(([, entry]) => entry);
}

/** @returns whether it was stopped before its end */
async function stoppedRun(
	service: CountedService,
	stop: Stop,
	phones: readonly string[],
	people: number,
	random: () => number,
): Promise<boolean> {
	const { port, pathname } = new URL(service.baseUrl);
	let kill = () => {};
	const proxy = await StoppingProxy.start(Number(port), stop, () => kill());
	const credential = credentialFor({ baseUrl: proxy.baseUrl + pathname.replace(/\/$/, '') });
	const run = { credential, phones, options: pace(people, random) };
	try {
		if (stop.what === 'service') await runCampaign(run);
		else await inProcess(run, (process) => (kill = process));
	} finally {
		await proxy.close();
	}
	return proxy.isStopped;
}

async function inProcess(run: CampaignRun, killsBy: (kill: () => void) => void): Promise<void> {
	const program = join(__dirname, 'killedRun.ts');
	const child = spawn(process.execPath, ['--import', 'tsx', program], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	killsBy(() => child.kill('SIGKILL'));
	child.stdin.on('error', () => {}).end(JSON.stringify(run));
	child.stdout.resume();
	await once(child, 'close');
}
