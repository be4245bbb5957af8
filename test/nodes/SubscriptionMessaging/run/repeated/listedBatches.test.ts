import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import {
	ListedBatches,
	Unclear,
} from '../../../../../nodes/SubscriptionMessaging/run/repeated/listedBatches';
import { byIndex, fromItem, item, planOf, request, sendCall, to } from '../preparedItems';

/** A person by a letter. */
const number = (letter: string) => `180155500${letter.charCodeAt(0)}`;
const people = (letters: string) => [...letters].map(number);

/** Batches of two that would be sent to the people, a letter each, if nothing had been sent. */
const batchesOf = (letters: string, batchSize = 2) => {
	const plan = planOf(byIndex(...people(letters).map((one) => item(fromItem(one)))), { batchSize });
	return plan.chains.map(([call]) => call!);
};

/**
 * What is made of the people that the service lists by batch.
 *
 * @returns the names of unclear batches, and by item the batch that reached it
 */
function found(now: string, listed: Record<number, Array<string | null>>, batchSize = 2) {
	const calls = batchesOf(now, batchSize);
	const prefix = calls[0]!.chain.replace(/\d+$/, '');
	const batches = finished(ListedBatches.of(calls, batchSize));
	for (const [nth, rows] of Object.entries(listed)) {
		const details = rows.map((sendTo) => ({ sendTo }));
		finished(batches.add(prefix + nth, details as Parameters<typeof batches.add>[1]));
	}
	const short = (name: string) => Number(name.slice(prefix.length));
	const reached = [...batches.reachedItems()].map(([index, name]) => [now[index], short(name)]);
	return { unclear: batches.unclear().map(short), reached: Object.fromEntries(reached) as object };
}

test('a list that is as it was needs nothing but the batches of its people', () => {
	expect(found('abcd', { 1: people('ab') })).toEqual({ unclear: [], reached: { a: 1, b: 1 } });
	expect(found('abcd', {})).toEqual({ unclear: [], reached: {} });
});

test.each([
	['turned around', 'fedcba', { 1: 'ab', 2: 'cd' }, { a: 1, b: 1, c: 2, d: 2 }],
	['longer at its beginning', 'xabcd', { 1: 'ab' }, { a: 1, b: 1 }],
	['longer at its end', 'abcdef', { 1: 'ab', 2: 'cd' }, { a: 1, b: 1, c: 2, d: 2 }],
	['shorter at its beginning', 'cdef', { 1: 'ab', 2: 'cd' }, { c: 2, d: 2 }],
	['another one in part', 'xybaz', { 1: 'ab', 2: 'cd' }, { a: 1, b: 1 }],
	['in larger batches by now', 'ab', { 1: 'a', 2: 'b' }, { a: 1, b: 2 }],
])('finds who has the message where the list is %s', (_how, now, listed, reached) => {
	const rows = Object.fromEntries(
		Object.entries(listed).map(([nth, letters]) => [nth, people(letters)]),
	);
	expect(found(now, rows)).toEqual({ unclear: [], reached });
});

describe('does not tell who has the message', () => {
	const strangers = ['19995550000', '19995550001'];
	test('where it lists more people than fit into a batch now, of whom some are not in the list', () => {
		const listed = [...people('ab'), '19995550000'];
		expect(found('abcdef', { 1: listed }).unclear).toEqual([1]);
	});

	test.each([
		['where it lists nobody', []],
		['where it lists only some of its people', people('a')],
		['where it lists others', strangers],
		['where it lists one other person', strangers.slice(0, 1)],
		['where others stand in place of some of its people', [number('a'), strangers[0]!]],
		['where its people are masked', ['1801555****', '1801555****']],
		['where a further person is masked', [...people('ab'), '1801555****']],
		['where it names nobody', [null, null]],
	])('%s', (_how, rows) => {
		expect(found('abcd', { 1: rows }).unclear).toEqual([1]);
	});

	test('where it lists the people of another batch', () => {
		expect(found('abcdef', { 1: people('cd'), 2: people('cd') }).unclear).toEqual([1]);
	});

	test('where none of the list is on it any more', () => {
		expect(found('wxyz', { 1: people('ab'), 2: people('cd') }).unclear).toEqual([1, 2]);
	});

	test('which matters only where somebody is still to get it', () => {
		const rows = { 1: [number('a')], 2: people('bcd') };
		expect(found('abcd', rows).unclear).toEqual([]);
	});
});

