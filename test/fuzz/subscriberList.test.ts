import fc from 'fast-check';

import { GONE, listOf } from '../nodes/SubscriptionMessaging/service/answer/subscriberEntries';
import { fuzz } from './judge';

describe('whatever the list holds', () => {
	const spelled = [
		(number: string) => number,
		(number: string) => `+${number}`,
		(number: string) => `00${number}`,
		(number: string) => `+1 (${number.slice(1, 4)}) ${number.slice(4, 7)}-${number.slice(7)}`,
	];
	const person = fc.integer({ min: 0, max: 30 }).map((index) => String(18015551000 + index));
	const entry = fc.record({
		number: person,
		spelling: fc.constantFrom(...spelled),
		isActive: fc.boolean(),
		field: fc.constantFrom('phone' as const, 'landline_number' as const),
	});

	it('has left exactly who has entries and none that is active', async () => {
		// 500 lists of a usual run.
		await fuzz(
			0.005,
			fc.tuple(fc.array(entry, { maxLength: 60 }), fc.uniqueArray(person)),
			([entries, recipients]) => {
				const list = listOf(
					recipients,
					entries.map(({ number, spelling, isActive, field }) => ({
						[field]: spelling(number),
						unsubdate: isActive ? '' : GONE,
					})),
				);
				for (const recipient of recipients) {
					const own = entries.filter(({ number }) => number === recipient);
					const isActive = own.some((one) => one.isActive);
					expect(list.hasLeft(recipient)).toBe(own.length > 0 && !isActive);
					expect(list.problemWith(recipient, 1) === undefined).toBe(isActive);
				}
			},
		);
	});
});
