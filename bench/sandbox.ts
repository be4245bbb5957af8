import type { RequestListener } from 'node:http';

import { startSandbox } from '../sandbox/server';
import { start, type Bench, type Programs } from './turns';
import type { Place } from './workflow';

export const programs: Programs<number> = {
	/** A sandbox that answers with a latency, in milliseconds. */
	async sandbox(latency) {
		const { server, port } = await startSandbox({ statusDelay: 0 });
		const [answer] = server.listeners('request') as [RequestListener];
		if (latency > 0) {
			server.off('request', answer);
			server.on('request', (...request) => setTimeout(answer, latency, ...request));
		}
		return () => ({ port });
	},
};

/** A sandbox in a process of its own, which ends with the block that uses it. */
export async function startService(bench: Bench, latency = 0) {
	const { turn, close } = start(bench, 'sandbox', ['sandbox'], latency).sandbox!;
	const { port } = await Promise.resolve(turn()).catch(async (error) => {
		await close!();
		throw error;
	});
	const baseUrl = `http://127.0.0.1:${port}`;
	const { packageFolder } = bench;
	return {
		wsdl: `${baseUrl}/webservices?version=2.0.0&wsdl`,
		/** Programs of a file, for which the engine finds the sandbox. */
		start: (file: string, count: number, ...names: string[]) =>
			start<Place>(bench, file, names, { packageFolder, baseUrl, count }),
		[Symbol.asyncDispose]: close!,
	};
}
