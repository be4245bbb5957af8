import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import type {
	PreparedItem,
	RememberedItem,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { audienceOf } from '../../../../../nodes/SubscriptionMessaging/run/values/audience';
import { rememberedItems } from '../../../../../nodes/SubscriptionMessaging/run/memory/policy';
import type { RunMemory } from '../../../../../nodes/SubscriptionMessaging/run/memory/store';
import {
	broadcastCall,
	fromItem,
	item,
	plainCall,
	request,
	sendCall,
	SETTINGS,
	to,
	unit,
} from '../preparedItems';

const node = { name: 'Messaging', type: 'test' } as INode;
const context = { getNode: () => node } as unknown as IExecuteFunctions;

const left = ({ requests, skipped, simplify }: PreparedItem): RememberedItem => ({
	requests,
	skipped,
	simplify,
	chain: 'earlier',
	calls: requests.map((_request, part) => (part === 0 ? 'earlier' : `earlier-${part + 1}`)),
	audience: audienceOf(requests),
});

/** What becomes of an item, by what left for the items of an earlier try; the others are as they were. */
function recalled(
	before: Record<number, PreparedItem>,
	now: PreparedItem | NodeOperationError,
	{
		itemIndex = 0,
		isDone = false,
		mayMiss = false,
		hasLeft = (_key: string): boolean => true,
		isUnclear = (_key: string): boolean => false,
		hasUnknownTry = false,
		answer = {},
		others = {} as Record<number, PreparedItem | NodeOperationError | undefined>,
	} = {},
) {
	const kept = Object.fromEntries(Object.entries(before).map(([index, it]) => [index, left(it)]));
	const memory = {
		item: (index: number) => kept[index],
		items: () => Object.values(kept),
		isDone: () => isDone,
		mayMiss,
		hasUnknownTry,
		call: (key: string) =>
			hasLeft(key) ? { state: isUnclear(key) ? 'unclear' : 'accepted', answer } : undefined,
	} as unknown as RunMemory;
	const asked = { ...before, [itemIndex]: now, ...others };
	const byIndex = Object.entries(asked).flatMap(
		([index, it]): Array<[number, typeof now]> => (it ? [[Number(index), it]] : []),
	);
	return rememberedItems(context, memory, new Map(byIndex))(itemIndex, now);
}

const said = (outcome: PreparedItem | NodeOperationError) =>
	outcome instanceof NodeOperationError ? `${outcome.message} ${outcome.description}` : undefined;

const list = (...numbers: string[]) => item(request(sendCall(to(...numbers))));
const everyone = (keyword?: string) => item(request(broadcastCall('Hello', keyword)));
const plain = (...numbers: string[]) => item(request(plainCall(numbers.join(','))));

describe('an item that nothing left for', () => {
	test('is what it is now', () => {
		const now = list('1');
		expect(recalled({}, now)).toBe(now);
		const refusal = new NodeOperationError(node, 'Not valid');
		expect(recalled({}, refusal)).toBe(refusal);
		expect(recalled({ 1: list('1') }, now)).toBe(now);
	});
});

describe('an item that something left for', () => {
	const before = item(fromItem('1', 'before'), { skipped: [{ sendTo: 'x', reason: 'y' }] });

	test('is completed as it was begun, in the way that is chosen now', () => {
		const settings = {
			...SETTINGS,
			account: 3,
			serviceAccount: 'the same, spelled otherwise',
			timeLimit: 5,
			onUnclear: 'resend' as const,
			transport: 'nvp' as const,
			ifKnown: 'skip' as const,
		};
		const now = item(fromItem('1', 'now', { settings }), { limit: 7, severalBroadcasts: true });
		expect(recalled({ 0: before }, now)).toEqual({
			...now,
			skipped: before.skipped,
			chain: 'earlier',
			audience: '1',
			requests: [
				{
					...before.requests[0],
					settings: {
						...SETTINGS,
						account: 3,
						serviceAccount: 'the same, spelled otherwise',
						timeLimit: 5,
						onUnclear: 'resend',
					},
				},
			],
		});
	});

	test('is reported to where it is asked for now, unless it has no ticket now', () => {
		const reported = (status_url: string, signsStatusUrl?: true) =>
			item(request(sendCall(to('1'), 'Hi', { status_url }), { signsStatusUrl }));
		const begun = reported('https://n8n.example/7', true);
		const urlOf = (outcome: PreparedItem | NodeOperationError) => {
			const { requests } = outcome as PreparedItem;
			return requests.map(({ call, signsStatusUrl }) => [
				'status_url' in call.parameters && call.parameters.status_url,
				signsStatusUrl,
			]);
		};
		const now = reported('https://n8n.example/8');
		expect(urlOf(recalled({ 0: begun }, now))).toEqual([['https://n8n.example/8', undefined]]);
		expect(urlOf(recalled({ 0: begun }, plain('1')))).toEqual([['https://n8n.example/7', true]]);
		const other = recalled({ 0: plain('1') }, now) as PreparedItem;
		expect(other.requests[0]?.call).toEqual(plain('1').requests[0]?.call);
	});

	test('is shown as done though it cannot be read any more', () => {
		const refusal = new NodeOperationError(node, 'Not valid');
		expect(recalled({ 0: before }, refusal, { isDone: true })).toEqual({
			requests: before.requests,
			skipped: before.skipped,
			simplify: true,
			chain: 'earlier',
			audience: '1',
			limit: Infinity,
			preview: false,
			severalBroadcasts: false,
		});
		expect(recalled({ 0: before }, refusal)).toBe(refusal);
	});

	test('is previewed as it is now', () => {
		const now = { ...list('1', '2'), preview: true };
		expect(recalled({ 0: before }, now)).toBe(now);
	});

	test('may go to others instead', () => {
		const now = list('2', '3');
		expect(recalled({ 0: before }, now)).toBe(now);
	});

	test('may ask for something that sends nothing instead', () => {
		const now = item(request({ ...unit, operation: 'readDivision', parameters: {} }));
		expect(recalled({ 0: before }, now)).toBe(now);
		expect(recalled({ 0: everyone() }, now)).toBe(now);
		expect(recalled({ 0: before }, item([]))).toEqual(item([]));
	});
});

describe('an item that would reach people a second time', () => {
	test.each([
		['with another list', list('1', '2'), list('1', '3'), '1'],
		['with another operation', list('18015550001', '2'), plain('18015550001', '3'), '18015550001'],
		['with the first operation again', plain('1', '2'), list('1', '3'), '1'],
		['as text, and not as HTML', list('<b>1', '2'), list('<b>1', '3'), '&lt;b&gt;1'],
		['in another way', list('1', '2'), item(request(sendCall([{ sendTo: '1', type: 3 }]))), '1'],
	])('%s is refused and names them', (_how, before, now, person) => {
		expect(said(recalled({ 0: before }, now))).toBe(
			`An earlier try may have reached 1 of these recipients, so nothing was sent [item 0] They have it: ${person}. Keep the old list to send only what is missing, or send to the others by a new execution.`,
		);
	});

	test('names apart who has it, who may have it and who has not', () => {
		const before = item([['1', '2'], ['3'], ['4']].map((those) => request(sendCall(to(...those)))));
		const ended = {
			isUnclear: (key: string) => key === 'earlier-2',
			hasLeft: (key: string) => key !== 'earlier-3',
		};
		expect(said(recalled({ 0: before }, list('2', '3', '4', '5'), ended))).toBe(
			'An earlier try may have reached 2 of these recipients, so nothing was sent [item 0] They have it: 2. They may have it: 3. Keep the old list to send only what is missing, or send to the others by a new execution.',
		);
		expect(said(recalled({ 0: before }, everyone(), ended))).toContain(
			'They have it: 1, 2. They may have it: 3. Choose',
		);
		const others = list('4', '5');
		expect(recalled({ 0: before }, others, ended)).toBe(others);
		// Of which another Retry may have sent any.
		expect(said(recalled({ 0: before }, others, { ...ended, hasUnknownTry: true }))).toContain(
			'They may have it: 4.',
		);
	});

	test('says of nobody that they have it who lack a part, or whose number was not accepted', () => {
		const parts = item(['a', 'b'].map((text) => request(sendCall(to('1'), text))));
		const first = (key: string) => key === 'earlier';
		expect(said(recalled({ 0: parts }, list('1', '2'), { hasLeft: first }))).toContain(
			'[item 0] They may have it: 1. Keep',
		);
		const numbers = plain('18015550001', '18015550002');
		const answer = { accepted: ['18015550002'] };
		const now = plain('18015550001', '18015550002', '18015550003');
		expect(said(recalled({ 0: numbers }, now, { answer }))).toContain(
			'They have it: 18015550002. They may have it: 18015550001. Keep',
		);
	});

	test('names 20 of them at most', () => {
		const many = (count: number) =>
			Array.from({ length: count }, (_number, index) => `${1000 + index}`);
		const said20 = said(recalled({ 0: list(...many(20)) }, list(...many(20), '1')));
		expect(said20).toContain('1018, 1019. Keep');
		const said21 = said(recalled({ 0: list(...many(21)) }, list(...many(21), '1')));
		expect(said21).toContain('reached 21 of these');
		expect(said21).toContain('1018, 1019 and 1 more. Keep');
	});

	test('because it goes to everyone now is refused, whichever item they had it from', () => {
		const outcome = recalled({ 1: list('1', '2') }, everyone());
		expect(said(outcome)).toMatch(
			/^This item goes to everyone now, and an earlier try may have reached some \[item 0\] They have it: 1, 2\./,
		);
		expect((outcome as NodeOperationError).context.itemIndex).toBe(0);
	});

	test('because everyone had it before is refused, whichever item that was', () => {
		for (const itemIndex of [0, 1]) {
			expect(said(recalled({ [itemIndex]: everyone() }, list('1')))).toMatch(
				/^An earlier try may have sent to everyone, so nothing was sent for this item \[item 0\] Choose the same group, division or company again/,
			);
		}
		expect(said(recalled({ 0: everyone() }, everyone('OTHER')))).toMatch(
			/^An earlier try may have sent to/,
		);
	});

	test('leaves what reaches nobody as it is', () => {
		const create = item(
			request({
				...unit,
				operation: 'createDivision',
				parameters: { division: { name: 'West' } },
			}),
		);
		expect(recalled({ 0: everyone() }, create)).toBe(create);
	});

	test('by another item than the one they had it from is refused, where that is for others now', () => {
		const swapped = recalled({ 0: list('1') }, list('1'), {
			itemIndex: 1,
			others: { 0: list('2') },
		});
		expect(said(swapped)).toMatch(
			/^An earlier try may have reached 1 of these recipients.* have it: 1\./,
		);
		const inEach = { itemIndex: 1, others: { 0: plain('1', '2') } };
		expect(said(recalled({ 0: list('1') }, plain('1', '2'), inEach))).toContain('reached 1 of');
		const broadcast = { itemIndex: 1, others: { 0: everyone('OTHER') } };
		expect(said(recalled({ 0: everyone() }, everyone(), broadcast))).toContain('sent to everyone');
	});

	test('is refused too where the item they had it from does not come in any more', () => {
		const only = { others: { 1: undefined } };
		const before = { 0: list('1'), 1: list('2') };
		expect(said(recalled(before, list('2', '3'), only))).toContain('have it: 2.');
		expect(said(recalled(before, plain('2'), only))).toContain('have it: 2.');
	});

	test('goes out where the first item still stands for what they had', () => {
		const now = list('1', '2');
		expect(recalled({ 0: list('1') }, now, { itemIndex: 1 })).toBe(now);
		const done = { itemIndex: 1, isDone: true, others: { 0: new NodeOperationError(node, 'No') } };
		expect(recalled({ 0: list('1') }, now, done)).toBe(now);
	});

	test('is no broadcast beside that of another item', () => {
		const now = everyone('OTHER');
		expect(recalled({ 1: everyone() }, now)).toBe(now);
	});

	test('is no broadcast after something was changed', () => {
		const change = item(request({ ...unit, operation: 'deleteDivision', parameters: {} }));
		const now = everyone();
		expect(recalled({ 0: change }, now)).toBe(now);
		const people = list('1');
		expect(recalled({ 0: change }, people)).toBe(people);
	});
});

describe('a send without a ticket that another retry may have made', () => {
	const parts = item(['a', 'b'].map((text) => request(plainCall('1,2', text))));
	const refusal =
		/^We can't tell what an earlier try did.* \[item 0\] What is created or sent by Send to Numbers/;

	test('is refused where nothing, or not all of it, is known to have left', () => {
		const first = (key: string) => key === 'earlier';
		expect(said(recalled({ 0: parts }, parts, { mayMiss: true, hasLeft: first }))).toMatch(refusal);
		expect(said(recalled({ 1: plain('3') }, plain('1'), { mayMiss: true }))).toMatch(refusal);
	});

	test('is refused of what is to be created, and not of what may be changed again', () => {
		const named = { parameters: { division: { name: 'North' } } } as const;
		const create = item(request({ ...unit, operation: 'createDivision', ...named }));
		const update = item(request({ ...unit, operation: 'updateDivision', ...named }));
		expect(said(recalled({ 1: create }, create, { mayMiss: true }))).toMatch(refusal);
		expect(recalled({ 1: update }, update, { mayMiss: true })).toBe(update);
	});

	test('goes on where all of it left', () => {
		expect(recalled({ 0: parts }, parts, { mayMiss: true })).toMatchObject({ chain: 'earlier' });
	});

	test('goes on where nobody else can have made it', () => {
		const nothing = () => false;
		expect(recalled({ 0: parts }, parts, { hasLeft: nothing })).toMatchObject({ chain: 'earlier' });
	});
});
