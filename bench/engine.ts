import { phoneItems } from './inputs';
import type { Memory, Time } from './programs/turns';
import { atLeast, atMost, kilobytes, megabytes, milliseconds, times, type Section } from './report';
import { inTurn, type Bench, type Results } from './rounds';
import {
	bulk,
	floor,
	httpRequestAndXml,
	loop,
	oneByOne,
	withEngine,
	type Engine,
} from './workflows';

const ITEMS = 1_000;
const LOOPED_ITEMS = 50;
const FEW = 10_000;
const MANY = 100_000;

const PEER = 'HTTP Request and XML, all at once';
const SAME = 'this package, one request an item, all at once';
const DEFAULT = 'this package, one request an item, 10 at once (the default)';
const BULK = 'this package, from input items';
const FLOOR =
	'nothing but the one expression that each item needs, then the finished requests of many items';
const LOOP = 'this package in a loop of single sends';

export async function measure(bench: Bench): Promise<Section> {
	const section: Section = {
		title: "Through n8n's engine",
		text:
			'Messages sent by a workflow, from its first to its last item, against the sandbox in a process ' +
			'of its own that answers late. The peer is what a user would build instead: the HTTP Request ' +
			'node with a hand-written envelope, and the XML node.',
		header: ['Items', 'Latency', 'Workflow', 'Time or memory', 'Beside it'],
		pictures: [],
		lines: [],
		goals: [],
	};
	return await withEngine(bench, [20, 200], async (soon, late) => {
		await againstHttpRequest(bench, soon, section);
		await againstLoop(bench, late, section);
		await growth(bench, soon, section);
		return section;
	});
}

async function againstHttpRequest(
	{ seed, rounds }: Bench,
	{ contender, baseUrl }: Engine,
	section: Section,
): Promise<void> {
	const items = phoneItems(seed, ITEMS);
	const contenders = {
		[PEER]: contender(httpRequestAndXml(items, baseUrl)),
		[SAME]: contender(oneByOne(items, ITEMS)),
		[DEFAULT]: contender(oneByOne(items)),
		[BULK]: contender(bulk(items)),
		[FLOOR]: contender(floor(items, baseUrl)),
	};
	const results = await inTurn(contenders, rounds);
	show(section, 'requests', ITEMS, 20, results);
	section.goals.push(
		atLeast(0.95, 'Speed of HTTP Request and XML, all at once', results.ratio(PEER, SAME, 'ms')),
		atMost(1.6, 'Time from input items, compared with its floor', results.ratio(BULK, FLOOR, 'ms')),
	);
}

async function againstLoop(
	{ seed, rounds }: Bench,
	{ contender }: Engine,
	section: Section,
): Promise<void> {
	const items = phoneItems(seed, LOOPED_ITEMS);
	const contenders = { [LOOP]: contender(loop(items)), [DEFAULT]: contender(oneByOne(items)) };
	const results = await inTurn(contenders, Math.min(rounds, 3));
	show(section, 'loop', LOOPED_ITEMS, 200, results);
	section.goals.push(
		atLeast(8, 'Speed of a loop of single sends, by default', results.ratio(LOOP, DEFAULT, 'ms')),
	);
}

/** Time and memory of large sends. */
async function growth(
	{ seed, rounds }: Bench,
	{ contender }: Engine,
	{ lines, goals }: Section,
): Promise<void> {
	const startAll = <T>(measure: 'time' | 'memory') =>
		Object.fromEntries(
			[FEW, MANY].map((count) => [count, contender<T>(bulk(phoneItems(seed, count)), measure)]),
		);
	const time = await inTurn(startAll<Time>('time'), Math.min(rounds, 3));
	const memory = await inTurn(startAll<Memory>('memory'), 1, 0);
	const line = (count: string) => [Number(count).toLocaleString('en'), '20 ms'];
	for (const [count, ms] of time.medians('ms')) {
		lines.push([...line(count), BULK, milliseconds(ms), '']);
	}
	const beyond = (count: number | string) =>
		memory.median(`${count}`, 'peak') - memory.median(`${count}`, 'held');
	for (const [count, held] of memory.medians('held')) {
		const beside = `the items that it gives: ${megabytes(held)}`;
		lines.push([...line(count), 'memory beyond the items', megabytes(beyond(count)), beside]);
	}
	goals.push(
		atMost(
			1.1,
			'Time of a recipient among 100,000 compared with one among 10,000',
			time.ratio(`${MANY}`, `${FEW}`, 'ms') / (MANY / FEW),
		),
		atMost(
			2_000,
			'Memory of each further recipient from 10,000 to 100,000, beyond the items',
			(beyond(MANY) - beyond(FEW)) / (MANY - FEW),
			kilobytes,
		),
	);
}

/** Each beside the first. */
function show(
	{ pictures, lines }: Section,
	name: string,
	items: number,
	latency: number,
	results: Results<Time>,
): void {
	const count = items.toLocaleString('en');
	const [first = ''] = results.names;
	const values = results.medians('ms');
	const title = `Time to send ${count} messages`;
	pictures.push({ name: `engine-${name}`, title, values, as: milliseconds });
	for (const [of, ms] of values) {
		const speed = `${times(results.ratio(first, of, 'ms'))} as fast as the first`;
		lines.push([count, `${latency} ms`, of, milliseconds(ms), of === first ? '' : speed]);
	}
}
