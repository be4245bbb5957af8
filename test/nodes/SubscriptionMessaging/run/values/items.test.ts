import { NodeOperationError, type INode } from 'n8n-workflow';

import { ItemsDraft } from '../../../../../nodes/SubscriptionMessaging/run/values/items';
import { item, PACE, request, sendCall, to } from '../preparedItems';

const one = item(request(sendCall(to('18015551001'))));
const preview = { ...one, preview: true };
const refusal = new NodeOperationError({ name: 'Send' } as INode, 'No.');

test('an item is shown only, or to be carried out, as it says itself', () => {
	const items = new ItemsDraft(jest.fn(), { pace: PACE });
	items.put(0, one);
	items.put(1, preview);
	expect([[...items.toSend], [...items.previews], [...items.refused]]).toEqual([
		[[0, one]],
		[[1, preview]],
		[],
	]);
});

test('a refused item is in no other group, and the run is told of it first', () => {
	const told: unknown[] = [];
	const items: ItemsDraft = new ItemsDraft((error) => told.push(error, items.refused.size), {
		pace: PACE,
	});
	items.put(0, one);
	items.put(1, preview);
	items.put(0, refusal);
	items.put(1, refusal);
	expect([items.toSend.size, items.previews.size]).toEqual([0, 0]);
	expect([...items.refused]).toEqual([
		[0, refusal],
		[1, refusal],
	]);
	expect(told).toEqual([refusal, 0, refusal, 1]);
});

test('a refusal that ends the run leaves the item where it was', () => {
	const items = new ItemsDraft(
		(error) => {
			throw error;
		},
		{ pace: PACE },
	);
	items.put(0, one);
	expect(() => items.put(0, refusal)).toThrow(refusal);
	expect([...items.toSend.keys()]).toEqual([0]);
});

test('what a phase does with its items alters none of those that it was given', () => {
	const before = {
		toSend: new Map([[0, one]]),
		previews: new Map([[1, preview]]),
		refused: new Map([[2, refusal]]),
		pace: PACE,
	};
	const items = new ItemsDraft(jest.fn(), before);
	expect([items.toSend, items.previews, items.refused]).toEqual([
		before.toSend,
		before.previews,
		before.refused,
	]);
	items.put(0, refusal);
	items.put(1, refusal);
	items.put(3, one);
	expect([[...before.toSend.keys()], [...before.previews.keys()], before.refused.size]).toEqual([
		[0],
		[1],
		1,
	]);
});
