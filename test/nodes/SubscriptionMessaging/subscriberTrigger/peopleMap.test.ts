import { PeopleMap } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/peopleMap';
import { PSEUDONYMS } from './account';

test('is a map, whatever the pseudonyms begin with', () => {
	const map = new PeopleMap<number>();
	const people = Array.from({ length: 5_000 }, (_, index) => PSEUDONYMS.of(String(index)));
	for (const [index, pseudonym] of people.entries()) map.set(pseudonym, index);
	map.set(people[7]!, 70);
	map.delete(people[8]!);

	expect(map.get(people[7]!)).toBe(70);
	expect(map.get(people[8]!)).toBeUndefined();
	expect(people.slice(9).map((pseudonym) => map.get(pseudonym))).toEqual(
		people.slice(9).map((_, index) => index + 9),
	);
});
