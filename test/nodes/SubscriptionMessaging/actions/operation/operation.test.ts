import {
	isSend,
	isSimplified,
} from '../../../../../nodes/SubscriptionMessaging/actions/operation/operation';
import { RESOURCES } from '../../../../../nodes/SubscriptionMessaging/actions/router';

const named = (isWanted: typeof isSend) =>
	RESOURCES.flatMap(({ value, operations }) =>
		operations.filter(isWanted).map((operation) => `${value}.${operation.value}`),
	);

const SENDS = [
	'message.send',
	'message.sendAndWaitForDelivery',
	'message.sendAndWait',
	'message.sendLocalized',
	'message.sendTemplate',
	'message.sendToGroup',
	'message.sendToNumbers',
];

test('what sends is what its call says, and it alone has a preview', () => {
	expect(named(isSend)).toEqual(SENDS);
	const hasPreview = named(({ properties }) => properties.some(({ name }) => name === 'preview'));
	expect(hasPreview).toEqual(SENDS);
});

test('an operation is simplified where it shows the switch for it, and nowhere else', () => {
	const shows = named(({ properties }) => properties.some(({ name }) => name === 'simplify'));
	expect(named(isSimplified)).toEqual(shows);
});
