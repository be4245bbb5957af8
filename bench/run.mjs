import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
	loadTypeScript,
	prepare,
	prepareFolder,
	root,
	runMain,
	SetupError,
	stopWithNpm,
} from '../host/prepare.mjs';
import { step } from '../host/progress.mjs';

/** Each is a file under `rows/`; in the order of the document. */
const ROWS = 'decode decodeLarge growth encode engine overhead report trigger poll load'.split(' ');

const USAGE = `Usage: npm run bench -- [options] [row ...]

Rows: ${ROWS.join(', ')}. All of them together are
written to docs/benchmarks.md; chosen ones are only printed.

  --seed <number>    of the inputs (default 1)
  --rounds <number>  how often each has its turn (default 7)
`;

await runMain(async () => {
	stopWithNpm();
	// What was started ends with this process.
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
	const { values, positionals: chosen } = parseArgs({
		allowPositionals: true,
		options: {
			seed: { type: 'string', default: '1' },
			rounds: { type: 'string', default: '7' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) {
		process.stdout.write(USAGE);
		return;
	}
	const isNumber = (value) => /^[1-9]\d{0,8}$/.test(value);
	const areKnown = chosen.every((row) => ROWS.includes(row));
	if (!isNumber(values.seed) || !isNumber(values.rounds) || !areKnown) throw new SetupError(USAGE);

	const prepared = await prepare();
	await prepareFolder(join(root, 'bench'), 'Installing what the package is measured against');
	const { runBench } = await loadTypeScript('bench/bench.ts');
	const options = { ...prepared, seed: Number(values.seed), rounds: Number(values.rounds) };
	await runBench(ROWS, chosen, options, step);
});
