import { openAnswer } from '../../../../../nodes/SubscriptionMessaging/service/answer/answer';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import {
	LONGEST_TEXT,
	MOST_MEMBERS,
	READ_LIMITS,
	ReadBudget,
} from '../../../../../nodes/SubscriptionMessaging/service/xml/limits';
import { answerWith, soap } from '../answer/reading';
import { differentMembers, ENDLESS, LONG_TEXTS, writeEndless } from './atLimits';
import { outcome, refused } from './outcome';

/** As small as the other inputs allow; `test/fuzz/documentsAtLimits.test.ts` has the real ones. */
jest.mock('../../../../../nodes/SubscriptionMessaging/service/xml/limits', () => ({
	...jest.requireActual<object>('../../../../../nodes/SubscriptionMessaging/service/xml/limits'),
	LONGEST_TEXT: 16_384,
	MOST_MEMBERS: 100,
}));

/** Elements of an answer with an empty response: Envelope, Body, the two wrappers, result, response. */
const AROUND = 6;
/** Elements that the response is within. */
const ABOVE = 4;

const MAP_ENTRY = '<item><key>k</key><value><name>n</name></value></item>';

const read = expect.any(Object);

const nested = (depth: number, inner = '') => '<x>'.repeat(depth) + inner + '</x>'.repeat(depth);

it('limits are those that the documents name', () => {
	expect(READ_LIMITS).toEqual({
		bytes: 157_286_400,
		elements: 5_000_000,
		entries: 1_000_000,
		depth: 200,
	});
	const actual = jest.requireActual<Record<string, unknown>>(
		'../../../../../nodes/SubscriptionMessaging/service/xml/limits',
	);
	expect(actual).toMatchObject({
		LONGEST_TEXT: 1_048_576,
		MOST_ATTRIBUTES: 64,
		MOST_MEMBERS: 50_000,
	});
});

