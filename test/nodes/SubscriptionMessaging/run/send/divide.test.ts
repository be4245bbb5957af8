import type { PlannedCall } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	halves,
	outcomeOfList,
	withHalves,
} from '../../../../../nodes/SubscriptionMessaging/run/send/divide';
import type { Divided } from '../../../../../nodes/SubscriptionMessaging/run/send/sendOnce';
import { recipientsOf } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import {
	OutcomeUnclearError,
	PartlySentError,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { byIndex, fromItem, item, planOf, request, sendCall, to } from '../preparedItems';

const error = new OutcomeUnclearError('the answer was lost', '', 'send');
const divided = (...reached: string[]): Divided => ({
	kind: 'divided',
	answer: { result: true },
	evidence: 'recovered',
	reached: new Set(reached),
	rest: { kind: 'unknown', error },
});
const sentTo = ({ call }: PlannedCall) => recipientsOf(call).map(({ sendTo }) => sendTo);
const people = ['1', '2', '3'].map((number) => item(fromItem(number)));
const plan = planOf(byIndex(...people));
const [call] = plan.chains[0]!;

describe('a call for several items that the service took in part', () => {
	test('is one for those who have the message, and one for the others', () => {
		const { reached, others } = halves(call!, divided('1', '3'))!;
		expect([sentTo(reached), sentTo(others)]).toEqual([['1', '3'], ['2']]);
		expect([reached.itemIndexes, others.itemIndexes]).toEqual([[0, 2], [1]]);
		expect(reached.members.map(({ itemIndex }) => itemIndex)).toEqual([0, 2]);
		expect(others.members.map(({ itemIndex }) => itemIndex)).toEqual([1]);
		expect(reached.key).toBe(others.key);
		expect(sentTo(call!)).toEqual(['1', '2', '3']);
	});

	test('stands in the plan as these two, and each item has its own', () => {
		const parts = halves(call!, divided('2'))!;
		const { chains, callsOf } = withHalves(plan, new Map([[call!, parts]]));
		expect(chains).toEqual([[parts.reached, parts.others]]);
		expect([0, 1, 2].map((itemIndex) => callsOf.get(itemIndex))).toEqual([
			[parts.others],
			[parts.reached],
			[parts.others],
		]);
	});

	test('is divided also where a further message to the same people follows', () => {
		const parts = (number: string) => item([fromItem(number, 'a'), fromItem(number, 'b')]);
		const [chain] = planOf(byIndex(parts('1'), parts('2'))).chains;
		const { reached, others } = halves(chain![0]!, divided('1'))!;
		expect([sentTo(reached), sentTo(others)]).toEqual([['1'], ['2']]);
	});

	test('leaves all other calls of the plan as they are', () => {
		const two = planOf(byIndex(...people), { batchSize: 2 });
		const [[first], [second]] = two.chains as [[PlannedCall], [PlannedCall]];
		const parts = halves(first, divided('1'))!;
		const { chains, callsOf } = withHalves(two, new Map([[first, parts]]));
		expect(chains[1]).toEqual([second]);
		expect(callsOf.get(2)).toEqual([second]);
		expect(withHalves(two, new Map())).toBe(two);
	});
});

describe('a call stays whole', () => {
	test('where its recipients are the list of one item', () => {
		const [list] = planOf(byIndex(item(request(sendCall(to('1', '2')))))).chains[0]!;
		expect(halves(list!, divided('1'))).toBeUndefined();
	});

	test.each<[string, Partial<PlannedCall>]>([
		['an item is there twice', { members: call!.members.slice(1), itemIndexes: [1, 2] }],
		['an item has no recipient of its own', { members: call!.members.slice(1) }],
		['an item is no member', { itemIndexes: [0, 1] }],
	])('where %s', (_what, change) => {
		expect(halves({ ...call!, ...change }, divided('1'))).toBeUndefined();
	});
});

test('a list that was taken in part says who has it, who has not, and its ticket', () => {
	const outcome = outcomeOfList(call!, divided('3', '1'));
	expect(outcome.kind).toBe('unknown');
	const partly = 'error' in outcome ? outcome.error : undefined;
	expect(partly).toBeInstanceOf(PartlySentError);
	expect(partly).toMatchObject({
		reached: ['1', '3'],
		others: ['2'],
		rest: error,
		ticket: `ticket-${call!.key}`,
	});
});

test('a call that is divided keeps for whom its recipients stand', () => {
	const redirected = ['1', '2', '3'].map((number) =>
		item(fromItem(`1801555000${number}`, 'Hi', { redirectedFrom: [number] })),
	);
	const [whole] = planOf(byIndex(...redirected)).chains.flat();
	const { reached, others } = halves(whole!, divided('18015550001', '18015550003'))!;
	expect([reached.redirectedFrom, others.redirectedFrom]).toEqual([['1', '3'], ['2']]);
});
