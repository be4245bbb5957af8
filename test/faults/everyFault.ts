import './quiet';

import { setTimeout as sleep } from 'node:timers/promises';

import pLimit from 'p-limit';

import { startSandbox } from '../../sandbox/server';
import { loadPackage } from '../engine/engine';
import { Journal } from './journal';
import { faultMatrix } from './matrix';
import { runScenario, type Run, type Scenario, type Service, type Transport } from './scenario';
import { scenariosOf } from './scenarios';

jest.setTimeout(1_500_000);

/** Most of a run is waiting, so that many of them go beside each other. */
const RUNS_AT_ONCE = 250;

/** Node.js takes one connection a turn from each server, which many runs at one would wait for. */
const SERVICES = 25;

/** Milliseconds that the process may be behind when it starts one more run. */
const MOST_BEHIND = 8;
const LOOK_EVERY = 10;

/** Keeps the time limit of the node for the faults: a process that is too busy would reach it too. */
async function untilIdle(): Promise<void> {
	for (;;) {
		const start = performance.now();
		await sleep(LOOK_EVERY);
		if (performance.now() - start - LOOK_EVERY < MOST_BEHIND) return;
	}
}

async function runAll(
	services: readonly Service[],
	scenarios: readonly Scenario[],
): Promise<Run[]> {
	await loadPackage();
	const limit = pLimit(RUNS_AT_ONCE);
	let turn = Promise.resolve();
	return await Promise.all(
		scenarios.map((scenario, index) =>
			limit(async () => {
				turn = turn.then(untilIdle);
				await turn;
				return await runScenario(services[index % services.length] as Service, scenario);
			}),
		),
	);
}

function describeRun({ scenario, error }: Run): string {
	const { cell, retryOnFail, onError, onUnclearOutcome, requestsInParallel, nvpMethod } = scenario;
	return JSON.stringify([
		cell.table,
		cell.row,
		cell.column,
		{ retryOnFail, onError, onUnclearOutcome, requestsInParallel, nvpMethod },
		error,
	]);
}

/** Things got lost that no fault hit. */
const wasTooSlow = ({ unheard, hasStalled }: Run) => unheard > 0 || hasStalled;

const hitsEverySend = ({ injections }: Scenario) => injections.some(({ nth }) => nth === 'every');

