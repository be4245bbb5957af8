import { createHmac } from 'node:crypto';

import type { SubscriptionMessagingCredential } from './secrets';

/**
 * Key that status addresses are signed with: 32 bytes that tell nothing of the secrets they come from,
 * the same for every copy of the credential.
 */
export function statusAddressKey({
	username,
	password,
	api_key,
}: Pick<SubscriptionMessagingCredential, 'username' | 'password' | 'api_key'>): Buffer {
	return createHmac('sha256', JSON.stringify([username, password, api_key]))
		.update('status address key')
		.digest();
}
