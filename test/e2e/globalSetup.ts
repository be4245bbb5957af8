import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparedHost } from '../../host/preparedHost';
import { startN8n, type RunningN8n } from '../../host/n8n';
import { OWNER } from '../owner';

declare global {
	var endToEndN8n: { n8n: RunningN8n; userFolder: string } | undefined;
}

/** Starts one real n8n, with the packed package installed, for all end-to-end tests. */
export default async function globalSetup(): Promise<void> {
	const { node, tarball } = preparedHost();
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-e2e-'));
	// All that n8n can log is searched for secrets.
	const env = { N8N_LOG_LEVEL: 'debug' };
	const n8n = await startN8n({ node, tarball, userFolder, env });
	globalThis.endToEndN8n = { n8n, userFolder };
	// Before the test files, of which several run at once and only one can make the owner.
	await n8n.client.signIn(OWNER);
	process.env.E2E_N8N_URL = n8n.url;
	process.env.E2E_N8N_FOLDER = userFolder;
}
