import { createSecretKey, type KeyObject } from 'node:crypto';

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

/** Whoever may post. */
export interface Sender {
	/** Of the message that the address was signed for; empty where it had none. */
	customTicket?: string;
	/** Parameters of the address that belong to it, and not to what is posted. */
	ownParameters: readonly string[];
}

/** Undefined unless the address that was called shows that it was given out by this workflow. */
export async function authenticate(
	context: IWebhookFunctions,
	query: string,
): Promise<Sender | undefined> {
	switch (context.getNodeParameter('authentication')) {
		case 'none':
			return { ownParameters: [] };
		case 'sharedToken': {
			const token = String(context.getNodeParameter('accessKey', ''));
			const given = onlyValue(query, TOKEN_PARAMETER);
			return token !== '' && given !== undefined && equal(given, token)
				? { ownParameters: [TOKEN_PARAMETER] }
				: undefined;
		}
		default:
			return await checkSignature(context, query);
	}
}

/** Milliseconds; for so long an address counts that was signed before the credential was changed. */
const KEY_KEPT = 10_000;

const MOST_KEYS = 100;

/** By credential: n8n reads and decrypts it anew each time, which takes longer than all the rest. */
const keys = new Map<string, { key: KeyObject; until: number }>();

async function checkSignature(
	context: IWebhookFunctions,
	query: string,
): Promise<Sender | undefined> {
	const id = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	const kept = keys.get(id);
	const known = kept && kept.until > Date.now() ? senderOf(kept.key, query) : undefined;
	if (known) return known;
	// Also for a signature that does not fit: it may be that of a credential which was just changed.
	const credential = await context.getCredentials<
		SubscriptionMessagingCredential & Record<string, never>
	>(CREDENTIAL_TYPE);
	const key = createSecretKey(statusAddressKey(credential));
	if (keys.size >= MOST_KEYS) keys.clear();
	if (id !== '') keys.set(id, { key, until: Date.now() + KEY_KEPT });
	return senderOf(key, query);
}

function senderOf(key: KeyObject, query: string): Sender | undefined {
	const signed = checkAddress(key, query);
	return signed && { ...signed, ownParameters: [SIGNATURE_PARAMETER] };
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
