// node launch.mjs <program> [option]...: runs a program that is written in TypeScript, also on a fresh clone,
// where nothing is installed.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prepareProject, root, runMain } from './prepare.mjs';

/**
 * npm runs its scripts in a shell. A signal that is meant for npm ends that shell and never reaches
 * us, so its end is the sign to stop.
 */
function stopWithNpm() {
	if (!process.env.npm_lifecycle_event) return;
	const shell = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === shell) return;
		clearInterval(timer);
		process.kill(process.pid, 'SIGTERM');
	}, 500);
	timer.unref();
}

await runMain(async () => {
	stopWithNpm();
	await prepareProject();
	const { register } = await import('tsx/cjs/api');
	register();
	const [program] = process.argv.splice(2, 1);
	const { main } = createRequire(import.meta.url)(join(root, program));
	// The sandbox has begun by itself.
	await main?.();
});