describe('exactly at a limit a document is read, and one beyond it is not:', () => {
	test('bytes', () => {
		const size = Buffer.byteLength(answerWith('readDivision', '<response><x/></response>'));
		expect(outcome('<x/>', { bytes: size })).toEqual(read);
		expect(outcome('<x/>', { bytes: size - 1 })).toEqual(refused(`larger than ${size - 1} bytes`));
	});

	test('elements', () => {
		const limits = { elements: AROUND + 10 };
		expect(outcome('<x/>'.repeat(10), limits)).toEqual(read);
		expect(outcome('<x/>'.repeat(11), limits)).toEqual(refused('more than 16 elements'));
	});

	test('elements, of which one with an id counts twice', () => {
		const limits = { elements: AROUND + 10 };
		expect(outcome('<x/>'.repeat(8) + '<x id="a"/>', limits)).toEqual(read);
		expect(outcome('<x/>'.repeat(9) + '<x id="a"/>', limits)).toEqual(refused('than 16 elements'));
	});

	test.each([
		['of a list', (count: number) => `<divisions>${'<item/>'.repeat(count)}</divisions>`],
		['of several lists', (count: number) => '<divisions><item/></divisions>'.repeat(count / 2)],
		[
			'of a sparse list',
			(count: number) => `<x enc:arrayType="x[]" enc:offset="[${count}]"><i/></x>`,
		],
		[
			'of a list with a gap within',
			(count: number) =>
				`<x enc:arrayType="x[]">${'<i/>'.repeat(count / 2)}<i enc:position="[${count - 1}]"/></x>`,
		],
		[
			'of a Map',
			(count: number) => `<divisions xsi:type="m:Map">${MAP_ENTRY.repeat(count)}</divisions>`,
		],
		[
			'with references',
			(count: number) => `<divisions>${'<item href="#a"/>'.repeat(count)}</divisions>`,
		],
	])('entries %s', (_of, lists) => {
		const beside = '<m id="a"><name>n</name></m>';
		expect(outcome(lists(8), { entries: 10 }, beside)).toEqual(read);
		expect(outcome(lists(12), { entries: 10 }, beside)).toEqual(refused('more than 10 entries'));
	});

	test('depth', () => {
		const limits = { depth: ABOVE + 1 + 10 };
		expect(outcome(nested(10), limits)).toEqual(read);
		expect(outcome(nested(11), limits)).toEqual(refused('nested more than 15 deep'));
	});

	test('depth of what is kept for a reference', () => {
		const limits = { depth: ABOVE + 1 + 10 };
		const kept = (depth: number) => `<y id="a">${nested(depth)}</y>`;
		expect(outcome(kept(9), limits)).toEqual(read);
		expect(outcome(kept(10), limits)).toEqual(refused('nested more than 15 deep'));
	});

	test('depth of what is not looked at', () => {
		const header = (depth: number) =>
			answerWith('readDivision', '<response/>').replace('<s:Body>', `${nested(depth)}<s:Body>`);
		const reading = (depth: number) => () => {
			const reader = openAnswer(soap('readDivision'), { status: 200 }, { depth: 15 });
			reader.write(Buffer.from(header(depth)));
			return finished(reader.finish());
		};
		expect(reading(14)).not.toThrow();
		expect(reading(15)).toThrow('nested more than 15 deep');
	});

	test('different members, but not of what is not looked at', () => {
		const members = differentMembers(MOST_MEMBERS + 1);
		const document = answerWith('readDivision', '<response/>');
		const reader = openAnswer(soap('readDivision'), { status: 200 });
		reader.write(Buffer.from(document.replace('<s:Body>', `<s:Header>${members}</s:Header>$&`)));
		expect(() => finished(reader.finish())).not.toThrow();
	});

	test('depth that references lead to', () => {
		const chain = (length: number) =>
			Array.from({ length }, (_, n) => `<r id="r${n}"><x href="#r${n + 1}"/></r>`).join('') +
			`<r id="r${length}">end</r>`;
		// The first level is the place itself.
		const limits = { depth: 20 };
		expect(outcome('<x href="#r0"/>', limits, chain(18))).toEqual(read);
		expect(outcome('<x href="#r0"/>', limits, chain(19))).toEqual(refused('more than 20 deep'));
	});

	test('references that lead to references', () => {
		const chain = (length: number) =>
			Array.from({ length }, (_, n) => `<r id="r${n}" href="#r${n + 1}"/>`).join('') +
			`<r id="r${length}">end</r>`;
		const limits = { depth: 20 };
		expect(outcome('<x href="#r0"/>', limits, chain(19))).toEqual({ x: 'end' });
		expect(outcome('<x href="#r0"/>', limits, chain(20))).toEqual(
			refused('lead through more than 20 others'),
		);
	});

	test('elements that references repeat', () => {
		// Two for each reference: itself, and what it leads to.
		const anchor = '<r id="a">text</r>';
		const many = (count: number) => '<x href="#a"/>'.repeat(count);
		const limits = { elements: 10_000 };
		expect(outcome(many(2_000), limits, anchor)).toEqual(read);
		const large = `<r id="b">${'<i/>'.repeat(99)}</r>`;
		const repeated = (count: number) => '<x href="#b"/>'.repeat(count);
		// 99 entries, their list and the reference to it.
		expect(outcome(repeated(99), limits, large)).toEqual(read);
		expect(outcome(repeated(100), limits, large)).toEqual(refused('more than can be held'));
	});

	test('elements that a small document may have repeated', () => {
		const large = `<r id="b">${'<i/>'.repeat(98)}</r>`;
		const repeated = (count: number) => '<x href="#b"/>'.repeat(count);
		// 10,000 and ten for each element: those around, 98 and 1 with an id which counts twice, 2 for each reference.
		const most = (count: number) => 10_000 + 10 * (AROUND + 98 + 2 + 2 * count);
		const count = 138;
		expect(100 * count).toBeLessThanOrEqual(most(count));
		expect(100 * (count + 1)).toBeGreaterThan(most(count + 1));
		expect(outcome(repeated(count), {}, large)).toEqual(read);
		expect(outcome(repeated(count + 1), {}, large)).toEqual(refused('more than can be held'));
	});

	test('characters that references repeat', () => {
		const anchor = `<r id="a">${'x'.repeat(1_000)}</r>`;
		const many = (count: number) => '<x href="#a"/>'.repeat(count);
		const limits = { bytes: 50_000 };
		expect(outcome(many(50), limits, anchor)).toEqual(read);
		expect(outcome(many(51), limits, anchor)).toEqual(refused('more than can be held'));
	});

	test.each([
		['an offset', (count: number) => `<y enc:arrayType="a[1]" enc:offset="[${count}]"><i/></y>`],
		['a position', (count: number) => `<y enc:arrayType="a[1]"><i enc:position="[${count}]"/></y>`],
	])('gaps by %s', (_, list) => {
		// The list and its entry are read by then.
		const most = 10_000 + 10 * (AROUND + 2);
		expect(outcome(list(most))).toEqual(read);
		expect(outcome(list(most + 1))).toEqual(refused('more than can be held'));
	});

	test('attributes', () => {
		const attributes = (count: number) =>
			`<x ${Array.from({ length: count }, (_, n) => `a${n}=""`).join(' ')}/>`;
		expect(outcome(attributes(64) + attributes(64))).toEqual(read);
		expect(outcome(attributes(65))).toEqual(refused('more than 64 attributes'));
	});

	test('different members of an object', () => {
		expect(outcome(differentMembers(MOST_MEMBERS))).toEqual(read);
		expect(outcome(differentMembers(MOST_MEMBERS + 1))).toEqual(
			refused('more than 100 different members'),
		);
	});

	test.each(LONG_TEXTS)('characters of %s', (_, text) => {
		expect(outcome(text(LONGEST_TEXT))).toEqual({ name: expect.stringContaining('xxx') });
		expect(outcome(text(LONGEST_TEXT + 1))).toEqual(refused('more than 16384 characters'));
	});

	/** Reads an answer that comes in parts, of which the given ones are the middle. */
	const reading = (parts: string[]) => () => {
		const [before, behind] = answerWith('readDivision', '<response/>').split('<response/>');
		const reader = openAnswer(soap('readDivision'), { status: 200 });
		for (const part of [before!, ...parts, behind!]) reader.write(Buffer.from(part));
		return finished(reader.finish());
	};

	test('characters of a comment in parts', () => {
		const comment = (length: number) => ['<!--', 'x'.repeat(length - 4), '--><x/>'];
		expect(reading(comment(LONGEST_TEXT))).not.toThrow();
		expect(reading(comment(LONGEST_TEXT + 1))).toThrow('more than 16384 characters');
	});

	test('characters of one tag, however many end together', () => {
		const name = 'n'.repeat(LONGEST_TEXT / 4);
		const tags = (tag: string) => Array.from({ length: 8 }, () => tag);
		expect(reading([...tags(`<${name}>`), ...tags(`</${name}>`)])).not.toThrow();
	});

	test.each([
		['of a member', (name: string) => `<${name}>x</${name}>`],
		['of an attribute', (name: string) => `<name ${name}="">x</name>`],
		['that an element is referred to by', (id: string) => `<name id="${id}">x</name>`],
		[
			'that is the key of a Map',
			(key: string) => `<m xsi:type="Map"><item><key>${key}</key><value>x</value></item></m>`,
		],
	])('characters of a name %s', (_, named) => {
		expect(JSON.stringify(outcome(named('n'.repeat(10_000))))).toContain('"x"');
		expect(outcome(named('n'.repeat(10_001)))).toEqual(refused('more than 10000 characters'));
	});

	test('elements of an entry of a Map', () => {
		const entry = (count: number) =>
			`<y xsi:type="m:Map" xmlns:m="u"><item>${'<value/>'.repeat(count)}<key>k</key></item></y>`;
		expect(outcome(entry(999))).toEqual({ y: { k: expect.any(Array) } });
		expect(outcome(entry(1_000))).toEqual(refused('more than 1000 elements'));
	});
});

