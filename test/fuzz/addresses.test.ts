import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';

import {
	checkAddress,
	DAYS_VALID,
	signAddress,
} from '../../nodes/SubscriptionMessaging/statusAddress/sign';
import { changed, changes } from './grammar';
import { hold } from './held';
import { fuzz, judged } from './judge';

const KEY = createSecretKey(Buffer.alloc(32, 7));
const OTHER_KEY = createSecretKey(Buffer.alloc(32, 8));
const NOW = Date.UTC(2026, 0, 2);
const DAY = 24 * 60 * 60 * 1000;

const place = fc.constantFrom(
	'https://n8n.example/webhook/3f1c/delivery-status',
	'http://127.0.0.1:5678/webhook/3f1c/delivery-status?tenant=a&tenant=b',
	'https://n8n.example/webhook-waiting/77/delivery-status?signature=abc',
	'/webhook/%33f1c/delivery-status?',
);

const sent = fc.record({
	customTicket: fc.oneof(
		fc.constantFrom('order-1', 'Auftrag № 7', 'a.b', '=', '…'),
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
	),
	code: fc.stringMatching(/^\d{1,12}$/),
});

/** What is done to an address on its way, or by somebody who has it. */
const attack = fc.oneof(
	changes.map((mistakes) => (address: string) => changed(address, mistakes)),
	fc.constantFrom<(address: string) => string>(
		(address) => address,
		(address) => `${address}&sendTo=1&status_code=100`,
		(address) => `${address}&signed_ticket=`,
		(address) => `${address}&${address.slice(address.indexOf('signed_ticket'))}`,
		(address) => address.replace('3f1c', '3f1d'),
		(address) => address.replace(/(?<=signed_ticket=)[\w-]+/, 'b3JkZXItMg'),
		(address) => address.replace(/(?<=signed_ticket=[\w-]+\.)\d+/, '777'),
		(address) => address.replace(/\.(\w{4})\.(?=[\w-]{22}$)/, '.zzzz.'),
		(address) => address.replace('signed_ticket', 'signed%5Fticket'),
		(address) => address.replace(/[\w-]{22}$/, '-'.repeat(22)),
		(address) => `${address}#${'&signed_ticket=a'.repeat(500)}`,
		(address) => `${address}${'&a=%41'.repeat(2_000)}`,
	),
);

const visit = fc.record({
	place,
	sent,
	attack,
	days: fc.integer({ min: -1, max: DAYS_VALID + 2 }),
	withOtherKey: fc.boolean(),
});

// eslint-disable-next-line require-yield
function* checked(address: string, now: number, withOtherKey: boolean) {
	return checkAddress(withOtherKey ? OTHER_KEY : KEY, address, now);
}

/** The end of the path, which says whom the address reaches in n8n. */
function pathOf(address: string): string {
	const steps = address.split(/[?#]/, 1)[0]!.split('/').filter(Boolean).slice(-2);
	return steps
		.join('/')
		.replace(/%([0-7][0-9a-f])/gi, (_escape, hex: string) =>
			String.fromCharCode(parseInt(hex, 16)),
		);
}

test('signed addresses', async () => {
	await fuzz(0.15, visit, ({ place: address, sent: send, attack: alter, days, withOtherKey }) => {
		const signed = signAddress(KEY, address, send, NOW);
		const called = alter(signed);
		const found = judged(
			() => checked(called, NOW + days * DAY, withOtherKey),
			() => false,
			() => hold(checked(signed, NOW, false)),
		);
		if (found === undefined) {
			// What nobody altered is let in for as long as it counts.
			expect(called === signed && !withOtherKey && days <= DAYS_VALID).toBe(false);
			return;
		}
		// It says what was signed, or it is refused.
		expect(found).toEqual({ ...send, customTicket: Buffer.from(send.customTicket).toString() });
		expect(withOtherKey).toBe(false);
		expect(days).toBeLessThanOrEqual(DAYS_VALID);
		expect(pathOf(called)).toEqual(pathOf(signed));
	});
});