test('a second reading adds to the first, and may name those who were masked', () => {
	const calls = batchesOf('abcd');
	const batches = finished(ListedBatches.of(calls, 2));
	const add = (...rows: string[]) =>
		finished(batches.add(calls[0]!.chain, rows.map((sendTo) => ({ sendTo })) as never));
	add(number('a'), '1801****');
	expect(batches.unclear()).toEqual([calls[0]!.chain]);
	add(number('b'));
	expect(batches.unclear()).toEqual([]);
	expect(batches.has(calls[0]!.chain)).toBe(true);
	expect([...batches.reachedItems().keys()]).toEqual([0, 1]);
});

describe('a batch whose list was changed', () => {
	const second = (...strangers: string[]) => found('xybaz', { 1: people('ab'), 2: strangers });
	const reached = { a: 1, b: 1 };

	test.each([
		['email addresses', ['c@example.com', 'd@example.com']],
		['numbers', ['19995550000', '9995551']],
	])('shows who else was on it by %s', (_which, strangers) => {
		expect(second(...strangers)).toEqual({ unclear: [], reached });
	});

	test.each([
		'***@example.com',
		'@example.com',
		'c@',
		'c@d@example.com',
		'ext 19995550000',
		'999555',
	])('may be that of anybody where it names %s', (stranger) => {
		expect(second('c@example.com', 'd@example.com', stranger)).toEqual({ unclear: [2], reached });
	});
});

describe('a batch that would not be sent now', () => {
	test('is one of this list where it is as long as the longest', () => {
		expect(found('abc', { 7: people('ab') })).toEqual({ unclear: [], reached: { a: 7, b: 7 } });
	});

	test('may be a part of one where it is shorter', () => {
		expect(found('abc', { 7: people('a') }).unclear).toEqual([7]);
	});
});

test('the last batch of a list is shorter than the others, where the list is as it was', () => {
	expect(found('abc', { 2: people('c') })).toEqual({ unclear: [], reached: { c: 2 } });
});

test('a batch where the last one would be now may have been a full one of a longer list', () => {
	expect(found('abc', { 2: people('a') }).unclear).toEqual([2]);
	expect(found('abc', { 2: [number('a'), '19995550000'] }).unclear).toEqual([]);
});

test('a batch of more people than fit into one was sent with a higher batch size, and may lack anybody', () => {
	expect(found('abcdef', { 1: people('abcd') }).unclear).toEqual([1]);
	expect(found('xybaz', { 2: [number('a'), '19995550000', '19995550001'] }).unclear).toEqual([2]);
});

test('a number that is that of somebody stands for nobody else whose number ends with it', () => {
	const items = ['18015550001', '8015550001'].map((one) => item(fromItem(one)));
	const batches = finished(
		ListedBatches.of(
			planOf(byIndex(...items)).chains.map(([call]) => call!),
			2,
		),
	);
	finished(batches.add('x', [{ sendTo: '8015550001' }] as never));
	expect([...batches.reachedItems().keys()]).toEqual([1]);
	expect([...batches.names()]).toEqual(['x']);
});

test('a number that fits two people tells nothing', () => {
	const calls = planOf(byIndex(item(fromItem('118015550001')), item(fromItem('218015550001'))));
	const batches = finished(
		ListedBatches.of(
			calls.chains.map(([call]) => call!),
			2,
		),
	);
	expect(() => finished(batches.add('x', [{ sendTo: '8015550001' }] as never))).toThrow(Unclear);
});

