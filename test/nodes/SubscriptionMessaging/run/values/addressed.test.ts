import {
	intendedFor,
	onlyTo,
	positionIn,
} from '../../../../../nodes/SubscriptionMessaging/run/values/addressed';
import {
	addresseesOf,
	recipientsOf,
	textOf,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { broadcastCall, plainCall, request, sendCall, to } from '../preparedItems';

const [ANN, BOB, CAROL] = ['18015550001', '18015550002', '18015550003'];

test('a request is for those whom it names, in their order', () => {
	expect(intendedFor(request(sendCall(to(ANN, BOB))))).toEqual([ANN, BOB]);
	expect(intendedFor(request(plainCall(`${BOB},${ANN}`)))).toEqual([BOB, ANN]);
	expect(intendedFor(request(broadcastCall()))).toEqual([]);
});

test('a request that is redirected is for those whom it was entered for', () => {
	const redirected = { ...request(sendCall(to(CAROL, CAROL))), redirectedFrom: [ANN, BOB] };
	expect(intendedFor(redirected)).toEqual([ANN, BOB]);
});

describe('a request to some of its recipients alone', () => {
	const isFirstOrLast = (position: number) => position !== 1;

	test('keeps those, each as it was, and all else', () => {
		const all = to(ANN, BOB, CAROL).map((recipient) => ({ ...recipient, carrier: '7' }));
		const only = onlyTo(request(sendCall(all, 'Hi')), isFirstOrLast);
		expect(recipientsOf(only.call)).toEqual([all[0], all[2]]);
		expect(textOf(only.call)).toBe('Hi');
		expect(only).not.toHaveProperty('redirectedFrom');
	});

	test('keeps whom they stand for', () => {
		const all = { ...request(sendCall(to('1', '2', '3'))), redirectedFrom: [ANN, BOB, CAROL] };
		const only = onlyTo(all, isFirstOrLast);
		expect(recipientsOf(only.call).map(({ sendTo }) => sendTo)).toEqual(['1', '3']);
		expect(only.redirectedFrom).toEqual([ANN, CAROL]);
	});

	test('names them as a plain send does', () => {
		const only = onlyTo(request(plainCall(`${ANN},${BOB},${CAROL}`)), isFirstOrLast);
		expect(addresseesOf(only.call).map(({ sendTo }) => sendTo)).toEqual([ANN, CAROL]);
		expect(only.call.parameters).toEqual({ phone: `${ANN},${CAROL}`, message: 'Hello' });
	});
});

test('an item is found among those of its call, whichever were left out before it', () => {
	const items = [4, 5, 7, 9, 12];
	expect([4, 5, 7, 9, 12].map((item) => positionIn(items, item))).toEqual([0, 1, 2, 3, 4]);
	expect([3, 6, 13].map((item) => positionIn(items, item))).toEqual([-1, -1, -1]);
	expect(positionIn([], 0)).toBe(-1);
	expect([9, 4].map((item) => positionIn([9, 4, 7], item))).toEqual([0, 1]);
});