test.each(ENDLESS)(
	'%s that does not end is refused before the whole of it has arrived',
	(_, opening) => {
		expect(() => writeEndless(opening, 1_024)).toThrow(
			'a text or name has more than 16384 characters',
		);
	},
);

test('the gaps of sparse arrays are bounded, however large the document is', () => {
	const budget = new ReadBudget(READ_LIMITS, (reason) => new Error(reason));
	for (let element = 0; element < 100_000; element += 1) budget.readElement();
	budget.produceGap(500_000);
	expect(() => budget.produceGap(1)).toThrow('stand for more than can be held');
});

test('characters that references repeat are bounded by those of the document', () => {
	const budget = new ReadBudget(READ_LIMITS, (reason) => new Error(reason));
	budget.readCharacters(1_000);
	budget.produceCharacters(1_048_576 + 10 * 1_000);
	expect(() => budget.produceCharacters(1)).toThrow('stand for more than can be held');
});

test('entries are allowed up to their limit', () => {
	const budget = new ReadBudget({ ...READ_LIMITS, entries: 3 }, (reason) => new Error(reason));
	budget.addEntries(2);
	expect(() => budget.addEntries(1)).not.toThrow();
	expect(() => budget.addEntries(1)).toThrow('its lists have more than 3 entries');
});
