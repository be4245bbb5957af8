import { openAnswer } from '../../nodes/SubscriptionMessaging/service/answer/answer';
import { MOST_MEMBERS, LONGEST_TEXT } from '../../nodes/SubscriptionMessaging/service/xml/limits';
import { answerWith, payload, soap } from '../nodes/SubscriptionMessaging/service/answer/reading';
import { outcome, refused } from '../nodes/SubscriptionMessaging/service/xml/outcome';
import { stepsOf } from '../nodes/SubscriptionMessaging/stepsOf';

/** Documents that are as large as the limits allow: too large for a test that runs in milliseconds. */
jest.setTimeout(10 * 60 * 1000);

const templates = (list: string) => payload('getTemplates', `<response>${list}</response>`);

describe('lists', () => {
	it.each([
		['entries', '<item/>'.repeat(60_000), 2, 6],
		['parts', '', 60_000, 6],
	])('in many parts become one in steps, by their %s', (_of, entries, parts, more) => {
		const stepsFor = (lists: string) => {
			const reader = openAnswer(soap('getTemplates'), { status: 200 });
			const document = answerWith('getTemplates', `<response>${lists}</response>`);
			reader.write(Buffer.from(document));
			return stepsOf(reader.finish());
		};
		const part = `<templates>${entries}</templates>`;
		expect(stepsFor(part.repeat(parts))).toBeGreaterThanOrEqual(stepsFor(part) + more);
	});

	it('may be as long as an answer may be, however their length comes about', () => {
		const many = 150_000;
		const last = `<item enc:position="[${many}]"><id>1</id></item>`;
		const list = '<item/>'.repeat(many / 10) + last;
		const { templates: sparse } = templates(`<templates>${list}</templates>`) as {
			templates: unknown[];
		};
		expect([sparse.length, sparse[many]]).toEqual([many + 1, { id: '1' }]);

		const same = '<templates href="#all"/>'.repeat(2);
		const all = `<all id="all">${'<i/>'.repeat(many)}</all>`;
		const joined = payload('getTemplates', `<response>${same}</response>`, all);
		expect((joined as { templates: unknown[] }).templates).toHaveLength(2 * many);
	});
});

describe('exactly at a limit a document is read, and one beyond it is not:', () => {
	test('different members of an object', () => {
		const members = (count: number) => Array.from({ length: count }, (_, n) => `<x${n}/>`).join('');
		expect(outcome(members(MOST_MEMBERS))).toEqual(expect.any(Object));
		expect(outcome(members(MOST_MEMBERS + 1))).toEqual(
			refused('more than 50000 different members'),
		);
	});
	test.each([
		['a text', (length: number) => `<name>${'x'.repeat(length)}</name>`],
		['a text in parts', (length: number) => `<name>y<![CDATA[${'x'.repeat(length - 1)}]]></name>`],
		['a text that is kept', (length: number) => `<name id="a">${'x'.repeat(length)}</name>`],
		['a text with markup', (length: number) => `<name>y<b>${'x'.repeat(length - 2)}</b>y</name>`],
	])('characters of %s', (_, text) => {
		expect(outcome(text(LONGEST_TEXT))).toEqual({ name: expect.stringContaining('xxx') });
		expect(outcome(text(LONGEST_TEXT + 1))).toEqual(refused('more than 1048576 characters'));
	});
});

test.each([
	['a name', '<', 'x'],
	['a comment', '<!--', 'x'],
	['an attribute', '<a b="', 'x'],
	['an entity', '&', 'x'],
])('%s that does not end is refused before the whole of it has arrived', (_, opening, rest) => {
	const reader = openAnswer(soap('readDivision'), { status: 200 });
	reader.write(Buffer.from(`<s:Envelope><s:Body>${opening}`));
	const part = Buffer.from(rest.repeat(65_536));
	const writeMuch = () => {
		for (let count = 0; count < 20; count++) reader.write(part);
	};
	expect(writeMuch).toThrow('a text or name has more than 1048576 characters');
});
