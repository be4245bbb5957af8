import {
	readCustomFields,
	withOwnCustomFields,
} from '../../../../../nodes/SubscriptionMessaging/actions/fields/customFields';
import { sendMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/send.operation';
import { entered } from '../entered';

const read = (...field: object[]) => {
	const recipientFields = { customfields: { field } };
	const fields = entered(sendMessage, { recipientFields } as never);
	return readCustomFields(fields.members('recipientFields').rows('customfields', 'field'));
};

test('an empty text is a value, and an expression that gave nothing is none', () => {
	expect(
		read({ name: 'a', value: '' }, { name: 'b', value: null }, { name: 'c', value: 7 }),
	).toEqual([
		{ name: 'a', value: '' },
		{ name: 'b', value: undefined },
		{ name: 'c', value: '7' },
	]);
	expect(read()).toBeUndefined();
});

test('what a recipient has of its own comes before what all have, unless it has no value', () => {
	const shared = [
		{ name: 'a', value: 'all' },
		{ name: 'b', value: 'all' },
	];
	const own = [
		{ name: 'a', value: '' },
		{ name: 'b', value: undefined },
	];
	expect(withOwnCustomFields(shared, own)).toEqual([
		{ name: 'a', value: '' },
		{ name: 'b', value: 'all' },
	]);
	expect(withOwnCustomFields(shared)).toEqual(shared);
});

test('of two values of one name the last counts, as in the preview', () => {
	const [one, other] = ['1', '2'].map((value) => ({ name: 'a', value }));
	expect(withOwnCustomFields([], [one!, other!])).toEqual([other]);
	expect(withOwnCustomFields([one!, other!])).toEqual([other]);
	expect(withOwnCustomFields([one!, { name: 'a', value: undefined }])).toEqual([one]);
});

test('without a value there are no custom fields', () => {
	expect(withOwnCustomFields([], [{ name: 'a', value: undefined }])).toBeUndefined();
	expect(withOwnCustomFields([])).toBeUndefined();
});
