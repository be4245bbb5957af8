import { CALLBACK_LIMITS } from '../../nodes/SubscriptionMessaging/service/callback/budget';
import { read } from '../nodes/SubscriptionMessaging/service/callback/reading';
import { HOSTILE_POSTS, taken } from '../nodes/SubscriptionMessaging/service/callback/hostilePosts';
import {
	isRefused,
	postsAtLimits,
} from '../nodes/SubscriptionMessaging/service/callback/postsAtLimits';
import { hold, holdWithin } from './held';

/** Posts as large as they may be: too large for a test that runs in milliseconds. */
jest.setTimeout(10 * 60 * 1000);

/** What a service might post: 20,000 recipients of one message. */
const CONTROL = Buffer.from(
	JSON.stringify({
		transaction_ticket: '34335276-dcfc23',
		list: Array.from({ length: 20_000 }, (_, index) => ({
			sendTo: `1801${5_550_000 + index}`,
			status_code: 100,
			status_message: 'Delivered',
		})),
	}),
);

describe('a post that is made to take long', () => {
	const control = hold(taken(CONTROL));
	// A step takes a few milliseconds; before work was counted, these took seconds.
	const allowed = Math.max(50, 5 * control.longest);

	it('is measured beside one of 20,000 recipients, which is taken in steps', () => {
		expect(control.value).toBe(20_000);
		expect(control.steps).toBeGreaterThan(100);
	});

	it.each(HOSTILE_POSTS)('is taken or refused in short steps: $name', ({ body, becomes }) => {
		const posted = Buffer.from(body(1));
		const held = holdWithin(allowed, () => taken(posted));

		if (typeof becomes === 'number') expect(held.value).toBe(becomes);
		else expect(held.error?.message).toMatch(becomes);
		// Counted work, the same on any machine: of the body, and of what is made of it.
		expect(held.steps).toBeLessThan(3_000);
		expect(held.longest).toBeLessThan(allowed);
		expect(held.total).toBeLessThan(20 * control.total);
	});
});

it.each(postsAtLimits(CALLBACK_LIMITS, 10))(
	'the limits of a post are as documented: %s',
	(_what, most, more) => {
		expect(isRefused(most)).toBe(false);
		expect(isRefused(more)).toBe(true);
	},
);

describe('a hostile callback', () => {
	const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
	const bomb =
		'<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><s><sendTo>&b;</sendTo></s>';

	it.each<[what: string, body: string | Uint8Array, httpStatus: number]>([
		['9 MB', Buffer.alloc(9 * 1024 * 1024, 'a'), 413],
		['an entity bomb', bomb, 400],
		[
			'an entity bomb in a SOAP envelope',
			bomb.replaceAll('s>', 'Envelope>').replace('E s', 'E Envelope'),
			400,
		],
		['JSON 100,000 deep', nested(100_000), 400],
		['JSON 41 deep', nested(41), 400],
		['XML 100,000 deep', '<a>'.repeat(100_000), 400],
		['brackets 1,000 deep', `a${'[a]'.repeat(1_000)}=1`, 400],
		['300,000 fields', 'a=1&'.repeat(300_000), 413],
		['300,000 entries', `[${'1,'.repeat(300_000)}1]`, 413],
		['300,000 elements', `<a>${'<b/>'.repeat(300_000)}</a>`, 413],
		[
			'100,000 attributes on each of three elements',
			`<a>${`<b ${Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(' ')}/>`.repeat(3)}</a>`,
			413,
		],
		[
			'many statuses, each with much around it',
			JSON.stringify({
				...Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`a${n}`, 1])),
				list: Array.from({ length: 1_000 }, () => ({ sendTo: '1' })),
			}),
			413,
		],
		[
			'many columns',
			JSON.stringify({
				...Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`a${n}`, 1])),
				sendTo: Array(1_000).fill('1'),
			}),
			413,
		],
	])('is refused with a status to answer with: %s', (_what, body, httpStatus) => {
		let refusal: unknown;
		try {
			read(body);
		} catch (error) {
			refusal = error;
		}
		expect(refusal).toMatchObject({ name: 'CallbackRefusedError', httpStatus });
	});

	it.each<[what: string, body: string]>([
		['50,000 fields', Array.from({ length: 50_000 }, (_, n) => `f${n}=%C3%A9`).join('&')],
		[
			'50,000 fields in an unlabelled legacy charset',
			Array.from({ length: 50_000 }, (_, n) => `f${n}=%E9`).join('&'),
		],
		[
			'half a SOAP envelope in each of many fields',
			Array.from({ length: 300 }, (_, n) => `f${n}=<Envelope ${'<Body '.repeat(1_500)}`).join('&'),
		],
		['one name 100,000 times', 'a[]=1&'.repeat(100_000)],
		['1 MB of ampersands in XML', `<a>${'&'.repeat(1_000_000)}</a>`],
		['4 MB of angle brackets', '<'.repeat(4_000_000)],
		['many unclosed comments', '<!--'.repeat(1_000_000)],
		['many Body elements', `<Envelope>${'<Body '.repeat(500_000)}`],
		['4 MB of blanks in a line', `a: ${' '.repeat(4_000_000)}x`],
		['4 MB of equals signs', '='.repeat(4_000_000)],
		['4 MB of percent signs', `a=${'%'.repeat(4_000_000)}`],
	])('gives an item, however long it takes to read: %s', (_what, body) => {
		expect(read(body)).toHaveLength(1);
	});

	it('gives 20,000 statuses of one list', () => {
		const list = Array.from({ length: 20_000 }, (_, n) => ({
			sendTo: String(n),
			status_code: 100,
		}));
		expect(read(JSON.stringify({ ticket: 'T', list }))).toHaveLength(20_000);
	});
});
