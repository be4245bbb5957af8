import { join } from 'node:path';

import type { Programs, Turn } from './turns';

let program: Turn;

/** Makes a program ready in a process of its own; jest-worker calls it before the first turn. */
export async function setup(file: string, name: string, argument: unknown): Promise<void> {
	// Where the process that started this one ends without a word.
	process.once('disconnect', () => process.exit());
	const { programs } = require(join(__dirname, `${file}.js`)) as { programs: Programs<unknown> };
	program = await programs[name]!(argument);
}

export async function turn() {
	// What an earlier turn left behind is not the fault of this one.
	globalThis.gc?.();
	return await program();
}

export const teardown = () => process.exit();
