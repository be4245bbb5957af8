import { loadTypeScript, prepareProject, runMain, stopWithNpm } from './prepare.mjs';

// `npm run sandbox` on a fresh clone, where nothing is installed.
await runMain(async () => {
	stopWithNpm();
	await prepareProject();
	await loadTypeScript('sandbox/cli.ts');
});
