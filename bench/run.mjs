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

  --rounds <number>  how often each has its turn (default 7)
`;

await runMain(async () => {
	stopWithNpm();
	// What was started ends with this process.
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
	const options = { rounds: { type: 'string', default: '7' }, help: { type: 'boolean' } };
	const { values, positionals: chosen } = parseArgs({ allowPositionals: true, options });
	if (values.help) {
		process.stdout.write(USAGE);
		return;
	}
	const rounds = Number(values.rounds);
	const areKnown = chosen.every((row) => ROWS.includes(row));
	if (!Number.isInteger(rounds) || rounds < 1 || !areKnown) throw new SetupError(USAGE);

	const prepared = await prepare();
	await prepareFolder(join(root, 'bench'), 'Installing what the package is measured against');
	const { runBench } = await loadTypeScript('bench/bench.ts');
	await runBench(ROWS, chosen, { ...prepared, rounds }, step);
});
