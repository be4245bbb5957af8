import { shortUrlRow } from '../../../../../nodes/SubscriptionMessaging/actions/shortUrl/link';
import type { AnyValue } from '../../../../../nodes/SubscriptionMessaging/service/answer/answerOf';
import type { Call } from '../../../../../nodes/SubscriptionMessaging/service/call';

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
	['twice', { a: 'https://s.example/a', b: 'https://s.example/a' }, 'https://s.example/a'],
	['beside another one', { a: 'https://s.example/a', b: 'https://s.example/b' }, undefined],
	['which was given', { url }, undefined],
	['not at all', { id: 7, note: 'see https://s.example/a' }, undefined],
	['in nothing', null, undefined],
])('a link is taken where it is the only address: %s', (_how, response, link) => {
	expect(linkIn(response)).toBe(link);
});

test('the answer stays as the service gave it, beside the address that was given', () => {
	const response = { link: 'https://short.example/a', id: 7 };
	expect(rowsOf(response)).toEqual([{ short_url: 'https://short.example/a', url, response }]);
});
