import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

import type { Steps } from '../service/collections/steps';

/** Characters of a pseudonym: 66 bits, so that no two of a million people share one. */
export const PSEUDONYM_LENGTH = 11;

/** Characters of a seal: 132 bits. */
const SEAL_LENGTH = 22;

/**
 * Stands for people and what is remembered of them. Without the credential nobody can tell whose a
 * pseudonym is, not even by trying all phone numbers, and nobody can make a seal.
 */
export class Pseudonyms {
	private readonly key: KeyObject;

	/**
	 * @param key secret of the credential
	 * @param account the service and code that the people belong to; another one has other pseudonyms
	 */
	constructor(key: KeyObject, account: readonly string[]) {
		const text = JSON.stringify(['subscribers 1', ...account]);
		this.key = createSecretKey(createHmac('sha256', key).update(text).digest());
	}

	/** The same for the same person in every group. */
	of(identity: string): string {
		const hmac = createHmac('sha256', this.key).update(`person\n${identity}`);
		return hmac.digest('base64url').slice(0, PSEUDONYM_LENGTH);
	}

	/**
	 * Shows whether a text is one that was sealed with the same credential, for the same account.
	 *
	 * @param pieces of the text, one for each step
	 */
	*seal(pieces: Iterable<string>): Steps<string> {
		const hmac = createHmac('sha256', this.key).update('seal\n');
		for (const piece of pieces) {
			hmac.update(piece);
			yield;
		}
		return hmac.digest('base64url').slice(0, SEAL_LENGTH);
	}
}
