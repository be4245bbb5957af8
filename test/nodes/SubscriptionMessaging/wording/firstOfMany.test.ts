import { firstOfMany } from '../../../../nodes/SubscriptionMessaging/wording/firstOfMany';

const people = Array.from({ length: 21 }, (_none, index) => `p${index}`);

test('names all of twenty', () => {
	expect(firstOfMany(people.slice(0, 2))).toBe('p0, p1');
	expect(firstOfMany(people.slice(0, 20))).toBe(people.slice(0, 20).join(', '));
});

test('says that there are more than twenty', () => {
	expect(firstOfMany(people)).toBe(`${people.slice(0, 20).join(', ')}, …`);
});
