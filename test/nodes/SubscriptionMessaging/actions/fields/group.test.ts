import { createGroup } from '../../../../../nodes/SubscriptionMessaging/actions/group/create.operation';
import { requestsOf } from '../entered';

test.each([
	[{}, {}],
	[{ ispublic: true }, { ispublic: 1 }],
	[{ ispublic: false }, { ispublic: 0 }],
	[
		{ ispublic: 'false', stackOrder: 0 },
		{ ispublic: 0, stackOrder: 0 },
	],
])('of %j the interface gets %j', (additionalFields, details) => {
	const [request] = requestsOf(createGroup, { groupName: 'Crew', additionalFields });
	expect(request!.parameters).toEqual({ group: { name: 'Crew', ...details } });
});

test('what is neither yes nor no is refused by its name', () => {
	const additionalFields = { ispublic: 'maybe' };
	expect(() => requestsOf(createGroup, { groupName: 'Crew', additionalFields })).toThrow(
		`'Public' must be true or false, but "maybe" was given`,
	);
});
