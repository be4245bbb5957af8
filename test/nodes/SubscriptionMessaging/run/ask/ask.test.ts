import type { IDataObject, INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { Question } from '../../../../../nodes/SubscriptionMessaging/actions/fields/question';
import { askAndWait } from '../../../../../nodes/SubscriptionMessaging/run/ask/ask';
import type {
	Outcome,
	PreparedItem,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import type { Ended } from '../../../../../nodes/SubscriptionMessaging/run/values/ended';
import {
	OutcomeUnclearError,
	PartlySentError,
	ServiceRefusedError,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
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
const NOW = Date.UTC(2026, 5, 1, 12);
const question: Question = { type: 'approval', message: 'Sure?', approve: 'Yes' };
const SENT = accepted({ transaction_ticket: 'T' });
const FAILED: Outcome = { kind: 'notAttempted' };

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

interface Asking {
	more?: Pick<Question, 'limit' | 'title'>;
	prepared?: readonly PreparedItem[];
	outcomes?: readonly Outcome[];
	items?: INodeExecutionData[];
	name?: string;
}

const asks = (person: string, own: Asking['more'] = {}) =>
	item(request(sendCall(to(person), 'Approve?'), { question: { ...question, ...own } }));

/** What a run that asks gives, keeps and waits for. */
async function asking({
	more,
	prepared = [asks(ANN, more)],
	outcomes = [SENT],
	items = [{ json: {}, pairedItem: { item: 0 } }],
	name = 'Approvals',
}: Asking) {
	const plan = planOf(byIndex(...prepared));
	const node: IDataObject = {};
	const executeData: { data?: { main: INodeExecutionData[][] } } = {};
	const waits: Date[] = [];
	const context = {
		getWorkflow: () => ({ name: name || undefined }),
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getContext: (type: string) => (type === 'node' ? node : {}),
		getExecuteData: () => executeData,
		putExecutionToWait: async (until: Date) => await Promise.resolve(void waits.push(until)),
	};
	const ended = { context, plan, outcomes: outcomesOf(plan, ...outcomes) } as unknown as Ended;
	const output = await askAndWait(ended, byIndex(...prepared), items);
	const kept = node.question as string | undefined;
	return {
		output,
		waits,
		kept: kept === undefined ? undefined : (JSON.parse(kept) as object),
		whenOver: executeData.data?.main[0],
	};
}

test('waits with the question, and says when the time is over that nobody answered', async () => {
	const { output, waits, kept, whenOver } = await asking({});
	expect(kept).toEqual({ question, title: 'Approvals' });
	expect(waits).toEqual([new Date('3000-01-01T00:00:00.000Z')]);
	expect(whenOver).toMatchObject([
		{ json: { approved: false, timed_out: true }, pairedItem: [{ item: 0 }] },
	]);
	expect(output).toMatchObject([
		{ json: { approved: false, timed_out: false }, pairedItem: [{ item: 0 }] },
	]);
});

test.each([
	[{ minutes: 90 }, '2026-06-01T13:30:00.000Z'],
	[{ until: '2026-07-01T00:00:00.000Z' }, '2026-07-01T00:00:00.000Z'],
])(
	'an answer counts within the limit %j, and the execution waits no longer',
	async (limit, end) => {
		const { kept, waits } = await asking({ more: { limit } });
		expect(kept).toMatchObject({ limit: end });
		expect(waits).toEqual([new Date(end)]);
	},
);

test('the title of the page is that of the question, then the workflow', async () => {
	expect((await asking({ more: { title: 'Front office' } })).kept).toMatchObject({
		title: 'Front office',
	});
	expect((await asking({ name: '' })).kept).toMatchObject({ title: '' });
});

test('the one decision belongs to all items that asked, in their order', async () => {
	const begun = (person: string, chain: string) =>
		item(request(sendCall(to(person), 'Approve?'), { question, fromItems: true }), { chain });
	const { output } = await asking({
		prepared: [begun(ANN, 'one'), begun(BOB, 'two'), begun('18015551003', 'one')],
		outcomes: [SENT, SENT],
	});
	expect(output).toHaveLength(1);
	expect(output[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
});

test('of two sends of an item there is one pair, and who was not sent to has none', async () => {
	const two = item([ANN, BOB].map((person) => request(sendCall(to(person)), { question })));
	const { output } = await asking({
		prepared: [two, asks('18015551003')],
		outcomes: [SENT, SENT, FAILED],
	});
	expect(output[0]?.pairedItem).toEqual([{ item: 0 }]);
	expect(output[0]?.json.asked).toHaveLength(2);
});

test('it belongs also to an item whose text may have arrived, and to none where all of them may', async () => {
	const error = new OutcomeUnclearError('lost', '', 'send');
	const lost: Outcome = { kind: 'unknown', error };
	const { output } = await asking({ prepared: [asks(ANN), asks(BOB)], outcomes: [lost, SENT] });
	expect(output[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
	expect(output[0]?.json.asked).toMatchObject([
		{ sendTo: ANN, outcome_unknown: true },
		{ sendTo: BOB },
	]);
	expect((await asking({ outcomes: [lost] })).waits).toEqual([]);
});

test('it waits for whoever has the question of a list that was sent in part', async () => {
	const rest = new ServiceRefusedError(9, 'No');
	const error = new PartlySentError([ANN], [BOB], rest, 'T');
	const prepared = [item(request(sendCall(to(ANN, BOB), 'Approve?'), { question }))];
	const outcomes: Outcome[] = [{ kind: 'unknown', error }];
	const failed = {
		json: {},
		pairedItem: { item: 0 },
		error: new Error('Sent in part') as NodeOperationError,
	};
	const { waits, output } = await asking({ prepared, outcomes, items: [failed] });
	expect(waits).toHaveLength(1);
	expect(output).toMatchObject([{ json: { approved: false } }, { error: failed.error }]);
});

test('errors and previews stand beside the decision, as objects of their own', async () => {
	const failed: INodeExecutionData = {
		json: { a: 1 },
		error: new Error('Refused') as NodeOperationError,
		pairedItem: { item: 1 },
	};
	const preview: INodeExecutionData = { json: { preview: true }, pairedItem: { item: 2 } };
	const sent: INodeExecutionData = { json: { sent: true }, pairedItem: { item: 0 } };
	const { output, whenOver } = await asking({ items: [sent, failed, preview] });
	const others = [
		{ ...failed, json: { a: 1, item_index: 1 } },
		{ ...preview, json: { preview: true, item_index: 2 } },
	];
	for (const items of [output, whenOver!]) {
		expect(items.slice(1)).toEqual(others);
		expect(items[1]).not.toBe(failed);
		expect(items[1]?.json).not.toBe(failed.json);
	}
	expect(output[1]).not.toBe(whenOver![1]);
});

test('the decision stands behind the items before its own, as n8n pairs by position', async () => {
	const failed = (item: number): INodeExecutionData => ({
		json: {},
		error: new Error('Refused') as NodeOperationError,
		pairedItem: { item },
	});
	const { output, whenOver } = await asking({
		prepared: [item([]), asks(ANN), asks(BOB), item([])],
		outcomes: [SENT, SENT],
		items: [failed(0), failed(1), failed(3)],
	});
	for (const items of [output, whenOver!]) {
		expect(items.map(({ json }) => [json.item_index, json.sent])).toEqual([
			[0, undefined],
			[1, true],
			[1, undefined],
			[3, undefined],
		]);
	}
	expect(whenOver?.[1]?.json.asked).toMatchObject([
		{ sendTo: ANN, item_index: 1 },
		{ sendTo: BOB, item_index: 2 },
	]);
});

test.each([
	['nobody was asked', { outcomes: [FAILED] }],
	['the outcome of the send is not there', { outcomes: [] }],
	['what was sent asks nothing', { prepared: [item(request(sendCall(to(ANN))))] }],
	['nothing was to be sent', { prepared: [item([])], outcomes: [] }],
])('nothing waits where %s', async (_what, more) => {
	const items: INodeExecutionData[] = [{ json: { left: 'as it is' }, pairedItem: { item: 0 } }];
	const { output, waits, kept, whenOver } = await asking({ ...more, items });
	expect(output).toEqual(items.map((one) => ({ ...one, json: { ...one.json, item_index: 0 } })));
	expect([waits, kept, whenOver]).toEqual([[], undefined, undefined]);
});
