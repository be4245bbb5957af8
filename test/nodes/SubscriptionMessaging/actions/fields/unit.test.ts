import { unitField } from '../../../../../nodes/SubscriptionMessaging/actions/fields/unit';

const fields = { displayName: 'Group', search: 'searchGroups', description: 'A group' } as const;

test('a unit is chosen from the list, or entered', () => {
	const { default: initial, required, modes } = unitField(fields);
	expect(initial).toEqual({ mode: 'list', value: '' });
	expect(required).toBe(true);
	expect(modes?.map(({ name, typeOptions }) => [name, typeOptions?.searchListMethod])).toEqual([
		['list', 'searchGroups'],
		['keyword', undefined],
	]);
});

test('a deleted one is entered, because the list has none of them', () => {
	expect(unitField({ ...fields, deleted: true }).default).toEqual({ mode: 'keyword', value: '' });
});

test('one that may be left out is not required', () => {
	expect(unitField({ ...fields, optional: true }).required).toBe(false);
});