describe('somebody who occurs twice', () => {
	test('has the message once for each batch', () => {
		expect(found('abab', { 1: people('ab'), 2: people('ab') }).reached).toEqual({ a: 2, b: 2 });
		const batches = finished(ListedBatches.of(batchesOf('abab'), 2));
		const [first] = batchesOf('abab');
		finished(batches.add(first!.chain, people('ab').map((sendTo) => ({ sendTo })) as never));
		expect([...batches.reachedItems().keys()]).toEqual([0, 1]);
	});

	test('cannot be told apart where the list was changed', () => {
		expect(() => found('xyabza', { 1: people('ab') })).toThrow(/^Several items go to 1801555/);
	});

	const stranger = '19995550000';
	test('cannot be told apart where one batch of another list held both', () => {
		expect(() => found('aba', { 1: people('aa') }, 1)).toThrow(/^Several items go to 1801555/);
		expect(found('aba', { 1: people('aa'), 3: people('a') }, 1).reached).toEqual({ a: 3 });
	});

	test.each([
		['a batch is listed without them', 'abac', { 1: people('ab'), 2: [number('c'), stranger] }],
		['one of two batches is', 'abacad', { 1: people('ab'), 2: [number('c'), stranger] }],
		[
			'they are listed under a ticket besides',
			'abacad',
			{ 1: people('ab'), 9: [number('a'), stranger] },
		],
	])('cannot be told apart where %s', (_how, now, listed) => {
		expect(() => found(now, listed)).toThrow(/^Several items go to 18015550097/);
	});
});

describe('a list of one item', () => {
	const listOf = (...lists: string[]) =>
		planOf(
			byIndex(...lists.map((letters) => item(request(sendCall(to(...people(letters))))))),
		).chains.map(([call]) => call!);
	const reached = (lists: string[], listed: Record<number, string>) => {
		const calls = listOf(...lists);
		const prefix = calls[0]!.chain.replace(/\d+$/, '');
		const batches = finished(ListedBatches.of(calls, 2));
		for (const [nth, letters] of Object.entries(listed)) {
			finished(batches.add(prefix + nth, people(letters).map((sendTo) => ({ sendTo })) as never));
		}
		if (batches.unclear().length > 0) throw new Unclear('Somebody may be missing');
		return [...batches.reachedItems().entries()].map(([at, name]) => [
			at,
			Number(name.slice(prefix.length)),
		]);
	};

	test('has the message when all of it are listed under one ticket', () => {
		expect(reached(['ab'], { 1: 'ab' })).toEqual([[0, 1]]);
		expect(reached(['cd', 'ab'], { 1: 'ab' })).toEqual([[1, 1]]);
		expect(reached(['ab', 'cd'], {})).toEqual([]);
	});

	test('stands for no other list with one of its people, who gets the same by both', () => {
		expect(reached(['ab', 'ac'], { 1: 'ab' })).toEqual([[0, 1]]);
	});

	test.each([
		['only some are listed', ['abc'], { 1: 'ab' }],
		['its people are listed under two tickets', ['ab'], { 1: 'a', 2: 'b' }],
		['it names somebody twice who is listed once', ['aab'], { 1: 'ab' }],
	])('tells nothing where %s', (_how, lists, listed) => {
		expect(() => reached(lists, listed)).toThrow(Unclear);
	});
});

test('a list of which only some are listed was not sent as a whole', () => {
	const [call] = planOf(byIndex(item(request(sendCall(to(...people('abc'))))))).chains.flat();
	const batches = finished(ListedBatches.of([call!], 2));
	finished(batches.add(call!.chain, people('ab').map((sendTo) => ({ sendTo })) as never));
	expect(() => batches.reachedItems()).toThrow('Only some of the recipients of one list have it.');
});

