import { createHash, createSecretKey } from 'node:crypto';

import { finished } from '../../../../nodes/SubscriptionMessaging/service/collections/steps';
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

it('is what another program computes, so that what an earlier version remembered is known', () => {
	expect(PSEUDONYMS.of('18015551001')).toBe('CLm8yone30x');
	expect(finished(PSEUDONYMS.seal(['a', 'b']))).toBe('u1dXQ9Qz5FjkdAYLrPE3ok');
});

it('seals a text as a whole, however it is divided, a piece at a step', () => {
	const steps = PSEUDONYMS.seal(['a', 'b']);
	expect([steps.next().done, steps.next().done, steps.next().done]).toEqual([false, false, true]);
	expect(finished(PSEUDONYMS.seal(['ab']))).toBe(finished(PSEUDONYMS.seal(['a', 'b'])));
	expect(finished(PSEUDONYMS.seal(['ba']))).not.toBe(finished(PSEUDONYMS.seal(['ab'])));
});
