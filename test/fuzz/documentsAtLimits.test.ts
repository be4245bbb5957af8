import { MOST_MEMBERS, LONGEST_TEXT } from '../../nodes/SubscriptionMessaging/service/xml/limits';
import { payload } from '../nodes/SubscriptionMessaging/service/answer/reading';
import {
	differentMembers,
	ENDLESS,
	LONG_TEXTS,
	stepsOfParts,
	writeEndless,
} from '../nodes/SubscriptionMessaging/service/xml/atLimits';
import { outcome, refused } from '../nodes/SubscriptionMessaging/service/xml/outcome';

/** Documents that are as large as the limits allow: too large for a test that runs in milliseconds. */
jest.setTimeout(10 * 60 * 1000);

const templates = (list: string) => payload('getTemplates', `<response>${list}</response>`);

describe('lists', () => {
	it.each([
		['entries', '<item/>'.repeat(60_000), 2, 6],
		['parts', '', 60_000, 6],
	])('in many parts become one in steps, by their %s', (_of, entries, parts, more) => {
		expect(stepsOfParts(entries, parts)).toBeGreaterThanOrEqual(more);
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
		expect(outcome(differentMembers(MOST_MEMBERS))).toEqual(expect.any(Object));
		expect(outcome(differentMembers(MOST_MEMBERS + 1))).toEqual(
			refused('more than 50000 different members'),
		);
	});
	test.each(LONG_TEXTS)('characters of %s', (_, text) => {
		expect(outcome(text(LONGEST_TEXT))).toEqual({ name: expect.stringContaining('xxx') });
		expect(outcome(text(LONGEST_TEXT + 1))).toEqual(refused('more than 1048576 characters'));
	});
});

test.each(ENDLESS)(
	'%s that does not end is refused before the whole of it has arrived',
	(_, opening) => {
		expect(() => writeEndless(opening, 65_536)).toThrow(
			'a text or name has more than 1048576 characters',
		);
	},
);
