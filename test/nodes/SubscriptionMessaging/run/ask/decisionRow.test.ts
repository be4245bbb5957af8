import { OutcomeUnclearError } from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import type { Question } from '../../../../../nodes/SubscriptionMessaging/actions/fields/question';
import type {
	Outcome,
	PreparedItem,
	PreparedRequest,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	decisionRow,
	inPlace,
} from '../../../../../nodes/SubscriptionMessaging/run/ask/decisionRow';
import type { Ended } from '../../../../../nodes/SubscriptionMessaging/run/values/ended';
import {
	accepted,
	byIndex,
	item,
	outcomesOf,
	planOf,
	request,
	sendCall,
	to,
} from '../preparedItems';

const ANN = '18015551001';
const BOB = '18015551002';
const question: Question = { type: 'approval', message: 'Sure?', approve: 'Yes' };

const asking = (people: readonly string[], more: Partial<PreparedRequest> = {}) =>
	item(request(sendCall(to(...people), 'Approve?'), { question, ...more }));

const SENT = accepted({ transaction_ticket: 'T' });

/** The row of a run in which the sends ended like this. */
function rowOf(items: readonly PreparedItem[], outcomes: readonly Outcome[] = [SENT]) {
	const prepared = byIndex(...items);
	const plan = planOf(prepared);
	const ended = { plan, outcomes: outcomesOf(plan, ...outcomes) } as unknown as Ended;
	return decisionRow(ended, plan.chains.flat()[0]!, prepared);
}

test('nothing is approved until somebody answers, and the output says who was asked', () => {
	expect(rowOf([asking([ANN, BOB])])).toEqual({
		sent: true,
		approved: false,
		answered_by: null,
		answered_at: null,
		timed_out: true,
		group: 'NSTAFF',
		asked: [ANN, BOB].map((sendTo) => ({
			sendTo,
			answered: false,
			transaction_ticket: 'T',
			custom_ticket: expect.stringMatching(/^ticket-/),
			item_index: 0,
		})),
	});
});

test.each([
	[{ type: 'freeText' as const }, { answer: null }, ['approved', 'form']],
	[{ type: 'customForm' as const, elements: [] }, { form: null }, ['approved', 'answer']],
])('a question of the type %j has no answer yet', (how, answer, others) => {
	const row = rowOf([asking([ANN], { question: { ...how, message: 'Sure?' } })]);
	expect(row).toMatchObject(answer);
	for (const other of others) expect(row).not.toHaveProperty(other);
});

test('a send without a question of its own counts as an approval', () => {
	expect(rowOf([asking([ANN], { question: undefined })])).toMatchObject({ approved: false });
});

test('whom a credential redirects is named beside the number that was reached', () => {
	const row = rowOf([asking(['18015559999', '18015559999'], { redirectedFrom: [ANN, BOB] })]);
	expect(row.asked).toMatchObject([
		{ sendTo: '18015559999', redirected_from: ANN },
		{ sendTo: '18015559999', redirected_from: BOB },
	]);
	expect(rowOf([asking([ANN])]).asked).toEqual([
		expect.not.objectContaining({ redirected_from: expect.anything() }),
	]);
});

test('a send that was found by its ticket says so, and no other', () => {
	const { asked } = rowOf(
		[asking([ANN]), asking([BOB], { settings: { ...request(sendCall([])).settings, account: 1 } })],
		[accepted({ transaction_ticket: 'T' }, 'recovered'), SENT],
	);
	expect(asked).toMatchObject([{ sendTo: ANN, recovered: true }, { sendTo: BOB }]);
	expect((asked as object[])[1]).not.toHaveProperty('recovered');
});

test('a ticket that the service did not give is none', () => {
	expect(rowOf([asking([ANN])], [accepted({})])).toMatchObject({
		asked: [{ transaction_ticket: null }],
	});
});

test('who may have been sent to was asked, and it says that this is not known', () => {
	const error = new OutcomeUnclearError('lost', '', 'send');
	expect(rowOf([asking([ANN])], [{ kind: 'unknown', error }]).asked).toEqual([
		{
			sendTo: ANN,
			answered: false,
			transaction_ticket: null,
			custom_ticket: expect.stringMatching(/^ticket-/),
			item_index: 0,
			outcome_unknown: true,
		},
	]);
});

test('who was not sent to was not asked', () => {
	expect(rowOf([asking([ANN])], [{ kind: 'notAttempted' }]).asked).toEqual([]);
	expect(rowOf([asking([ANN])], []).asked).toEqual([]);
});

test('whoever was left out is named with the reason, of all items', () => {
	const skipped = (sendTo: string) => ({
		...asking([ANN]),
		skipped: [{ sendTo, reason: 'it is no number' }],
	});
	expect(rowOf([skipped('x'), skipped('y')], [SENT, SENT])).toMatchObject({
		skipped_recipients: ['x', 'y'].map((sendTo) => ({
			sent: false,
			sendTo,
			skipped: 'it is no number',
		})),
	});
	expect(rowOf([asking([ANN])])).not.toHaveProperty('skipped_recipients');
});

test('the limit of the credential is named where it has one', () => {
	const limited: PreparedItem = { ...asking([ANN]), recipientsAllowed: 'onlyThese' };
	expect(rowOf([limited])).toMatchObject({ recipients_allowed: 'only_these' });
	expect(rowOf([asking([ANN])])).not.toHaveProperty('recipients_allowed');
});

test('is made where nothing is prepared any more', () => {
	const prepared = byIndex(asking([ANN]));
	const plan = planOf(prepared);
	const ended = { plan, outcomes: outcomesOf(plan, SENT) } as unknown as Ended;
	expect(decisionRow(ended, plan.chains.flat()[0]!, new Map())).toMatchObject({ group: 'NSTAFF' });
});

test('everybody is asked for an item: of a gathered request each for their own', () => {
	const gathered = (person: string) => asking([person], { fromItems: true });
	expect(rowOf([gathered(ANN), gathered(BOB)]).asked).toMatchObject([
		{ sendTo: ANN, item_index: 0 },
		{ sendTo: BOB, item_index: 1 },
	]);
	expect(rowOf([asking([ANN, BOB])]).asked).toMatchObject([
		{ sendTo: ANN, item_index: 0 },
		{ sendTo: BOB, item_index: 0 },
	]);
});

test('a decision stands behind what there is of items before its own, and before the rest of that', () => {
	const row = (item_index: number) => ({ json: { item_index } });
	const [first, own, next] = [row(0), row(2), row(3)];
	const decision = { json: { item_index: 2, asked: [] } };
	expect(inPlace(decision, [first, own, next])).toEqual([first, decision, own, next]);
});

test('a decision that was stored without an index comes first', () => {
	const decision = { json: { asked: [] } };
	const others = [{ json: {} }, { json: { item_index: 0 } }];
	expect(inPlace(decision, others)).toEqual([decision, ...others]);
});
