import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { SubscriptionMessagingCredential } from '../../../credentials/secrets';
import { statusAddressKey } from '../../../credentials/statusAddressKey';
import { CREDENTIAL_TYPE } from '../transport/session';
import {
	checkAddress,
	equal,
	onlyValue,
	SIGNATURE_PARAMETER,
	withParameter,
} from './signedAddress';

const TOKEN_PARAMETER = 'token';

/** What belongs to the address, and not to what is posted to it. */
export const OWN_PARAMETERS: readonly string[] = [SIGNATURE_PARAMETER, TOKEN_PARAMETER];

/** Whoever may post. */
export interface Sender {
	/** Of the message that the address was signed for; empty where it had none. */
	customTicket?: string;
}

/** Undefined unless the address that was called shows that it was given out by this workflow. */
export async function authenticate(
	context: IWebhookFunctions,
	query: string,
): Promise<Sender | undefined> {
	switch (context.getNodeParameter('authentication')) {
		case 'none':
			return {};
		case 'sharedToken': {
			const token = String(context.getNodeParameter('accessKey', ''));
			const given = onlyValue(query, TOKEN_PARAMETER);
			return token !== '' && given !== undefined && equal(given, token) ? {} : undefined;
		}
		default: {
			const credential = await context.getCredentials<
				SubscriptionMessagingCredential & Record<string, never>
			>(CREDENTIAL_TYPE);
			return checkAddress(statusAddressKey(credential), query);
		}
	}
}

/** How the trigger of a workflow is reached, as the sending nodes of the workflow need to know it. */
export interface TriggerAddress {
	address: string;
	/** Whether the sender has to sign it. */
	signed: boolean;
}

/** The address at which the trigger listens. */
export function triggerAddress(context: IHookFunctions): TriggerAddress {
	const address = context.getNodeWebhookUrl('default') ?? '';
	switch (context.getNodeParameter('authentication')) {
		case 'none':
			return { address, signed: false };
		case 'sharedToken': {
			const token = String(context.getNodeParameter('accessKey', ''));
			return { address: withParameter(address, TOKEN_PARAMETER, token), signed: false };
		}
		default:
			return { address, signed: true };
	}
}
