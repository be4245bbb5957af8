import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { Question } from '../../../../../nodes/SubscriptionMessaging/actions/fields/question';
import type {
	PreparedItem,
	PreparedRequest,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { oneQuestion } from '../../../../../nodes/SubscriptionMessaging/run/ask/oneQuestion';
import { audienceOf } from '../../../../../nodes/SubscriptionMessaging/run/values/audience';
import { recipientsOf } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { PACE, byIndex, item, plainCall, request, sendCall, to } from '../preparedItems';

const ANN = '18015551001';
const BOB = '18015551002';
const TEST_PHONE = '18015559999';
const context = { getNode: () => ({ name: 'Ask' }) } as unknown as IExecuteFunctions;
const question: Question = { type: 'approval', message: 'Sure?', approve: 'Yes' };

const asking = (
	people: readonly string[],
	{ line = 'Approve?', ...more }: Partial<PreparedItem & PreparedRequest> & { line?: string } = {},
) => item(request(sendCall(to(...people), line), { question, ...more }), more);

/** Who is still asked by which item, and what was refused. */
function asked(
	toSend: readonly PreparedItem[],
	previews: readonly PreparedItem[] = [],
	before = new Map<number, NodeOperationError>(),
) {
	const refusals: NodeOperationError[] = [];
	const items = oneQuestion(
		context,
		{ toSend: byIndex(...toSend), previews: byIndex(...previews), refused: before, pace: PACE },
		(refusal) => refusals.push(refusal),
	);
	const people = (kept: ReadonlyMap<number, PreparedItem>) =>
		[...kept].map(([itemIndex, { requests }]) => [
			itemIndex,
			...requests.flatMap(({ call }) => recipientsOf(call).map(({ sendTo }) => sendTo)),
		]);
	return {
		sent: people(items.toSend),
		previewed: people(items.previews),
		items: items.toSend,
		refused: items.refused,
		refusals,
	};
}

test('one person is asked once, whichever of two forms of the number an item has', () => {
	expect(asked([asking(['5215512345678']), asking(['525512345678', BOB])]).sent).toEqual([
		[0, '5215512345678'],
		[1, BOB],
	]);
});

test('all items that ask the same are kept, each with its own people', () => {
	const { sent, refusals, refused } = asked([asking([ANN]), asking([BOB])]);
	expect(sent).toEqual([
		[0, ANN],
		[1, BOB],
	]);
	expect([refusals, refused.size]).toEqual([[], 0]);
});

test('whom an earlier try asked is asked by the same item, whichever item names them first', () => {
	const begun = asking([ANN], { chain: 'begun' });
	expect(asked([asking([ANN, BOB]), begun]).sent).toEqual([
		[0, BOB],
		[1, ANN],
	]);
	expect(asked([item([]), begun, asking([ANN])]).sent).toEqual([[0], [1, ANN], [2]]);
});

test.each([
	['another question', { question: { ...question, message: 'Really?' } }],
	['another line in front of the link', { line: 'Answer?' }],
])('an item with %s than the first is refused, and not sent', (_what, more) => {
	const { sent, refused, refusals } = asked([asking([ANN]), asking([BOB], more), asking([BOB])]);
	expect(sent).toEqual([
		[0, ANN],
		[2, BOB],
	]);
	expect(refusals).toEqual([refused.get(1)]);
	expect(refused.get(1)).toMatchObject({
		message: 'This item asks another question, but a run waits for only one answer [item 1]',
		description: expect.stringMatching(/^Nothing was sent for it\./),
		context: expect.objectContaining({ itemIndex: 1 }),
	});
});

test('what was refused before stays so, and the map that holds it is left alone', () => {
	const before = new Map([[7, new Error('before') as NodeOperationError]]);
	const { refused } = asked([asking([ANN]), asking([BOB], { line: 'Other' })], [], before);
	expect([...refused.keys()]).toEqual([7, 1]);
	expect([...before.keys()]).toEqual([7]);
});

test('what ends the run at the first refusal is thrown on', () => {
	const items = {
		toSend: byIndex(asking([ANN]), asking([BOB], { line: 'Other' })),
		previews: byIndex(),
		refused: new Map(),
		pace: PACE,
	};
	expect(() =>
		oneQuestion(context, items, (refusal) => {
			throw refusal;
		}),
	).toThrow(/asks another question/);
});

test('an item that asks nobody decides nothing about the others', () => {
	const { sent, refusals } = asked([item([]), asking([ANN]), item([]), asking([BOB])]);
	expect(sent).toEqual([[0], [1, ANN], [2], [3, BOB]]);
	expect(refusals).toEqual([]);
});

test('a preview and a send are no questions of one another, and each list asks a person once', () => {
	const { sent, previewed, refusals } = asked(
		[asking([ANN])],
		[ANN, ANN].map((person) => asking([person], { line: 'Other', preview: true })),
	);
	expect(sent).toEqual([[0, ANN]]);
	expect(previewed).toEqual([[0, ANN], [1]]);
	expect(refusals).toEqual([]);
});

describe('nobody is asked twice', () => {
	test('however many items, entries and ways of writing name them', () => {
		const { sent } = asked([asking([ANN, '+1 (801) 555-1001']), asking([ANN, BOB])]);
		expect(sent).toEqual([
			[0, ANN],
			[1, BOB],
		]);
	});

	test('an item that is left with nobody still stands for whom it was for', () => {
		const { items } = asked([asking([ANN]), asking([ANN])]);
		expect(items.get(1)).toMatchObject({ requests: [], audience: ANN });
		const given = asked([asking([ANN]), asking([ANN], { audience: 'the team' })]);
		expect(given.items.get(1)?.audience).toBe('the team');
	});

	test('an item that loses a part of its people stands for all of them', () => {
		const second = asking([ANN, BOB]);
		const { items } = asked([asking([ANN]), second]);
		expect(items.get(1)?.audience).toBe(audienceOf(second.requests));
		expect(items.get(1)?.requests[0]).toMatchObject({ question });
	});

	test('an item that loses nobody stays as it is', () => {
		const items = [asking([ANN]), asking([BOB])];
		expect([...asked(items).items.values()]).toEqual(items);
		expect(asked(items).items.get(0)).toBe(items[0]);
	});

	test('redirected people count by whom they are, and stay beside their entry', () => {
		const phones = [TEST_PHONE, TEST_PHONE];
		const { items } = asked([
			asking([TEST_PHONE], { redirectedFrom: [ANN] }),
			asking(phones, { redirectedFrom: [ANN, BOB] }),
		]);
		const [left] = items.get(1)!.requests;
		expect(left).toMatchObject({ redirectedFrom: [BOB] });
		expect(recipientsOf(left!.call)).toHaveLength(1);
		const plain = asked([asking([ANN]), asking([ANN, BOB])]).items.get(1)!;
		expect(plain.requests[0]).not.toHaveProperty('redirectedFrom');
	});

	test('what an earlier try began goes on as it was, and its people are not asked by others', () => {
		const begun = asking([ANN, ANN], { chain: 'chain-1' });
		const { items, sent } = asked([begun, asking([ANN, BOB])]);
		expect(items.get(0)).toBe(begun);
		expect(sent[1]).toEqual([1, BOB]);
	});
});

test('texts of sends that have none are alike', () => {
	const numbers = { ...plainCall(ANN), parameters: { phone: ANN } } as PreparedRequest['call'];
	const empty = sendCall(to(BOB), '');
	const { refusals } = asked([
		item(request(numbers, { question })),
		item(request(empty, { question })),
	]);
	expect(refusals).toEqual([]);
});

test('a limit that an expression gives anew for each item is no other question', () => {
	const until = (time: string): Question => ({ ...question, limit: { until: time } }) as Question;
	const { sent, refusals } = asked([
		asking([ANN], { question: until('2999-01-01T10:00:00.001Z') }),
		asking([BOB], { question: until('2999-01-01T10:00:00.002Z') }),
		asking(['18015551003'], { question: { ...question, message: 'Other?' } }),
	]);
	expect(sent).toEqual([
		[0, ANN],
		[1, BOB],
	]);
	expect(refusals).toHaveLength(1);
});
