import { phoneItems } from './inputs';
import { atMost, figure, milliseconds, percent, type Section } from './report';
import { inTurn, median, ratio, type Bench } from './rounds';
import { bareExchange, withEngine, withoutExpressions } from './workflows';

const CALLS = 500;

const OURS = 'this package, a request an item: work';
const BARE = "n8n's HTTP helper alone, with the finished envelope: work";
const WHOLE = 'the helper alone, from the beginning of an exchange to its end';

export async function measure(bench: Bench): Promise<Section> {
	const { results, kept } = await withEngine(bench, [0], async ({ baseUrl, contender }) => {
		const items = phoneItems(bench.seed, CALLS);
		const ours = withoutExpressions(items);
		const bare = bareExchange(items, baseUrl);
		const contenders = {
			[OURS]: contender(ours, 'work'),
			[BARE]: contender(bare, 'work'),
			[WHOLE]: contender(bare),
		};
		const keeps = {
			[OURS]: contender<{ kept: number }>(ours, 'kept'),
			[BARE]: contender<{ kept: number }>(bare, 'kept'),
		};
		return {
			results: await inTurn(contenders, bench.rounds),
			kept: await inTurn<{ kept: number }>(keeps, bench.rounds),
		};
	});
	const ofBare = results.all(BARE, 'ms');
	const beyond = results.all(OURS, 'ms').map((work, round) => work - ofBare[round]!);
	const ofWhole = results.all(WHOLE, 'ms');
	const aCall = results.medians('ms').map(([name, ms]) => [name, ms / CALLS] as const);
	return {
		title: 'Overhead of a call',
		text: `${CALLS} sends to the sandbox on the same machine, one after the other, in n8n's engine: by this package's node, whose fields hold no expression that n8n would have to evaluate, and by a node that does nothing but post the finished envelopes with n8n's HTTP helper. Work is the time that the thread in which n8n runs is at work.`,
		pictures: [{ name: 'overhead', title: 'Time of a call', values: aCall, as: milliseconds }],
		header: ['', 'Time a call'],
		lines: aCall.map(([name, ms]) => [name, milliseconds(ms)]),
		goals: [
			atMost(0.3, 'Work of a call beyond the bare exchange', median(beyond) / CALLS, milliseconds),
			atMost(
				0.1,
				'Work of a call beyond the bare exchange, as a part of the whole exchange',
				ratio(beyond, ofWhole),
				percent,
			),
			atMost(
				100,
				'Bytes that stay in memory of a call, beyond those of the bare exchange',
				(kept.median(OURS, 'kept') - kept.median(BARE, 'kept')) / CALLS,
				figure,
			),
		],
	};
}
