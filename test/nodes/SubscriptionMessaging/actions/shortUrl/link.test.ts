import { shortUrlRow } from '../../../../../nodes/SubscriptionMessaging/actions/shortUrl/link';
import type { AnyValue } from '../../../../../nodes/SubscriptionMessaging/service/answer/answerOf';
import type { Call } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';

const url = 'https://example.com/offer';
const call: Call = {
	operation: 'createShortURL',
	code: '12345',
	keyword: 'ACME',
	parameters: { url },
};

const rowsOf = (response: AnyValue) =>
	[...shortUrlRow({ result: true, message: 'Created', response }, call)].flatMap((row) =>
		row ? [row] : [],
	);

const linkIn = (response: AnyValue) => rowsOf(response)[0]?.short_url;

test.each<[how: string, response: AnyValue, link: string | undefined]>([
	['alone', 'https://short.example/a', 'https://short.example/a'],
	['with blanks', ' https://short.example/a\n', 'https://short.example/a'],
	[
		'beside the one that was given',
		[{ url }, { link: 'http://s.example/a' }],
		'http://s.example/a',
	],
	[
		'beside one of its code',
		{ short_url: 's.example/a', qr: 'https://s.example/qr/a' },
		's.example/a',
	],
	[
		'beside others',
		{ qr: 'https://s.example/qr/a', short_url: 'https://s.example/a' },
		'https://s.example/a',
	],
	[
		'beside others, by its name',
		{ a: 'https://s.example/1', b: 'https://s.example/2', c: { short_url: 's.example/3' } },
		's.example/3',
	],
	[
		'beside none of that name',
		{ short_url: '', link: 'https://s.example/a' },
		'https://s.example/a',
	],
	['that leads to the page that was given, with more', { url: `${url}?utm=b` }, undefined],
	['twice', { a: 'https://s.example/a', b: 'https://s.example/a' }, 'https://s.example/a'],
	['beside another one', { a: 'https://s.example/a', b: 'https://s.example/b' }, undefined],
	['which was given', { url }, undefined],
	['not at all', { id: 7, note: 'see https://s.example/a' }, undefined],
	['in nothing', null, undefined],
])('a link is taken where it is the only address: %s', (_how, response, link) => {
	expect(linkIn(response)).toBe(link);
});

test('the whole answer stays as the service gave it, beside the address that was given', () => {
	const response = { link: 'https://short.example/a', id: 7 };
	expect(rowsOf(response)).toEqual([
		{ short_url: 'https://short.example/a', url, result: true, message: 'Created', response },
	]);
});

test('what the service itself calls short URL is not replaced by a guess', () => {
	const answer = { result: true, short_url: 'aB3x', response: { qr: 'https://s.example/q.png' } };
	expect([...shortUrlRow(answer, call)]).toEqual([{ url, ...answer }]);
});

test.each([
	['https://example.com', 'https://example.com/'],
	['https://example.com/ü', 'https://EXAMPLE.com/%C3%BC'],
])('the address that was given is no short one, however it is written: %s %s', (given, echo) => {
	const row = [...shortUrlRow({ response: { echo } }, { ...call, parameters: { url: given } })][0];
	expect(row).not.toHaveProperty('short_url');
});

test('of a short URL that gets another address it is the one that was entered', () => {
	const update: Call = {
		...call,
		operation: 'updateShortURL',
		parameters: { url, short_url: 'aB3x' },
	};
	const answer = { result: true, response: { old: 'https://old.example/promo' } };
	expect([...shortUrlRow(answer, update)]).toEqual([{ short_url: 'aB3x', url, ...answer }]);
});
