import type { Bench } from './bench';
import { SHAPES, SIZES, type Growth, type GrowthArgument } from './programs/growth';
import { atMost, kilobytes, milliseconds, times, type Section } from './report';
import { inTurn, startProgram, type Contender } from './rounds';
import { median, ratio } from './statistics';

export const programs = ['growth'];

const LARGEST = SIZES.at(-1)!;

/**
 * Work that grew with the square would grow sixteenfold. Garbage of one size may be collected while the
 * next one is measured.
 */
const MOST_GROWTH = 1.6 * LARGEST;

/** How the work for hostile inputs grows with their size, which a time alone doesn't tell. */
export async function measure({ node, rounds }: Bench): Promise<Section> {
	const section: Section = {
		title: 'Growth',
		text:
			'What a broken or hostile service can send, at three sizes of which each is twice the one ' +
			'before. Work is that of the thread, whatever else the machine has to do.',
		header: ['Input', 'Sizes', 'Work', 'Largest against smallest', 'Most work at once'],
		lines: [],
		goals: [],
	};
	const measured: Array<{ name: string; growth: number; atOnce: number }> = [];
	for (const [group, shapes] of Object.entries(SHAPES)) {
		for (const { name } of shapes) {
			const argument: GrowthArgument = { group, name };
			const start = () => startProgram<Growth[]>({ node, name: 'growth', argument });
			const results = await inTurn(
				new Map<string, () => Promise<Contender<Growth[]>>>([[name, start]]),
				rounds,
			);
			measured.push(report(section, `${group}: ${name}`, results.get(name)!));
		}
	}
	const most = (what: 'growth' | 'atOnce') =>
		measured.reduce((worst, each) => (each[what] > worst[what] ? each : worst));
	const [steepest, longest] = [most('growth'), most('atOnce')];
	section.goals.push(
		atMost(MOST_GROWTH, {
			goal: `Growth of the steepest of ${measured.length} inputs (${steepest.name})`,
			value: steepest.growth,
		}),
		atMost(50, {
			goal: `Work at once of the longest of them (${longest.name})`,
			value: longest.atOnce,
			as: milliseconds,
		}),
	);
	return section;
}

function report({ lines }: Section, name: string, rounds: readonly Growth[][]) {
	const workOf = (size: number) => rounds.map((round) => round[size]!.work);
	const growth = ratio(workOf(SIZES.length - 1), workOf(0));
	const atOnce = median(rounds.map((round) => Math.max(...round.map(({ mostWork }) => mostWork))));
	lines.push([
		name,
		rounds[0]!.map(({ bytes }) => kilobytes(bytes)).join(', '),
		SIZES.map((_, size) => milliseconds(median(workOf(size)))).join(', '),
		times(growth),
		milliseconds(atOnce),
	]);
	return { name, growth, atOnce };
}
