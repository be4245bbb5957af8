import {
	Budget,
	CallbackRefusedError,
	SLICE,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/budget';
import {
	readForm,
	type DocumentReader,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/form';
import {
	finished,
	type Steps,
} from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { stepsOf } from '../../stepsOf';

/** A value that is there at once. */
const whole = function* <V>(value: V): Steps<V> {
	for (const _ of []) yield;
	return value;
};

/** None of the fields is a document. */
const noDocument: DocumentReader = () => whole(undefined);
const form = (
	written: string,
	charset = 'utf-8',
	readDocument = noDocument,
	budget = Budget.ofPost(),
) => readForm(written, charset, budget, readDocument);
const read = (...of: Parameters<typeof form>): Record<string, unknown> => ({
	...(finished(form(...of)) as object),
});

describe('The fields of a form', () => {
	it.each<[written: string, fields: object]>([
		['a=1&b=2', { a: '1', b: '2' }],
		['&a=1&&b=2&', { a: '1', b: '2' }],
		['a', { a: '' }],
		['a=b=c', { a: 'b=c' }],
		['a[b]=1', { a: { b: '1' } }],
		['[a]=1', { '[a]': '1' }],
		['a[b=1', { 'a[b': '1' }],
		['a[b]c=1', { 'a[b]c': '1' }],
		['ab]=1', { 'ab]': '1' }],
	])('of %j are %j', (written, fields) => {
		expect(JSON.parse(JSON.stringify(read(written)))).toEqual(fields);
	});

	it('are at most 200,000, empty ones among them', () => {
		expect(read('&'.repeat(200_000))).toEqual({});
		expect(() => read('&'.repeat(200_001))).toThrow('it has more than 200000 fields');
	});

	it.each(['[b]', '[]'])('are named by at most 39 brackets %s', (bracket) => {
		const named = (brackets: number) => `a${bracket.repeat(brackets)}=1`;
		expect(Object.keys(read(named(39)))).toEqual(['a']);
		expect(() => read(named(40))).toThrow('it is nested more than 40 deep');
	});
});

describe('A field is read as a document', () => {
	const texts: string[] = [];
	const asDocument: DocumentReader = function* (text) {
		texts.push(text);
		return yield* whole({ read: text });
	};
	beforeEach(() => texts.splice(0));

	it('where it begins like one, and ends like one', () => {
		for (const [text, expected] of [
			['{1}', 1],
			[' \n<a>', 1],
			['[1] \n', 1],
			['<a>cut', 1],
			['[', 0],
			['[Shop] Hello', 0],
			['x{1}', 0],
			['x <a>', 0],
		] as const) {
			texts.splice(0);
			read(`a=${text}`, 'utf-8', asDocument);
			expect(texts).toHaveLength(expected);
		}
	});

	it('however often, until it is too much: each counts as a hundred values', () => {
		const fields = (count: number) => Array(count).fill('f={}').join('&');
		read(fields(1_900), 'utf-8', asDocument);
		expect(texts).toHaveLength(1_900);
		expect(() => read(fields(2_000), 'utf-8', asDocument)).toThrow(
			'it has more than 200000 values',
		);
	});

	it('and counts as 25 values where it is none, and as one where it cannot be one', () => {
		const none: DocumentReader = () => whole(undefined);
		const fields = (count: number, text: string) => Array(count).fill(`f=${text}`).join('&');
		read(fields(7_600, '{x}'), 'utf-8', none);
		expect(() => read(fields(7_800, '{x}'), 'utf-8', none)).toThrow(
			'it has more than 200000 values',
		);
		read(fields(20_000, '[Shop] Hi'), 'utf-8', none);
	});

	it('and stays a text where no document can be like that, and is refused where there is too much', () => {
		const refusing = (status: 400 | 413): DocumentReader =>
			function* () {
				yield* whole(undefined);
				throw new CallbackRefusedError('no', status);
			};
		expect(read('a=<!DOCTYPE>', 'utf-8', refusing(400))).toEqual({ a: '<!DOCTYPE>' });
		expect(() => read('a={}', 'utf-8', refusing(413))).toThrow('no');
	});

	it('and counts by what it holds, where other fields count by their text', () => {
		const counted = (written: string) => {
			const budget = Budget.ofPost();
			const add = jest.spyOn(budget, 'add');
			read(written, 'utf-8', asDocument, budget);
			return add.mock.calls.some(([values, characters]) => values === 0 && characters === 4);
		};
		expect(counted('a=1234')).toBe(true);
		expect(counted('a={12}')).toBe(false);
	});
});

describe('The text of a field', () => {
	it.each([
		['utf-8', '%C3%A9', 'é'],
		['utf-8', 'a+b%2B%e2%82%ac', 'a b+€'],
		['utf-8', '%E9', 'é'],
		['no charset', '%C3%A9', 'é'],
		['iso-8859-1', '%E9', 'é'],
		['big5', '%E2%82%AC', '€'],
		['big5', '%E9', 'é'],
		['utf-8', '100%', '100%'],
	])('in %s is read from %s as %s', (charset, written, text) => {
		expect(read(`a=${written}`, charset)).toEqual({ a: text });
	});

	it('is the same wherever it is long and divided', () => {
		for (let before = SLICE - 8; before <= SLICE + 1; before += 1) {
			const plain = 'x'.repeat(before);
			expect(read(`a=${plain}%E2%82%AC%41${plain}%42`)).toEqual({ a: `${plain}€A${plain}B` });
			expect(read(`a=${plain}%41${plain}`)).toEqual({ a: `${plain}A${plain}` });
			expect(read(`a=${plain}`)).toEqual({ a: plain });
		}
		const late = 'x'.repeat(SLICE);
		expect(read(`a=${late}%C3%A9`)).toEqual({ a: `${late}é` });
	});
});

describe('A long form is read in steps', () => {
	it.each([
		['of one long text', `a=${'x'.repeat(10 * SLICE)}%41`, 10],
		['of one long text with other letters', `a=${'%C3%A9'.repeat(2 * SLICE)}`, 12],
		['of texts of some length', `a=${'x'.repeat(3_000)}&`.repeat(200), 4],
		['of many fields', 'a=1&'.repeat(20_000), 10],
		['of many fields without name and value', '&'.repeat(30_000), 15],
	])('%s', (_what, written, least) => {
		const steps = stepsOf(form(written));
		expect(steps).toBeGreaterThanOrEqual(least);
		expect(steps).toBeLessThan(500);
	});
});
