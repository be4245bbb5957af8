import { createHash, createSecretKey, scrypt, type KeyObject } from 'node:crypto';

import type { SubscriptionMessagingCredential } from './secrets';

type Secrets = Pick<SubscriptionMessagingCredential, 'username' | 'password' | 'api_key'>;

/** Bytes of a key. */
const LENGTH = 32;

/**
 * Slow on purpose: about a tenth of a second and 32 MB. An address shows its ticket and the signature of
 * it, so whoever has one and knows the rest of the credential can try passwords on a machine of their own.
 */
const COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** Credentials; an instance rarely uses more of them in one process. */
const MOST_KEYS = 100;

/**
 * By the digest of a credential, so that the secrets themselves are not kept here.
 *
 * Bounded: the `MOST_KEYS` that were used last.
 */
const knownKeys = new Map<string, Promise<KeyObject>>();

/**
 * Key that status addresses are signed with: 32 bytes that tell nothing of the secrets they come from,
 * the same for every copy of the credential. It is derived once a process and credential; the 100 that
 * were used last are kept.
 */
export async function statusAddressKey({
	username,
	password,
	api_key,
}: Secrets): Promise<KeyObject> {
	const secrets = JSON.stringify([username, password, api_key]);
	const id = createHash('sha256').update(secrets).digest('base64');
	const key = knownKeys.get(id) ?? derive(secrets, username);
	knownKeys.delete(id);
	knownKeys.set(id, key);
	for (const oldest of knownKeys.keys()) {
		if (knownKeys.size <= MOST_KEYS) break;
		knownKeys.delete(oldest);
	}
	// What failed, for want of memory, may succeed the next time.
	key.catch(() => knownKeys.delete(id));
	return await key;
}

async function derive(secrets: string, username: string): Promise<KeyObject> {
	return await new Promise((resolve, reject) => {
		scrypt(secrets, `status address 2\n${username}`, LENGTH, COST, (error, key) => {
			if (error) reject(error);
			else resolve(createSecretKey(key));
		});
	});
}
