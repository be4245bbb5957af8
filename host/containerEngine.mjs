import { spawnSync } from 'node:child_process';
import { SetupError } from './prepare.mjs';

const ENGINES = { docker: 'Docker', podman: 'Podman' };

/**
 * The program that runs containers on this machine.
 *
 * @returns {'docker' | 'podman'}
 * @throws {SetupError} where there is none, or none that runs
 */
export function containerEngine() {
	const silent = [];
	for (const [program, name] of Object.entries(ENGINES)) {
		const { status, error, stderr } = spawnSync(program, ['ps'], { encoding: 'utf8' });
		if (status === 0) return program;
		if (error?.code !== 'ENOENT') {
			silent.push(`${name} is installed, but does not run: ${stderr?.trim() || error?.message}`);
		}
	}
	throw new SetupError(
		silent.length > 0
			? `${silent.join('\n')}\nStart it, or run npm start without --container.`
			: 'Neither Docker nor Podman is installed, and --container needs one of them. ' +
				'Install one, or run npm start without --container.',
	);
}
