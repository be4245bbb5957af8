import type { RequestListener } from 'node:http';

import { startSandbox } from '../sandbox/server';
import { start, type Bench, type Programs } from './compare';
import type { Place } from './engine';
import { unpack } from './inputs';

export const programs: Programs<number> = {
	/** A sandbox that answers with a latency, in milliseconds. A turn has it forget all messages. */
	async sandbox(latency) {
		const { server, port, sandbox } = await startSandbox({ statusDelay: 0 });
		const [answer] = server.listeners('request') as [RequestListener];
		if (latency > 0) {
			server.off('request', answer);
			server.on('request', (...request) => setTimeout(answer, latency, ...request));
		}
		return () => {
			sandbox.reset();
			return { port };
		};
	},
};

/** A sandbox in a process of its own, which ends with the block that uses it. */
export async function startService(bench: Bench, latency: number) {
	const { turn: reset, close } = start(bench, 'sandbox', ['sandbox'], latency).sandbox!;
	const { port } = await reset();
	const place = {
		packageFolder: unpack(bench),
		baseUrl: `http://127.0.0.1:${port}`,
		seed: bench.seed,
	};
	return {
		/** Programs of a file, for which the engine finds the sandbox. */
		start: (file: string, count: number, ...names: string[]) =>
			start<Place>(bench, file, names, { ...place, count }),
		reset,
		[Symbol.asyncDispose]: close,
	};
}