/** Tests of a file that runs every fault in the sends of these forms. */
export function everyFaultIn(...transports: Transport[]): void {
	let runs: Run[] = [];
	let received: ReadonlyMap<Run, ReadonlyMap<string, string[]>>;

	beforeAll(async () => {
		const services: Service[] = [];
		try {
			while (services.length < SERVICES) {
				const running = await startSandbox({ statusDelay: 0 });
				services.push({ running, journal: new Journal(running.sandbox) });
			}
			runs = await runAll(services, transports.flatMap(scenariosOf));
			const all = new Map(services.map(({ journal }) => [journal, journal.received()]));
			received = new Map(runs.map((run) => [run, all.get(run.journal) ?? new Map()]));
		} finally {
			for (const { running } of services) await running.close();
		}
		process.stderr.write(faultMatrix(runs));
	});

	/** One line for each thing that is wrong, with the combination that it happened in. */
	function offences(check: (run: Run) => string[]): string[] {
		return runs.flatMap((run) => check(run).map((offence) => `${describeRun(run)}: ${offence}`));
	}

	/** By item: what was said of it, and the custom tickets of its messages, by recipient. */
	const itemsOf = (run: Run) =>
		run.items.map(({ recipients }, index) => ({
			index,
			report: run.reports.get(index),
			messages: recipients.map((recipient) => received.get(run)?.get(recipient) ?? []),
		}));

	const ofItems = (
		wrong: (item: ReturnType<typeof itemsOf>[number], run: Run) => string | false | undefined,
	) =>
		offences((run) =>
			itemsOf(run).flatMap((item) => {
				const offence = wrong(item, run);
				return offence ? [`item ${item.index} ${offence}`] : [];
			}),
		);

	it('asks for at least 10,000 messages', () => {
		const asked = runs.flatMap(({ items }) => items.flatMap(({ recipients }) => recipients));

		expect(new Set(asked).size).toBe(asked.length);
		expect(asked.length).toBeGreaterThanOrEqual(10_000);
	});

	it('makes every fault happen, and hardly anything else', () => {
		expect(
			offences((run) =>
				// An exchange that a busy machine lost took the place of the one to be hit.
				wasTooSlow(run) ? [] : run.missed.map(({ kind, point }) => `${kind} ${point}`),
			),
		).toEqual([]);
		expect(runs.filter(({ unheard }) => unheard > 0).length).toBeLessThan(runs.length / 20);
		expect(runs.filter(({ hasStalled }) => hasStalled).length).toBeLessThan(runs.length / 2);
	});

	it('sends no recipient two messages, but for what arrived after the service twice did not know it', () => {
		expect(
			ofItems(({ messages }, { scenario, journal }) => {
				const twice = messages.find((tickets) => tickets.length > 1);
				if (!twice) return false;
				const [ticket = ''] = twice;
				const events = journal.of(ticket);
				const unknownBefore = events
					.slice(0, events.indexOf('took'))
					.filter((it) => it === 'unknown');
				const isAsked = scenario.onUnclearOutcome === 'resend';
				return isAsked && new Set(twice).size === 1 && unknownBefore.length >= 2
					? false
					: `has messages ${twice.join(', ')}: ${events.join(', ')}`;
			}),
		).toEqual([]);
	});

	it('sends twice, where it may send again, nothing but what was held back for long before it arrived', () => {
		const isTwice = (run: Run) => itemsOf(run).some(({ messages }) => messages.some((it) => it[1]));
		const inTime = runs.filter((run) => !wasTooSlow(run));
		const cells = inTime.filter(isTwice).map(({ scenario: { cell } }) => [cell.row, cell.column]);

		expect(new Set(cells.map(String))).toEqual(
			new Set(
				['connect', 'beforeRequest', 'inRequest'].map((point) => `delay past questions,${point}`),
			),
		);
	});

	it('reports no item as sent that has no message', () => {
		expect(
			ofItems(
				({ report, messages }) =>
					(report?.kind === 'ok' || report?.kind === 'recovered') &&
					messages.some((tickets) => tickets.length === 0) &&
					`is ${report.kind}, but nobody got it: ${report.text}`,
			),
		).toEqual([]);
	});

	it('reports every item, and none that has a message as one that was not sent', () => {
		expect(
			ofItems(({ report, messages }) => {
				if (!report) return 'is not reported';
				const isMissing = report.kind === 'failed' || report.kind === 'notAttempted';
				return isMissing && messages.flat().length > 0 && `was sent, but is ${report.kind}`;
			}),
		).toEqual([]);
	});

	it('names the custom ticket of each item whose outcome is unknown, or says that it has none', () => {
		expect(
			ofItems(({ report, messages }, { scenario }) => {
				if (report?.kind !== 'unknown') return false;
				if (scenario.transport === 'plain') {
					return !report.text.includes('no custom ticket') && `does not say it: ${report.text}`;
				}
				const named = /custom ticket (n8n-[\w-]+)/.exec(report.text)?.[1];
				if (!named) return `names no ticket: ${report.text}`;
				return (
					messages.flat().some((ticket) => ticket !== named) &&
					`names another ticket: ${report.text}`
				);
			}),
		).toEqual([]);
	});

	it('leaves an outcome unknown only where the service could not tell', () => {
		expect(
			ofItems(({ report }, run) => {
				const { scenario, lostQuestions, journal } = run;
				if (report?.kind !== 'unknown' || scenario.transport === 'plain') return false;
				// A machine that was too busy lost what is asked beside the ticket: how an unknown one is answered.
				if (wasTooSlow(run)) return false;
				// While its port is closed, the proxy does not see who asks.
				if (lostQuestions > 0 || scenario.cell.row === 'refuse') return false;
				const ticket = /custom ticket (n8n-[\w-]+)/.exec(report.text)?.[1] ?? '';
				const answers = journal.of(ticket).filter((event) => event !== 'took');
				const isUnknownTwice = answers.filter((event) => event === 'unknown').length >= 2;
				const isGivenUp = scenario.onUnclearOutcome === 'stop' || hitsEverySend(scenario);
				return (
					!(isUnknownTwice && isGivenUp) &&
					`is unknown after ${journal.of(ticket).join(', ')}: ${report.text}`
				);
			}),
		).toEqual([]);
	});

	it('carries out, where it goes on, every send that no fault hit', () => {
		expect(
			offences((run) => {
				const { scenario, reports, items } = run;
				if (scenario.onError === 'stopWorkflow' || scenario.cell.row === 'refuse') return [];
				// A machine that is too busy makes the node reach its time limit without any fault.
				if (hitsEverySend(scenario) || wasTooSlow(run)) return [];
				const sent = [...reports.values()].filter(
					({ kind }) => kind === 'ok' || kind === 'recovered',
				);
				// Whoever is asked is in the one send that was hit.
				const hit = scenario.transport === 'ask' ? items.length : items.length / 3;
				return sent.length >= items.length - hit ? [] : [`only ${sent.length} were sent`];
			}),
		).toEqual([]);
	});
}
