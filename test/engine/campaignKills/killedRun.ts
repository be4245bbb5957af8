/** A run of a campaign in a process of its own, which can be killed. It reads what to run from its input. */
import { json } from 'node:stream/consumers';

import { runCampaign, type CampaignRun } from './campaign';

void (async () => {
	const { error } = await runCampaign((await json(process.stdin)) as CampaignRun);
	process.stdout.write(JSON.stringify({ error: error?.message ?? null }));
	process.exit(0);
})();
