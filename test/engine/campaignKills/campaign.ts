import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { runNode, type RunResult } from '../engine';

/** One run of a campaign, as the workflow of a person does it. */
export interface CampaignRun {
	credential: ICredentialDataDecryptedObject;
	phones: readonly string[];
	options: INodeParameters;
}

export async function runCampaign({
	credential,
	phones,
	options,
}: CampaignRun): Promise<Pick<RunResult, 'items' | 'error'>> {
	return await runNode({
		credential,
		items: phones.map((phone) => ({ phone })),
		parameters: {
			resource: 'message',
			operation: 'send',
			keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
			recipients: 'inputItems',
			sendTo: '={{ $json.phone }}',
			type: 1,
			message: 'Hello',
			options: { campaignKey: 'spring-sale', ...options },
		},
	});
}
