// node runAttached.mjs <program> <argument>...: runs a program that cannot be told to end with the process
// that started it. Its own channel to that process closes when that ends, however it ends.
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
const stop = () => child.kill('SIGTERM');
process.on('disconnect', stop);
process.on('SIGTERM', stop);
child.on('error', (error) => {
	process.stderr.write(`${error.message}\n`);
	process.exit(1);
});
child.on('close', (code) => process.exit(code ?? 1));
