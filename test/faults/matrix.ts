import { FAULTS } from './faults';
import { POINTS } from './faultProxy';
import type { Run } from './scenario';

/**
 * What became of the items, a table for each transport and what was hit, rows the faults, columns
 * the points. A cell counts items: ok / recovered / not sent / unknown.
 */
export function faultMatrix(runs: readonly Run[]): string {
	const tables = new Map<string, Run[]>();
	for (const run of runs) {
		const { table } = run.scenario.cell;
		const own = tables.get(table);
		if (own) own.push(run);
		else tables.set(table, [run]);
	}
	return [...tables].map(([title, own]) => tableOf(title, own)).join('');
}

function tableOf(title: string, runs: readonly Run[]): string {
	const rows = FAULTS.map(({ name }) => [
		name,
		...POINTS.map((point) =>
			cellOf(runs.filter(({ scenario: { cell } }) => cell.row === name && cell.column === point)),
		),
	]);
	const lines = [['ok/recovered/not sent/unknown', ...POINTS], ...rows];
	const widths = lines[0]?.map((_, column) =>
		Math.max(...lines.map((line) => line[column]?.length ?? 0)),
	);
	const text = lines.map((line) =>
		line.map((entry, column) => entry.padEnd(widths?.[column] ?? 0)).join('  '),
	);
	return `\n${title} (${runs.length} runs)\n${text.join('\n')}\n`;
}

function cellOf(runs: readonly Run[]): string {
	if (runs.length === 0) return '-';
	const counts = { ok: 0, recovered: 0, notSent: 0, unknown: 0 };
	for (const { kind } of runs.flatMap(({ reports }) => [...reports.values()])) {
		counts[kind === 'failed' || kind === 'notAttempted' ? 'notSent' : kind] += 1;
	}
	return Object.values(counts).join('/');
}
