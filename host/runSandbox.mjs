import { createRequire } from 'node:module';
import { prepareProject, runMain } from './prepare.mjs';
import { stopWithNpm } from './stopWithNpm.mjs';

// `npm run sandbox` on a fresh clone: the sandbox is TypeScript, and tsx may have to be installed.
await runMain(async () => {
	stopWithNpm();
	await prepareProject();
	const { register } = await import('tsx/cjs/api');
	register();
	createRequire(import.meta.url)('../sandbox/cli.ts');
});
