import type { IDataObject, IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import type { PlannedCall } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	recipientsOf,
	type Call,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { memoryOf as memoryOfRun } from '../../../../../nodes/SubscriptionMessaging/run/memory/store';
import {
	broadcastCall,
	byIndex,
	fromItem,
	item,
	plainCall,
	planOf,
	request,
	sendCall,
	to,
	unit,
} from '../preparedItems';

interface World {
	kept?: IDataObject;
	runIndex?: number;
	argument?: IDataObject;
	mode?: WorkflowExecuteMode;
	execution?: string;
	/** Of the execution, which *Retry* hands on. */
	secret?: string;
}

/** What the memory uses of n8n: the data of a node in an execution, or the arguments of a tool's call. */
const contextOf = ({
	kept = {},
	runIndex = 0,
	argument,
	mode = 'trigger',
	execution = '7',
	secret,
}: World) =>
	({
		getMode: () => mode,
		getExecutionId: () => execution,
		getContext: (type: string) => {
			expect(type).toBe('node');
			return kept;
		},
		getNode: () => ({ id: 'node' }),
		getWorkflowDataProxy: () => ({
			$runIndex: runIndex,
			...(secret !== undefined && {
				$execution: { resumeUrl: `https://n8n.example/webhook-waiting/7?signature=${secret}` },
			}),
		}),
		isToolExecution: () => argument !== undefined,
		getInputData: () => [{ json: argument ?? {} }],
	}) as unknown as IExecuteFunctions;

const SEND = { calls: ['sendMessage'] } as const;
const ASK = { ...SEND, waitsFor: 'answer' } as const;
const SEND_PLAIN = { calls: ['plainSend'] } as const;

const memoryOf = (
	context: IExecuteFunctions,
	operation: Parameters<typeof memoryOfRun>[1] = SEND,
) => memoryOfRun(context, operation);

const CREATED: Call = {
	...unit,
	operation: 'createDivision',
	parameters: { division: { name: 'West' } },
};
const [first, second] = planOf(byIndex(item([fromItem('1', 'a'), fromItem('1', 'b')]))).chains[0]!;
const answer = { result: true, transaction_ticket: 't' };
const ticketOf = (key: string) => `ticket-${key}`;

describe('the memory of a run', () => {
	test('is the same again when the node runs once more, and another one for each run of a loop', () => {
		const kept: IDataObject = {};
		const { id } = memoryOf(contextOf({ kept }));
		expect(id).toMatch(/^[0-9a-f]{16}$/);
		expect(memoryOf(contextOf({ kept })).id).toBe(id);
		expect(memoryOf(contextOf({ kept, runIndex: 1 })).id).not.toBe(id);
		expect(memoryOf(contextOf({})).id).not.toBe(id);
		expect(Object.keys(kept.runs ?? {})).toEqual(['0', '1']);
	});

	test('is another one in each execution where only that one can be answered', () => {
		const kept: IDataObject = {};
		const asking = (execution: string, more: World = {}) =>
			memoryOf(contextOf({ kept, execution, ...more }), ASK);
		asking('7').begin(first!, 'own');
		expect(asking('7').item(0)).toBeDefined();
		expect(asking('8', { mode: 'retry' }).item(0)).toBeUndefined();
		expect(asking('7', { runIndex: 1 }).item(0)).toBeUndefined();
		expect(asking('7').id).not.toBe(asking('8').id);
	});

	test('survives being stored as JSON', () => {
		const kept: IDataObject = {};
		memoryOf(contextOf({ kept })).begin(first!, 'own');
		const stored = JSON.parse(JSON.stringify(kept)) as IDataObject;
		expect(memoryOf(contextOf({ kept: stored })).item(0)?.chain).toBe(first!.chain);
	});

	test('belongs to the arguments of a tool, and not to the node', () => {
		const argument = {};
		const kept: IDataObject = {};
		const memory = memoryOf(contextOf({ kept, argument }));
		memory.begin(first!, 'own');
		expect(memoryOf(contextOf({ kept, argument })).item(0)).toBeDefined();
		expect(memoryOf(contextOf({ kept, argument: {} })).item(0)).toBeUndefined();
		expect(kept).toEqual({});
	});
});

describe('a run without tickets that is retried', () => {
	const plain = (number: string) =>
		planOf(byIndex(item(request(plainCall(number))))).chains[0]![0]!;
	const storedOf = (kept: IDataObject) => JSON.parse(JSON.stringify(kept)) as IDataObject;
	const failed = () => {
		const kept: IDataObject = {};
		memoryOf(contextOf({ kept })).begin(plain('1'), 'none');
		return storedOf(kept);
	};
	const retried = (kept: IDataObject) => memoryOf(contextOf({ kept, mode: 'retry' }), SEND_PLAIN);

	test('knows what another retry of it sent, also when that is settled', () => {
		const kept = failed();
		const memory = retried(storedOf(kept));
		memory.begin(plain('2'), 'none');
		memory.accept(plain('2'), answer, 'answered');
		memory.settle();
		const again = retried(storedOf(kept));
		expect(again.mayMiss).toBe(false);
		expect(again.call(plain('1').key)?.state).toBe('unclear');
		expect(again.call(plain('2').key)?.state).toBe('accepted');
	});

	test('may miss something where the process does not know it, and nothing where it sent nothing', () => {
		const { runs } = failed() as { runs: Record<string, IDataObject> };
		const elsewhere = { runs: { 0: { ...runs[0], id: 'of another process' } } };
		expect(retried(storedOf(elsewhere)).mayMiss).toBe(true);
		expect(memoryOf(contextOf({ kept: storedOf(elsewhere) }), SEND_PLAIN).mayMiss).toBe(false);
		expect(retried({}).mayMiss).toBe(false);
	});

	test.each([
		['createDivision'],
		['createSubscriptionnode'],
		['createTemplate'],
		['createShortURL'],
	] as const)('may miss what was created: %s', (operation) => {
		const { runs } = failed() as { runs: Record<string, IDataObject> };
		const elsewhere = { runs: { 0: { ...runs[0], id: 'of another process' } } };
		const context = contextOf({ kept: storedOf(elsewhere), mode: 'retry' });
		expect(memoryOf(context, { calls: [operation] }).mayMiss).toBe(true);
		const among = contextOf({ kept: storedOf(elsewhere), mode: 'retry' });
		expect(memoryOf(among, { calls: ['readDivision', operation] }).mayMiss).toBe(true);
	});

	test('knows what another retry of it made, which has not ended', () => {
		const create = { calls: ['createDivision'] } as const;
		const retry = () => memoryOf(contextOf({ mode: 'retry', secret: 'created twice' }), create);
		const made = planOf(byIndex(item(request(CREATED)))).chains[0]![0]!;
		const atOnce = retry();
		retry().begin(made, 'none');
		expect(retry().call(made.key)?.state).toBe('unclear');
		// What began beside it is told when it is about to make the same.
		expect([atOnce.call(made.key), atOnce.isSentBeside(made)]).toEqual([undefined, true]);
	});

	test('keeps why an earlier try left a call open', () => {
		const kept: IDataObject = {};
		const memory = memoryOf(contextOf({ kept }));
		memory.begin(plain('1'), 'none');
		memory.leaveOpen(plain('1'), { reason: 'lost' });
		memory.leaveOpen(plain('1'), { reason: 'not tried' });
		expect(memory.call(plain('1').key)).toMatchObject({ lost: { reason: 'lost' } });
		memory.begin(plain('1'), 'none');
		memory.leaveOpen(plain('1'), { reason: 'tried' });
		expect(memory.call(plain('1').key)).toMatchObject({ lost: { reason: 'tried' } });
	});

	test('keeps how often a call has left, where that was more than once, until its outcome is known', () => {
		const kept: IDataObject = {};
		const memory = memoryOf(contextOf({ kept }));
		memory.begin(first!, 'own');
		memory.leaveOpen(first!, { reason: 'lost' });
		expect(memory.call(first!.key)).not.toHaveProperty('tries', expect.anything());
		memory.leaveOpen(first!, { reason: 'lost' }, 2);
		expect(memory.call(first!.key)).toMatchObject({ tries: 2 });
		memory.begin(first!, 'own');
		expect(memory.call(first!.key)).toMatchObject({ state: 'unclear', tries: 2 });
		memory.accept(first!, answer, 'recovered');
		expect(memory.call(first!.key)).not.toHaveProperty('tries');
	});

	test('may miss what a retry with tickets sent', () => {
		const kept: IDataObject = {};
		memoryOf(contextOf({ kept })).begin(first!, 'own');
		expect(retried(storedOf(kept)).mayMiss).toBe(false);
		memoryOf(contextOf({ kept: storedOf(kept), mode: 'retry' })).begin(second!, 'own');
		expect(retried(storedOf(kept)).mayMiss).toBe(true);
		expect(memoryOf(contextOf({ kept: storedOf(kept), mode: 'retry' })).mayMiss).toBe(false);
	});
});

describe('a run with tickets that is retried', () => {
	const copyOf = (kept: IDataObject) => JSON.parse(JSON.stringify(kept)) as IDataObject;
	const retried = (kept: IDataObject) => memoryOf(contextOf({ kept: copyOf(kept), mode: 'retry' }));
	const failed = () => {
		const kept: IDataObject = {};
		memoryOf(contextOf({ kept })).begin(first!, 'own');
		return kept;
	};

	test('knows what another retry of it sent that has ended', () => {
		const kept = failed();
		const memory = retried(kept);
		memory.begin(second!, 'own');
		expect(retried(kept).call(second!.key)).toBeUndefined();
		memory.accept(second!, answer, 'answered');
		memory.settle();
		memory.end();
		expect(retried(kept).call(second!.key)?.state).toBe('accepted');
	});

	test('may have been tried otherwise where it was killed, or this process does not know it', () => {
		const kept = failed();
		expect(memoryOf(contextOf({ kept: copyOf(kept) })).hasUnknownTry).toBe(false);
		expect(retried(kept).hasUnknownTry).toBe(false);
		expect(retried({}).hasUnknownTry).toBe(true);
		expect([retried(kept).isRetry, memoryOf(contextOf({ kept })).isRetry]).toEqual([true, false]);
		const { runs } = copyOf(kept) as { runs: Record<string, IDataObject> };
		const elsewhere = { runs: { 0: { ...runs[0], id: 'of another process' } } };
		expect(retried(elsewhere).hasUnknownTry).toBe(true);
	});

	test('may have been so also for the tries that follow, which know of one another', () => {
		const kept: IDataObject = {};
		const retry = () => memoryOf(contextOf({ kept, mode: 'retry', secret: 'killed for long' }));
		const memory = retry();
		memory.begin(first!, 'own');
		memory.end();
		expect([retry().hasUnknownTry, retry().mayHaveLeft(second!)]).toEqual([true, true]);
		expect(retried(kept).hasUnknownTry).toBe(true);
	});

	test('knows what another retry sent beside it, which it may itself send no more', () => {
		const kept = failed();
		retried(kept).begin(second!, 'own');
		const beside = retried(kept);
		const third = { ...first!, key: 'of nobody' };
		const told = [third, second!].map((call) => [
			beside.isSentBeside(call),
			beside.mayHaveLeft(call),
		]);
		expect(told).toEqual([
			[false, true],
			[true, true],
		]);
		expect(retried(failed()).mayHaveLeft(third)).toBe(false);
		expect(memoryOf(contextOf({})).mayHaveLeft(third)).toBe(false);
		const given = { ...third, ticket: 'given' } as const;
		expect(retried(failed()).mayHaveLeft(given)).toBe(true);
		expect(memoryOf(contextOf({})).mayHaveLeft(given)).toBe(false);
		const unknown = retried({});
		expect([unknown.isSentBeside(first!), unknown.mayHaveLeft(first!)]).toEqual([false, true]);
	});

	test('lets be mended what was refused with all that was asked, and keeps it until then', () => {
		const kept: IDataObject = {};
		const memory = memoryOf(contextOf({ kept }));
		memory.begin(first!, 'own');
		memory.leaveOpen(first!, { reason: '', isRefusedAlike: true });
		expect(memoryOf(contextOf({ kept })).call(first!.key)?.state).toBe('unclear');
		const partly = memoryOf(contextOf({ kept: copyOf(kept), mode: 'retry' }));
		expect(partly.call(first!.key)).toBeUndefined();
		expect(partly.item(0)).toBeUndefined();
		// The service may have taken it all the same, which a ticket of the user's can't tell by itself.
		expect([first, second].map((call) => partly.mayHaveLeft(call!))).toEqual([true, false]);
		memory.begin(second!, 'own');
		const open = memoryOf(contextOf({ kept: copyOf(kept), mode: 'retry' }));
		expect(open.call(first!.key)).toBeUndefined();
		expect(open.item(0)).toBeDefined();
	});

	test('asks the service what a retry of a killed execution sent, which stored nothing', () => {
		const retry = () => memoryOf(contextOf({ kept: {}, mode: 'retry', secret: 'killed' }));
		const memory = retry();
		memory.begin(first!, 'own');
		memory.end();
		expect(retry().id).toBe(memory.id);
		expect(retry().call(first!.key)).toBeUndefined();
	});
});

describe('a call that leaves', () => {
	test('is unclear until its outcome is known, and its item stays what it was', () => {
		const memory = memoryOf(contextOf({}));
		expect(memory.call(first!.key)).toBeUndefined();
		memory.begin(first!, 'own');
		expect(memory.call(first!.key)).toEqual({
			state: 'unclear',
			ticket: 'own',
			custom_ticket: ticketOf(first!.key),
		});
		expect(memory.item(0)).toEqual({
			chain: first!.chain,
			calls: [first!.key, second!.key],
			audience: '1',
			requests: first!.members[0]!.item.requests,
			skipped: [],
			simplify: true,
		});
		expect(memory.items()).toHaveLength(1);
		expect(memory.isDone(memory.item(0)!)).toBe(false);
	});

	test('does not replace what its item was when the chain began', () => {
		const memory = memoryOf(contextOf({}));
		memory.begin(first!, 'own');
		const before = memory.item(0);
		const member = second!.members[0]!;
		const other = { ...member.item, audience: '2' };
		memory.begin({ ...second!, members: [{ ...member, item: other }] }, 'own');
		expect(memory.item(0)).toBe(before);
		memory.begin({ ...second!, chain: 'other' }, 'own');
		expect(memory.item(0)?.chain).toBe('other');
	});

	test('is done when all calls of its item are accepted', () => {
		const memory = memoryOf(contextOf({}));
		for (const call of [first!, second!]) memory.begin(call, 'shared');
		memory.accept(first!, answer, 'answered');
		expect(memory.isDone(memory.item(0)!)).toBe(false);
		memory.accept(second!, answer, 'recovered');
		expect(memory.isDone(memory.item(0)!)).toBe(true);
		expect(memory.call(second!.key)).toEqual({
			...{ state: 'accepted', answer, evidence: 'recovered' },
			ticket: 'shared',
			custom_ticket: ticketOf(second!.key),
		});
	});

	test('is forgotten when it did nothing, with its item where nothing else was done', () => {
		const memory = memoryOf(contextOf({}));
		for (const call of [first!, second!]) memory.begin(call, 'own');
		memory.forget(second!);
		expect(memory.call(second!.key)).toBeUndefined();
		expect(memory.item(0)).toBeDefined();
		memory.forget(first!);
		expect(memory.item(0)).toBeUndefined();
	});

	test('keeps why its outcome is not known, until it is', () => {
		const memory = memoryOf(contextOf({}));
		const lost = { reason: 'the connection broke' };
		memory.leaveOpen(first!, lost);
		expect(memory.call(first!.key)).toBeUndefined();
		memory.begin(first!, 'own');
		memory.leaveOpen(first!, lost);
		expect(memory.call(first!.key)).toMatchObject({ state: 'unclear', ticket: 'own', lost });
		memory.accept(first!, answer, 'recovered');
		memory.leaveOpen(first!, lost);
		expect(memory.call(first!.key)).toMatchObject({ state: 'accepted' });
	});

	test('is listed with the items that it serves', () => {
		const memory = memoryOf(contextOf({}));
		const [shared] = planOf(byIndex(item(fromItem('1')), item(fromItem('2')))).chains.flat();
		memory.begin(shared!, 'own');
		expect(memory.entries()).toEqual([
			{ itemIndexes: [0, 1], call: expect.objectContaining({ state: 'unclear' }) },
		]);
	});

	test('is one of several until all that its item takes are done', () => {
		const memory = memoryOf(contextOf({}));
		const texts = item(['a', 'b'].map((text) => request(sendCall(to('1'), text))));
		const parts = planOf(byIndex(texts)).chains.flat();
		const listed = () => memory.entries().map(({ ofSeveral }) => ofSeveral);
		memory.begin(parts[0]!, 'own');
		memory.accept(parts[0]!, answer, 'answered');
		expect(listed()).toEqual([{ nth: 1, all: 2 }]);
		memory.begin(parts[1]!, 'own');
		expect(listed()).toEqual([
			{ nth: 1, all: 2 },
			{ nth: 2, all: 2 },
		]);
		memory.accept(parts[1]!, answer, 'answered');
		expect(listed()).toEqual([undefined, undefined]);
	});
});

test('nothing but its name is kept of a run that is settled', () => {
	const kept: IDataObject = {};
	const memory = memoryOf(contextOf({ kept }));
	memory.begin(first!, 'own');
	memory.accept(first!, answer, 'answered');
	memory.settle();
	expect(kept).toEqual({ runs: { 0: { id: memory.id, items: {}, calls: {} } } });
});

describe('a call that reached some of its items', () => {
	const [both] = planOf(byIndex(item(fromItem('1')), item(fromItem('2')))).chains[0]!;
	const [reached, others] = both!.members.map((member) => ({ ...both!, members: [member] }));

	test('keeps these as they were, and lets the others be corrected', () => {
		const memory = memoryOf(contextOf({}));
		memory.begin(both!, 'own');
		memory.acceptPart(reached!, others!, answer, 'recovered');
		expect(memory.call(both!.key)).toMatchObject({
			...{ state: 'accepted', evidence: 'recovered' },
		});
		expect([memory.item(0)?.chain, memory.item(1)]).toEqual([both!.chain, undefined]);
	});

	test('keeps who is held back, however often it is begun and accepted', () => {
		const memory = memoryOf(contextOf({}));
		memory.begin(both!, 'own');
		memory.holdBack(both!, others!);
		const addresses = recipientsOf(others!.call).map(({ sendTo }) => sendTo);
		memory.accept(both!, answer, 'sentBefore');
		expect(memory.call(both!.key)).toMatchObject({ state: 'accepted', others: addresses });
		memory.begin(both!, 'own');
		expect(memory.call(both!.key)).toMatchObject({ state: 'unclear', others: addresses });
	});
});

test('a call that is accepted without having been begun has no ticket', () => {
	const memory = memoryOf(contextOf({}));
	memory.accept(first!, answer, 'answered');
	expect(memory.call(first!.key)).toMatchObject({ state: 'accepted', ticket: 'none' });
});

test('an item of which a call has not left yet is not done', () => {
	const memory = memoryOf(contextOf({}));
	memory.begin(first!, 'own');
	memory.accept(first!, answer, 'answered');
	expect(memory.isDone(memory.item(0)!)).toBe(false);
});

test('a call that serves no item belongs to none', () => {
	const memory = memoryOf(contextOf({}));
	memory.begin({ ...first!, members: [] }, 'own');
	expect(memory.entries()).toMatchObject([{ itemIndexes: [] }]);
});

describe('a call that goes on without some of its items', () => {
	const begunWith = (...numbers: string[]) => {
		const kept: IDataObject = {};
		const [call] = planOf(
			byIndex(...numbers.map((number) => item(fromItem(number)))),
		).chains.flat();
		const before = memoryOf(contextOf({ kept }));
		before.begin(call!, 'own');
		before.leaveOpen(call!, { reason: 'the connection broke' });
		return { call: call!, memory: memoryOf(contextOf({ kept })), kept };
	};
	const onlyWith = (call: PlannedCall, ...positions: number[]): PlannedCall => ({
		...call,
		members: call.members.filter(({ itemIndex }) => positions.includes(itemIndex)),
		itemIndexes: positions,
	});

	test('tells nothing of them by its outcome: they keep their ticket, and stay open', () => {
		const { call, memory } = begunWith('1', '2', '3');
		memory.begin(onlyWith(call, 0), 'own');
		memory.accept(call, answer, 'answered');

		expect(memory.isDone(memory.item(0)!)).toBe(true);
		const [second, third] = [memory.item(1)!, memory.item(2)!];
		expect([second.chain, second.calls]).toEqual([third.chain, third.calls]);
		expect(second.chain).not.toBe(call.chain);
		expect(memory.isDone(second)).toBe(false);
		expect(memory.call(second.calls[0]!)).toEqual({
			state: 'unclear',
			ticket: 'own',
			custom_ticket: ticketOf(call.key),
			lost: { reason: 'the connection broke' },
		});
	});

	test('leaves them open too where it turns out to have done nothing', () => {
		const { call, memory } = begunWith('1', '2');
		memory.begin(onlyWith(call, 0), 'own');
		memory.forget(onlyWith(call, 0));

		expect([memory.item(0), memory.call(call.key)]).toEqual([undefined, undefined]);
		expect(memory.call(memory.item(1)!.calls[0]!)).toMatchObject({ state: 'unclear' });
	});

	test('cannot tell by its ticket which of two messages to one person arrived', () => {
		const { call, memory } = begunWith('1', '1');
		memory.begin(onlyWith(call, 0), 'own');
		expect(memory.call(memory.item(1)!.calls[0]!)?.ticket).toBe('shared');
	});

	test('cannot tell it of any of them where one is of a person who gets the next message', () => {
		const { call, memory } = begunWith('1', '2', '1');
		memory.begin(onlyWith(call, 0), 'own');
		expect(memory.call(memory.item(1)!.calls[0]!)?.ticket).toBe('shared');
	});

	test('keeps those of each call apart', () => {
		const kept: IDataObject = {};
		const four = ['1', '2', '3', '4'].map((number) => item(fromItem(number)));
		const [one, other] = planOf(byIndex(...four), { batchSize: 2 }).chains.flat();
		const before = memoryOf(contextOf({ kept }));
		before.begin(one!, 'own');
		before.begin(other!, 'own');
		const memory = memoryOf(contextOf({ kept }));
		memory.begin(onlyWith(one!, 0), 'own');
		memory.begin(onlyWith(other!, 2), 'own');
		expect(memory.item(1)!.chain).not.toBe(memory.item(3)!.chain);
		expect(memory.call(memory.item(1)!.calls[0]!)?.custom_ticket).toBe(ticketOf(one!.key));
		expect(memory.call(memory.item(3)!.calls[0]!)?.custom_ticket).toBe(ticketOf(other!.key));
	});

	test('knows nothing any more of those of which it was found that nothing was done', () => {
		const { call, memory } = begunWith('1', '2');
		memory.forget(onlyWith(call, 1));
		memory.begin(onlyWith(call, 0), 'own');
		expect(memory.item(1)).toBeUndefined();
		expect(memory.item(0)?.chain).toBe(call.chain);
	});

	test('keeps what is known of each part of a text', () => {
		const parts = ['a', 'b'];
		const kept: IDataObject = {};
		const [one, two] = planOf(
			byIndex(...['1', '2'].map((number) => item(parts.map((text) => fromItem(number, text))))),
		).chains[0]!;
		const before = memoryOf(contextOf({ kept }));
		before.begin(one!, 'own');
		before.accept(one!, answer, 'answered');
		const memory = memoryOf(contextOf({ kept }));
		memory.begin(onlyWith(two!, 0), 'own');
		memory.accept(two!, answer, 'answered');

		expect(memory.isDone(memory.item(0)!)).toBe(true);
		const states = memory.item(1)!.calls.map((key) => memory.call(key)?.state);
		expect(states).toEqual(['accepted', undefined]);
	});

	test('is one with them where it goes to everyone', () => {
		const kept: IDataObject = {};
		const everyone = item(request(broadcastCall()));
		const [call] = planOf(byIndex(everyone, everyone)).chains.flat();
		memoryOf(contextOf({ kept })).begin(call!, 'own');
		const memory = memoryOf(contextOf({ kept }));
		memory.begin(onlyWith(call!, 0), 'own');
		memory.accept(call!, answer, 'answered');
		expect(memory.isDone(memory.item(1)!)).toBe(true);
	});
});

test('an item that goes to others by now is still remembered as what it was, until all is settled', () => {
	const kept: IDataObject = {};
	const memory = memoryOf(contextOf({ kept }));
	memory.begin(first!, 'own');
	const before = memory.item(0);
	memory.begin({ ...first!, chain: 'other', key: 'other' }, 'own');
	expect(memory.items()).toEqual([memory.item(0), before]);
	memory.settle();
	expect(memory.items()).toEqual([]);
	expect(kept).toEqual({ runs: { 0: { id: memory.id, items: {}, calls: {} } } });
});
