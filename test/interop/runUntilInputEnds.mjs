// node runUntilInputEnds.mjs <command> <argument>...: runs the command until standard input closes, which
// it also does when the process at its other end is killed. So no server outlives the tests.
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', (error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
	process.stdin.destroy();
});
child.on('close', (code) => process.exit(code ?? 0));
process.stdin.on('end', () => child.kill()).resume();
