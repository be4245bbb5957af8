import { finished } from '../../../../nodes/SubscriptionMessaging/service/collections/steps';
import {
	recordOf,
	RememberedGroup,
} from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/remembered';

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
