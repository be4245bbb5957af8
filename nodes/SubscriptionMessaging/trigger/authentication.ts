import type { KeyObject } from 'node:crypto';

import type { IWebhookFunctions } from 'n8n-workflow';

import type { SubscriptionMessagingCredential } from '../../../credentials/secrets';
import { statusAddressKey } from '../../../credentials/statusAddressKey';
import { CREDENTIAL_TYPE } from '../transport/session';
import { calledAddress, onlyValue } from '../statusAddress/address';
import { checkAddress, equal, SIGNATURE_PARAMETER, type SignedSend } from '../statusAddress/sign';
import { TOKEN_PARAMETER } from '../statusAddress/triggerAddress';
import type { TriggerSettings } from './settings';

/** Whoever may post. */
export interface Sender {
	/** Of the message that the address was signed for; none where it is not signed. */
	customTicket?: string;
	/** Short code or long code of that message, in digits. */
	code?: string;
	/** Parameters of the address that belong to it, and not to what is posted: a signature, whoever checks it, is a secret. */
	ownParameters: readonly string[];
}

/** Undefined unless the address that was called shows that it was given out by this workflow. */
export async function authenticate(
	context: IWebhookFunctions,
	query: string,
	settings: TriggerSettings,
): Promise<Sender | undefined> {
	switch (settings.authentication) {
		case 'none':
			return { ownParameters: [SIGNATURE_PARAMETER] };
		case 'sharedToken': {
			const { token } = settings;
			const given = onlyValue(query, TOKEN_PARAMETER);
			// A token that was never entered must not be matched by one that was never given.
			return token.trim() !== '' && given !== undefined && equal(given, token)
				? { ownParameters: [TOKEN_PARAMETER, SIGNATURE_PARAMETER] }
				: undefined;
		}
		case 'signedAddress':
			return await checkSignature(context);
	}
}

/** Milliseconds; for so long an address counts that was signed before the credential was changed. */
const KEY_KEPT = 10_000;

const MOST_KEYS = 100;

/**
 * By credential, which n8n reads and decrypts anew each time. It is worth a tenth of the posts a second that
 * `npm run bench -- trigger` counts with lazy isolates, as it shows once KEY_KEPT is -1.
 *
 * Bounded: at most `MOST_KEYS`; a key that is older than `KEY_KEPT` is not used.
 */
const keysOfAccounts = new Map<string, { key: KeyObject; until: number }>();

async function checkSignature(context: IWebhookFunctions): Promise<Sender | undefined> {
	const address = calledAddress(context.getRequestObject());
	const id = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	const kept = keysOfAccounts.get(id);
	const known = kept && kept.until > Date.now() ? checkAddress(kept.key, address) : undefined;
	if (known) return senderOf(known);
	// Also for a signature that does not fit: it may be that of a credential which was just changed.
	const credential = await context.getCredentials<
		SubscriptionMessagingCredential & Record<string, never>
	>(CREDENTIAL_TYPE);
	const key = await statusAddressKey(credential);
	if (keysOfAccounts.size >= MOST_KEYS) keysOfAccounts.clear();
	if (id !== '') keysOfAccounts.set(id, { key, until: Date.now() + KEY_KEPT });
	const signed = checkAddress(key, address);
	return signed && senderOf(signed);
}

function senderOf(signed: SignedSend): Sender {
	return { ...signed, ownParameters: [SIGNATURE_PARAMETER] };
}
