import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
	loadTypeScript,
	prepare,
	prepareFolder,
	prepareProject,
	root,
	runMain,
	SetupError,
} from '../host/prepare.mjs';
import { step } from '../host/progress.mjs';
import { stopWithNpm } from '../host/stopWithNpm.mjs';

const usage = (rows) => `Usage: npm run bench -- [options] [row ...]

Rows: ${rows.join(', ')}. All of them together are written to
docs/benchmarks.md; chosen ones are only printed.

  --seed <number>    of the inputs (default 1)
  --rounds <number>  how often each has its turn (default 7)
  --help
`;

await runMain(async () => {
	stopWithNpm();
	// What was started ends with this process.
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
	const { values, positionals: rows } = parseArgs({
		allowPositionals: true,
		options: {
			seed: { type: 'string', default: '1' },
			rounds: { type: 'string', default: '7' },
			help: { type: 'boolean' },
		},
	});
	const number = (option) => {
		if (/^[1-9]\d{0,8}$/.test(values[option])) return Number(values[option]);
		throw new SetupError(`--${option} takes a whole number above 0.`);
	};
	const [seed, rounds] = [number('seed'), number('rounds')];

	await prepareProject();
	const { ROW_NAMES, runBench } = await loadTypeScript('bench/bench.ts');
	if (values.help) {
		process.stdout.write(usage(ROW_NAMES));
		return;
	}
	const unknown = rows.find((name) => !ROW_NAMES.includes(name));
	if (unknown) throw new SetupError(`There is no row ${unknown}.\n\n${usage(ROW_NAMES)}`);
	const prepared = await prepare();
	await prepareFolder(join(root, 'bench'), 'Installing what the package is measured against');
	await runBench(rows, { ...prepared, seed, rounds }, step);
});
