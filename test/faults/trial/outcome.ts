import { described, judge, OFFENCES, recipientSends, type Finding } from './judge';
import { carryOutTrials, type StartService, type Trial } from './trial';
import type { Cell } from './cell';

/** What the trials of a matrix have shown so far; it keeps no trial. */
export class Tally {
	readonly findings: Finding[] = [];

	private cells = 0;

	private runs = 0;

	private recipientSends = 0;

	private tooSlow = 0;

	constructor(private readonly title: string) {}

	/** Says at once what was found, so that a long run can be looked at while it goes on. */
	add(trial: Trial): void {
		const found = judge(trial);
		this.findings.push(...found);
		if (found.length > 0) process.stderr.write(`${described(found).join('\n')}\n`);
		this.cells += 1;
		this.runs += trial.runs.length;
		this.recipientSends += recipientSends(trial);
		this.tooSlow += trial.wasTooSlow ? 1 : 0;
	}

	/** Says the counts, before a test holds them against what must not happen. */
	print(): void {
		const lines = OFFENCES.map((offence) => {
			const own = this.findings.filter((finding) => finding.offence === offence);
			return `${new Set(own.map(({ cell }) => cell)).size} cells: ${offence}`;
		});
		const { title, cells, runs } = this;
		process.stderr.write(
			`\n${title}: ${cells} cells, ${runs} runs, ${this.recipientSends} recipient-sends\n${lines.join('\n')}\n${this.tooSlow} cells in which the machine was too slow for what the node could find out\n`,
		);
	}
}

/**
 * Carries out the trials of a matrix and says its counts.
 *
 * @param every says them so far after each so many cells, too
 */
export async function findingsOf(
	title: string,
	cells: readonly Cell[],
	startService: StartService,
	every = Infinity,
): Promise<Finding[]> {
	const tally = new Tally(title);
	let count = 0;
	await carryOutTrials(cells, startService, (trial) => {
		tally.add(trial);
		count += 1;
		if (count % every === 0 && count < cells.length) tally.print();
	});
	tally.print();
	return tally.findings;
}

/** A test for each thing that must not happen in any cell of a matrix. */
export function testOutcome(findings: () => readonly Finding[]): void {
	it.each(OFFENCES)('leaves nobody %s', (offence) => {
		expect(described(findings().filter((finding) => finding.offence === offence))).toEqual([]);
	});
}
