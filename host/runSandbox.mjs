import { loadTypeScript, prepareProject, runMain } from './prepare.mjs';
import { stopWithNpm } from './stopWithNpm.mjs';

// `npm run sandbox` on a fresh clone, where nothing is installed.
await runMain(async () => {
	stopWithNpm();
	await prepareProject();
	await loadTypeScript('sandbox/cli.ts');
});
