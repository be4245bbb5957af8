import { SHAPES, SIZES, type Growth, type GrowthArgument } from './programs/growth';
import { atMost, kilobytes, milliseconds, times, type Section } from './report';
import { inTurn, median, ratio, startProgram, type Bench } from './rounds';

/**
 * Work that grew with the square would grow sixteenfold. Garbage of one size may be collected while the
 * next one is measured.
 */
const MOST_GROWTH = 1.6 * SIZES.at(-1)!;

/** How the work for hostile inputs grows with their size, which a time alone doesn't tell. */
export async function measure(bench: Bench): Promise<Section> {
	const measured: Array<{ name: string; growth: number; atOnce: number; line: string[] }> = [];
	for (const [group, shapes] of Object.entries(SHAPES)) {
		for (const { name } of shapes) {
			const argument: GrowthArgument = { group, name };
			const start = () => startProgram<Growth[]>(bench, 'growth', argument);
			const results = await inTurn({ [name]: start }, bench.rounds);
			measured.push(growthOf(`${group}: ${name}`, results.of(name)));
		}
	}
	const most = (what: 'growth' | 'atOnce') =>
		measured.reduce((worst, each) => (each[what] > worst[what] ? each : worst));
	const [steepest, longest] = [most('growth'), most('atOnce')];
	const inputs = `the steepest of ${measured.length} inputs (${steepest.name})`;
	return {
		title: 'Growth',
		text:
			'What a broken or hostile service can send, at three sizes of which each is twice the one ' +
			'before. Work is that of the thread, whatever else the machine has to do.',
		pictures: [],
		header: ['Input', 'Sizes', 'Work', 'Largest against smallest', 'Most work at once'],
		lines: measured.map(({ line }) => line),
		goals: [
			atMost(MOST_GROWTH, `Growth of ${inputs}`, steepest.growth),
			atMost(
				50,
				`Work at once of the longest of them (${longest.name})`,
				longest.atOnce,
				milliseconds,
			),
		],
	};
}

function growthOf(name: string, rounds: ReadonlyArray<readonly Growth[]>) {
	const workOf = (size: number) => rounds.map((round) => round[size]!.work);
	const growth = ratio(workOf(SIZES.length - 1), workOf(0));
	const atOnce = median(rounds.map((round) => Math.max(...round.map(({ mostWork }) => mostWork))));
	const line = [
		name,
		rounds[0]!.map(({ bytes }) => kilobytes(bytes)).join(', '),
		SIZES.map((_, size) => milliseconds(median(workOf(size)))).join(', '),
		times(growth),
		milliseconds(atOnce),
	];
	return { name, growth, atOnce, line };
}
