import { tryLock } from './lock.mjs';
import { loadTypeScript, prepare, prepareProject, runMain, stopWithNpm } from './prepare.mjs';
import { step } from './progress.mjs';

// `npm start` on a fresh clone, where nothing is installed.
await runMain(async () => {
	stopWithNpm();
	await prepareProject();
	const { runDemo } = await loadTypeScript('host/demo.ts');
	await runDemo({ prepare, step, tryLock });
});
