import { createHash, createSecretKey } from 'node:crypto';

import { finished } from '../../../../nodes/SubscriptionMessaging/service/steps';
import { Pseudonyms } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/pseudonyms';
import { ACCOUNT, KEY, PSEUDONYMS } from './account';

it('gives one person one pseudonym, and another person another one', () => {
	expect(PSEUDONYMS.of('18015551001')).toBe(new Pseudonyms(KEY, ACCOUNT).of('18015551001'));
	const many = Array.from({ length: 20_000 }, (_, index) => PSEUDONYMS.of(String(index)));
	expect(new Set(many).size).toBe(many.length);
	expect(new Set(many.map(({ length }) => length))).toEqual(new Set([11]));
});

it('cannot be made without the key', () => {
	const plain = createHash('sha256').update('18015551001').digest('base64url');
	const other = new Pseudonyms(createSecretKey(Buffer.alloc(32)), ACCOUNT);
	expect(PSEUDONYMS.of('18015551001')).not.toBe(plain.slice(0, 11));
	expect(PSEUDONYMS.of('18015551001')).not.toBe(other.of('18015551001'));
});

it('does not make a seal of a pseudonym', () => {
	expect(finished(PSEUDONYMS.seal(['18015551001']))).not.toContain(PSEUDONYMS.of('18015551001'));
});
