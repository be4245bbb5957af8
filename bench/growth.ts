import type { Bench } from './bench';
import { SHAPES, SIZES, type Growth, type GrowthArgument } from './programs/growth';
import { atMost, kilobytes, milliseconds, times, type Section } from './report';
import { inTurn, startProgram, type Contender } from './rounds';
import { median, ratio } from './statistics';

export const programs = ['growth'];

const LARGEST = SIZES.at(-1)!;

/** Work that grew with the square would grow sixteenfold. */
const MOST_GROWTH = 1.6 * LARGEST;

const WHY =
	'Garbage of one size may be collected while the next one is measured. Work that grows with the ' +
	`square of the input would be ${times(LARGEST ** 2)}.`;

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
	for (const [group, shapes] of Object.entries(SHAPES)) {
		for (const { name } of shapes) {
			const argument: GrowthArgument = { group, name };
			const start = () => startProgram<Growth[]>({ node, name: 'growth', argument });
			const results = await inTurn(
				new Map<string, () => Promise<Contender<Growth[]>>>([[name, start]]),
				rounds,
			);
			report(section, `${group}: ${name}`, results.get(name)!);
		}
	}
	return section;
}

function report({ lines, goals }: Section, name: string, rounds: readonly Growth[][]): void {
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
	goals.push(
		atMost(MOST_GROWTH, { goal: `${name}, growth`, value: growth, whenMissed: WHY }),
		atMost(50, { goal: `${name}, at once`, value: atOnce, as: milliseconds, whenMissed: WHY }),
	);
}