describe('items that certainly have the message', () => {
	const certain = (calls: ReturnType<typeof batchesOf>, rows: string[]) => {
		const batches = finished(ListedBatches.of(calls, 2));
		finished(batches.add(calls[0]!.chain, rows.map((sendTo) => ({ sendTo })) as never));
		return batches.certainItems();
	};

	test('are those whose recipient is listed', () => {
		expect(certain(batchesOf('abcd', 4), people('acd'))).toEqual([0, 2, 3]);
	});

	test('are not those of somebody who has several', () => {
		expect(certain(batchesOf('abac', 4), people('abc'))).toEqual([1, 3]);
	});

	test('are not lists of which somebody is missing', () => {
		const lists = ['ab', 'cd'].map((letters) => item(request(sendCall(to(...people(letters))))));
		const calls = planOf(byIndex(...lists)).chains.map(([call]) => call!);
		expect(certain(calls, people('abc'))).toEqual([0]);
	});

	test('are not those of somebody whom two batches list', () => {
		const calls = batchesOf('abcd');
		const batches = finished(ListedBatches.of(calls, 2));
		finished(batches.add(calls[0]!.chain, people('ab').map((sendTo) => ({ sendTo })) as never));
		finished(batches.add(calls[1]!.chain, people('ac').map((sendTo) => ({ sendTo })) as never));
		expect(batches.certainItems()).toEqual([1, 2]);
	});

	test('are not lists that name somebody twice who is listed once', () => {
		const list = item(request(sendCall(to(...people('aab')))));
		const calls = planOf(byIndex(list)).chains.map(([call]) => call!);
		expect(certain(calls, people('ab'))).toEqual([]);
		expect(certain(calls, people('aab'))).toEqual([0]);
	});

	test('are not texts in parts, of which a later part may be missing', () => {
		const parts = ['1', '2'].map((part) => fromItem(number('a'), part));
		const calls = planOf(byIndex(item(parts))).chains.map(([call]) => call!);
		expect(certain(calls, people('a'))).toEqual([]);
	});
});

test('texts in parts that were one and differ by now cannot be completed', () => {
	const inParts = (...texts: string[]) =>
		planOf(
			byIndex(
				...texts.map((text, index) =>
					item(['1', '2'].map((part) => fromItem(number('ab'[index]!), text + part))),
				),
			),
			{ batchSize: 2 },
		).chains.map(([call]) => call!);
	const reached = (calls: ReturnType<typeof inParts>) => {
		const batches = finished(ListedBatches.of(calls, 2));
		finished(batches.add(calls[0]!.chain, people('ab').map((sendTo) => ({ sendTo })) as never));
		return batches.reachedItems().size;
	};
	expect(reached(inParts('x', 'x'))).toBe(2);
	expect(() => reached(inParts('x', 'y'))).toThrow(Unclear);
});

test('texts of one part differ as they like', () => {
	const items = ['x', 'y'].map((text, index) => item(fromItem(number('ab'[index]!), text)));
	const calls = planOf(byIndex(...items)).chains.map(([call]) => call!);
	const batches = finished(ListedBatches.of(calls, 2));
	finished(batches.add(calls[0]!.chain, people('ab').map((sendTo) => ({ sendTo })) as never));
	expect([...batches.reachedItems().keys()]).toEqual([0, 1]);
});

test('several messages to one person need as many rows', () => {
	const items = [1, 2].map(() => item(fromItem(number('a'))));
	const calls = planOf(byIndex(...items)).chains.map(([call]) => call!);
	const reached = (...rows: string[]) => {
		const batches = finished(ListedBatches.of(calls, 2));
		finished(batches.add(calls[0]!.chain, rows.map((sendTo) => ({ sendTo })) as never));
		return [...batches.reachedItems().keys()];
	};
	expect(reached(...people('aa'))).toEqual([0, 1]);
	expect(() => reached(...people('a'))).toThrow(Unclear);
});

test.each([
	['texts', [['one'], ['two']]],
	['kinds', [['one'], ['one', 2]]],
] as const)('it is not clear which of two %s somebody was sent', (_what, messages) => {
	const calls = planOf(
		byIndex(
			...messages.map(([text, type = 1]) =>
				item(request(sendCall([{ sendTo: number('a'), type }], text), { fromItems: true })),
			),
		),
		{ batchSize: 1 },
	).chains.map(([call]) => call!);
	const batches = finished(ListedBatches.of(calls, 1));
	finished(batches.add(calls[0]!.chain, [{ sendTo: number('a') }] as never));
	expect(() => batches.reachedItems()).toThrow(/^Several items go to/);
});

test('a full batch shows who has it, though the list is shorter than one by now', () => {
	const strangers = ['19995550000', '19995550001'];
	expect(found('xa', { 2: [number('a'), ...strangers] }, 3)).toEqual({
		unclear: [],
		reached: { a: 2 },
	});
});
