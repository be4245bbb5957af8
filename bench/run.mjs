import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare, prepareFolder, prepareProject, runMain, SetupError } from '../host/prepare.mjs';
import { step } from '../host/progress.mjs';
import { stopWithNpm } from '../host/stopWithNpm.mjs';

await runMain(async () => {
	stopWithNpm();
	// What was started ends with this process.
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

	// What follows is TypeScript, and tsx may have to be installed.
	await prepareProject();
	const { register } = await import('tsx/cjs/api');
	register();
	const { choiceOf, runBench, USAGE } = createRequire(import.meta.url)('./bench.ts');
	let choice;
	try {
		choice = choiceOf(process.argv.slice(2));
	} catch (error) {
		throw new SetupError(`${error.message}\n\n${USAGE}`);
	}
	if (!choice) {
		process.stdout.write(USAGE);
		return;
	}
	const prepared = await prepare();
	const peers = dirname(fileURLToPath(import.meta.url));
	await prepareFolder(peers, 'Installing what the package is measured against');
	await runBench({ ...prepared, peers }, choice, step);
});
