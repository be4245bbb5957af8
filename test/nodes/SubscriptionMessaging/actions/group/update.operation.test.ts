import type { IDataObject } from 'n8n-workflow';

import { updateGroup } from '../../../../../nodes/SubscriptionMessaging/actions/group/update.operation';
import { requestsOf } from '../entered';

const update = (updateFields: IDataObject) =>
	requestsOf(updateGroup, { keyword: 'NSTAFF', updateFields })[0]!;

test('a new name is sent, with what else was added', () => {
	const request = update({ groupName: 'Crew', stackOrder: 2 });
	expect(request).not.toHaveProperty('keepsName');
	expect(request.parameters).toEqual({ group: { name: 'Crew', stackOrder: 2 } });
});

test.each<[IDataObject]>([[{ ispublic: false }], [{ stackOrder: 0 }]])(
	'with %j the group keeps its name, which is read before',
	(updateFields) => {
		const request = update(updateFields);
		expect(request.keepsName).toBe(true);
		expect((request.parameters as { group: IDataObject }).group.name).toBe('…');
	},
);

test('an empty name is none to keep, so that it is refused', () => {
	const request = update({ groupName: '', ispublic: true });
	expect(request).not.toHaveProperty('keepsName');
	expect((request.parameters as { group: IDataObject }).group.name).toBe('');
});

test('an update of nothing keeps no name, so that it is refused', () => {
	const request = update({});
	expect(request).not.toHaveProperty('keepsName');
	expect((request.parameters as { group: IDataObject }).group.name).toBeUndefined();
});
