import { reachColumns } from '../../../../../nodes/SubscriptionMessaging/run/output/reachColumns';
import { personOf } from '../../../../../nodes/SubscriptionMessaging/service/answer/person';
import type { Reached } from '../../../../../nodes/SubscriptionMessaging/lookups/activeSubscribers';

const person = (first_name: string, phone: string) =>
	personOf(
		{ name: 'Staff', user: { first_name, phone } } as Parameters<typeof personOf>[0],
		'NSTAFF',
	);
const ann = person('Ann', '18015551001');
const ben = person('Ben', '18015551002');
const staff = { keyword: 'NSTAFF', name: 'Staff', people: 2 };
const reached: Reached = {
	people: 2,
	groups: [staff],
	withoutText: 1,
	named: [ann, ben],
	namedWithoutText: [ben],
};

test('a group is told by name, with its people and those whom no text reaches', () => {
	expect(reachColumns(reached)).toEqual({
		group_name: 'Staff',
		subscriber_count: 2,
		without_text_count: 1,
		subscribers: [
			{ name: 'Ann', phone: '18015551001', email: '', group: 'NSTAFF' },
			{ name: 'Ben', phone: '18015551002', email: '', group: 'NSTAFF' },
		],
		without_text: [{ name: 'Ben', phone: '18015551002', email: '', group: 'NSTAFF' }],
	});
});

test('of a division the groups are added up, to at most so many', () => {
	const crew = { keyword: 'NCREW', name: 'Crew', people: 1 };
	const all = {
		...reached,
		people: 3,
		groups: [staff, crew],
		withoutText: 0,
		namedWithoutText: [],
	};
	expect(reachColumns(all)).toEqual({
		at_most: true,
		subscriber_count: 3,
		without_text_count: 0,
		groups: [
			{ group: 'NSTAFF', group_name: 'Staff', subscriber_count: 2 },
			{ group: 'NCREW', group_name: 'Crew', subscriber_count: 1 },
		],
	});
});

test('what was not counted is not told', () => {
	expect(reachColumns(undefined)).toEqual({});
});
