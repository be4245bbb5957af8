import { rm } from 'node:fs/promises';

export default async function globalTeardown(): Promise<void> {
	const started = globalThis.endToEndN8n;
	if (!started) return;
	await started.n8n.stop();
	await rm(started.userFolder, { recursive: true, force: true });
}
