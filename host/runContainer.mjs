// node runContainer.mjs <engine> <name> <argument of run>...: runs a container in the foreground, and ends it
// when the process that started this one ends, however it ends: its own channel to that process closes.
import { spawn, spawnSync } from 'node:child_process';

const [engine, name, ...args] = process.argv.slice(2);
const remove = () => spawnSync(engine, ['rm', '--force', name], { stdio: 'ignore' });
// What a start that was ended by force may have left.
remove();
const child = spawn(engine, ['run', '--rm', `--name=${name}`, ...args], {
	stdio: ['ignore', 'inherit', 'inherit'],
});
const stop = () => {
	child.kill();
	setTimeout(remove, 8_000);
};
process.on('disconnect', stop);
process.on('SIGTERM', stop);
child.on('close', (code) => {
	remove();
	process.exit(code ?? 1);
});
