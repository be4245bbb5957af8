import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { inTurn, median, type Bench, type Programs } from '../compare';
import { runs, type Place, type Steps } from '../engine';
import { phoneItems } from '../inputs';
import { keptAfter, workOf } from '../measures';
import { finished, messaging, node, post } from '../nodes';
import { atMost, figure, milliseconds, percent, type Section } from '../report';
import { startService } from '../sandbox';

const CALLS = 500;

const OURS = 'this package, a request an item: work';
const BARE = "n8n's HTTP helper alone, with the finished envelope: work";
const WHOLE = 'the helper alone, from the beginning of an exchange to its end';
const LATENCY = 20;
const LATE = `the same with a service that answers after ${LATENCY} ms`;
const LATE_CALLS = 100;
const KEPT = 'kept by this package';
const KEPT_BARE = 'kept by the helper';

export const programs: Programs<Place> = {
	[OURS]: runs(ours, workOf),
	[BARE]: runs(bare, workOf),
	[WHOLE]: runs(bare),
	[LATE]: runs(bare),
	[KEPT]: runs(ours, keptAfter),
	[KEPT_BARE]: runs(bare, keptAfter),
};

/** This package's node, one request an item after the other, with nothing that n8n has to evaluate. */
function ours({ seed }: Place): Steps {
	const sendTo = phoneItems(seed, 1)[0]!.phone;
	return { nodes: [messaging({ sendTo, options: { requestsInParallel: 1 } })] };
}

/** The exchange alone: n8n's HTTP helper posts each item's envelope, one after the other. */
function bare({ baseUrl, seed, count }: Place): Steps {
	const requests = phoneItems(seed, count).map(({ phone }) => finished(baseUrl, phone));
	async function own(this: IExecuteFunctions) {
		const output: INodeExecutionData[] = [];
		for (const [item, request] of requests.entries()) {
			output.push({ json: { answer: await post(this.helpers, request) }, pairedItem: { item } });
		}
		return [output];
	}
	return { nodes: [node('Bare', 'own', 1)], own };
}

export async function measure(bench: Bench): Promise<Section> {
	await using service = await startService(bench, 0);
	const compare = async (...names: string[]) => {
		const contenders = service.start('rows/overhead', CALLS, ...names);
		return await inTurn(contenders, bench.rounds, { before: service.reset });
	};
	const results = await compare(OURS, BARE, WHOLE);
	const kept = await compare(KEPT, KEPT_BARE);
	await using lateService = await startService(bench, LATENCY);
	const starts = lateService.start('rows/overhead', LATE_CALLS, LATE);
	const late = await inTurn(starts, bench.rounds, { before: lateService.reset });
	const lateCall = late.median(LATE, 'ms') / LATE_CALLS;
	const aCall = [
		...results.medians('ms').map(([name, ms]) => [name, ms / CALLS] as const),
		[LATE, lateCall] as const,
	];
	const [ours, bare, whole] = [OURS, BARE, WHOLE].map((name) => results.all(name, 'ms'));
	const beyond = ours!.map((work, round) => work - bare![round]!);
	const part = median(beyond.map((work, round) => work / whole![round]!));
	const more = kept.median(KEPT, 'kept') - kept.median(KEPT_BARE, 'kept');
	const goal = 'Work of a call beyond the bare exchange';
	const keptGoal = 'Bytes that stay in memory of a call, beyond those of the bare exchange';
	return {
		title: 'Overhead of a call',
		text: `${CALLS} sends to the sandbox on the same machine, one after the other, in n8n's engine: by this package's node, whose fields hold no expression that n8n would have to evaluate, and by a node that does nothing but post the finished envelopes with n8n's HTTP helper. Work is the time that the thread in which n8n runs is at work. No service on a network answers as soon as one on the same machine: beside it stands one that takes ${LATENCY} ms.`,
		goals: [
			atMost(0.3, goal, median(beyond) / CALLS, milliseconds),
			atMost(0.1, `${goal}, as a part of the whole exchange`, part, percent),
			atMost(
				0.1,
				`${goal}, as a part of an exchange with a service that answers after ${LATENCY} ms`,
				median(beyond) / CALLS / lateCall,
				percent,
			),
			atMost(100, keptGoal, more / CALLS, figure),
		],
		pictures: [{ name: 'overhead', title: 'Time of a call', values: aCall, as: milliseconds }],
		header: ['', 'Time a call'],
		lines: aCall.map(([name, ms]) => [name, milliseconds(ms)]),
	};
}
