import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { inTurn, keptAfter, median, workOf, type Bench, type Programs } from '../turns';
import { finished, messaging, node, post, runs, type Place, type Steps } from '../workflow';
import { phoneItems } from '../inputs';
import { atMost, figure, linesOf, milliseconds, percent, type Section } from '../document';
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
function ours(): Steps {
	const [{ phone: sendTo } = {}] = phoneItems(1);
	return { nodes: [messaging({ sendTo, options: { requestsInParallel: 1 } })] };
}

/** The exchange alone: n8n's HTTP helper posts each item's envelope, one after the other. */
function bare({ baseUrl, count }: Place): Steps {
	const requests = phoneItems(count).map(({ phone }) => finished(baseUrl, phone));
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
	await using soon = await startService(bench);
	await using late = await startService(bench, LATENCY);
	const compare = async (service: typeof soon, calls: number, ...names: string[]) =>
		await inTurn(service.start('rows/overhead', calls, ...names), bench.rounds);
	const results = await compare(soon, CALLS, OURS, BARE, WHOLE);
	const kept = await compare(soon, CALLS, KEPT, KEPT_BARE);
	const lateCall = (await compare(late, LATE_CALLS, LATE)).median(LATE, 'ms') / LATE_CALLS;
	const [ours, bare, whole] = [OURS, BARE, WHOLE].map((name) => results.all(name, 'ms'));
	const beyond = ours!.map((work, round) => work - bare![round]!);
	const part = median(beyond.map((work, round) => work / whole![round]!));
	const more = kept.median(KEPT, 'kept') - kept.median(KEPT_BARE, 'kept');
	const goal = 'Work of a call beyond the bare exchange';
	const ofLate = `${goal}, as a part of an exchange with a service that answers after ${LATENCY} ms`;
	const keptGoal = 'Bytes that stay in memory of a call, beyond those of the bare exchange';
	const aCall = results.medians('ms').map(([name, ms]) => [name, ms / CALLS] as const);
	const values = [...aCall, [LATE, lateCall] as const];
	const picture = { title: 'Work and time of a call', values, as: milliseconds };
	return {
		title: 'Overhead of a call',
		text: `${CALLS} sends to the sandbox on the same machine, one after the other, in n8n's engine: by this package's node, whose fields hold no expression that n8n would have to evaluate, and by a node that does nothing but post the finished envelopes with n8n's HTTP helper. Work is the time that the thread in which n8n runs is at work. No service on a network answers as soon as one on the same machine: beside it stands one that takes ${LATENCY} ms.`,
		goals: [
			atMost(0.3, goal, median(beyond) / CALLS, milliseconds),
			atMost(0.1, `${goal}, as a part of the whole exchange`, part, percent),
			atMost(0.1, ofLate, median(beyond) / CALLS / lateCall, percent),
			atMost(100, keptGoal, more / CALLS, figure),
		],
		pictures: [picture],
		header: ['', 'A call'],
		lines: linesOf(picture),
	};
}
