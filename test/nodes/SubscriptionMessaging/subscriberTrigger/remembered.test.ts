import { finished } from '../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { stateOf } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/personState';
import {
	recordOf,
	RememberedGroup,
} from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/remembered';

it('reads and writes what the static data of workflows hold: a pseudonym and a letter for each person', () => {
	const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
	const text = [...letters].map((letter) => `person-0001${letter}`).join('');
	const states = [...letters].map((_letter, state) => state);
	expect(states.map((state) => recordOf('person-0001', state)).join('')).toBe(text);
	const group = finished(RememberedGroup.read(text));
	expect(states.map((position) => group.stateAt(position))).toEqual(states);
});

it.each([
	[{ unsubdate: '2026-01-01' }, 0],
	[{ unsubdate: '' }, 1],
	[{ mobiletxt: 1 }, 3],
	[{ mobilevoice: 1 }, 5],
	[{ email: 1 }, 9],
	[{ landline: 1 }, 17],
])('a stored state means the same in each version: %j is %d', (subscriber, state) => {
	expect(stateOf(subscriber)).toBe(state);
});

it('gives back every state of every person', () => {
	const names = Array.from(
		{ length: 64 },
		(_, index) => `person-${String(index).padStart(4, '0')}`,
	);
	const text = names.map((name, state) => recordOf(name, state)).join('');
	const group = finished(RememberedGroup.read(text));
	expect(group.count).toBe(64);
	expect([...group.positionsOfAll()]).toHaveLength(64);
	names.forEach((name, index) => {
		expect(group.positionOf(name)).toBe(index);
		expect(group.pseudonymAt(index)).toBe(name);
		expect(group.stateAt(index)).toBe(index);
	});
	expect(group.positionOf('person-9999')).toBeUndefined();
});
