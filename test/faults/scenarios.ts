import { FAULTS, happensAt } from './faults';
import { POINTS, type Fault, type Injection, type Point } from './faultProxy';
import type { Scenario, Transport } from './scenario';

/** The second of a run's three sends, so that there are sends before and after it. */
const THE_SEND = { kind: 'send', nth: 1, connection: 1 } as const;

const faultNamed = (name: string) => {
	const fault = FAULTS.find((it) => it.name === name);
	if (!fault) throw new Error(`No fault is named ${name}`);
	return fault;
};

/** What comes before the fault that hits the question: the answer of a send is lost. */
const LOST_ANSWER: Injection = { ...THE_SEND, fault: faultNamed('reset'), point: 'beforeAnswer' };
const LOST_REQUEST: Injection = { ...THE_SEND, fault: faultNamed('reset'), point: 'beforeRequest' };

interface Hit {
	name: string;
	transports: readonly Transport[];
	/** Where it makes no sense. */
	not?: (fault: Fault, point: Point) => boolean;
	injections(fault: Fault, point: Point): Injection[];
}

/** What a fault hits. Only a send with a ticket is asked about. */
const HITS: readonly Hit[] = [
	{
		name: 'the send',
		transports: ['soap', 'ask', 'nvp', 'plain'],
		injections: (fault, point) => [{ ...THE_SEND, fault, point }],
	},
	{
		name: 'every send',
		transports: ['soap'],
		// A connection that is not read yet may turn out to be a question, and so may a refused one.
		not: ({ kind }, point) => kind === 'refuse' || point === 'connect',
		injections: (fault, point) => [{ fault, point, kind: 'send', nth: 'every' }],
	},
	{
		name: 'the question after a send that arrived',
		transports: ['soap', 'ask', 'nvp'],
		injections: (fault, point) => [
			LOST_ANSWER,
			{ fault, point, kind: 'question', nth: 0, connection: 2 },
		],
	},
	{
		name: 'the question after a send that did not arrive',
		transports: ['soap', 'ask', 'nvp'],
		injections: (fault, point) => [
			LOST_REQUEST,
			{ fault, point, kind: 'question', nth: 0, connection: 2 },
		],
	},
	{
		name: 'the second question',
		transports: ['soap'],
		injections: (fault, point) => [
			LOST_REQUEST,
			{ fault, point, kind: 'question', nth: 1, connection: 3 },
		],
	},
];

const BOTH = [false, true];

/** Every fault × every point × what it hits × how the node is set. */
export function scenariosOf(transport: Transport): Scenario[] {
	const scenarios: Scenario[] = [];
	for (const hit of HITS.filter(({ transports }) => transports.includes(transport))) {
		for (const [fault, point] of cells(hit)) {
			for (const retryOnFail of BOTH) {
				for (const goesOn of BOTH) {
					for (const onUnclearOutcome of transport === 'soap' || transport === 'ask'
						? (['stop', 'resend'] as const)
						: (['stop'] as const)) {
						const injections = hit
							.injections(fault, point)
							.map((injection) => (transport === 'ask' ? ofOneSend(injection) : injection));
						if (injections.some(isRefusalOfFirst)) continue;
						for (const requestsInParallel of parallelOf(transport, hit, point)) {
							scenarios.push({
								transport,
								cell: { table: `${transport}: ${hit.name}`, row: fault.name, column: point },
								injections: injections.map((injection) => ({ ...injection })),
								retryOnFail,
								onError: goesOn ? continued(fault) : 'stopWorkflow',
								onUnclearOutcome,
								requestsInParallel,
								nvpMethod: FAULTS.indexOf(fault) % 2 === POINTS.indexOf(point) % 2 ? 'POST' : 'GET',
							});
						}
					}
				}
			}
		}
	}
	return scenarios;
}

/** Who is asked is texted in one send, so that there is none before it. */
const ofOneSend = ({ nth, connection, ...injection }: Injection): Injection => ({
	...injection,
	nth: injection.kind === 'send' ? 0 : nth,
	...(connection !== undefined && { connection: connection - 1 }),
});

const isRefusalOfFirst = ({ fault, point, connection }: Injection) =>
	fault.kind === 'refuse' && point === 'connect' && connection === 0;

/** By connection a question is known only where calls follow each other. */
function parallelOf(transport: Transport, { name }: Hit, point: Point): number[] {
	if (transport === 'ask') return [1];
	if (name === 'the send') return [1, 3];
	return [point === 'connect' ? 1 : 3];
}

function cells({ not }: Hit): Array<[Fault, Point]> {
	return FAULTS.flatMap((fault) =>
		POINTS.filter((point) => happensAt(fault, point) && !not?.(fault, point)).map(
			(point): [Fault, Point] => [fault, point],
		),
	);
}

/** Both ways in which n8n continues. */
function continued(fault: Fault): Scenario['onError'] {
	return FAULTS.indexOf(fault) % 2 === 0 ? 'continueErrorOutput' : 'continueRegularOutput';
}
