import { CALLBACK_LIMITS } from '../../../../../nodes/SubscriptionMessaging/service/callback/budget';
import type { Steps } from '../../../../../nodes/SubscriptionMessaging/service/steps';
import { readCallback } from '../../../../../nodes/SubscriptionMessaging/service/callback/statuses';
import { hold, holdWithin } from '../../../../fuzz/held';
import { HOSTILE_POSTS, taken } from './hostilePosts';

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

describe('the limits of a post', () => {
	const isRefused = (work: Steps<unknown>) => {
		const { error } = hold(work);
		if (error && error.name !== 'CallbackRefusedError') throw error;
		return error !== undefined;
	};
	const isRead = (body: string) => !isRefused(readCallback({ body: Buffer.from(body) }));
	const { values, names, depth, characters, bytes, emittedValues } = CALLBACK_LIMITS;
	const entries = (count: number) => `[${'1,'.repeat(count - 1)}1]`;
	/** Statuses with so many numbers, or one text, beside their list. */
	const list = (count: number, beside: number | string, more = '') => {
		const members =
			typeof beside === 'string'
				? `"a":${beside}`
				: Array.from({ length: beside }, (_, index) => `"n${index}":1`).join();
		return `{${members},"list":[${Array(count).fill('{"to":"1"}').join()}${more}]}`;
	};

	it.each<[what: string, most: string, more: string]>([
		['bytes', 'a'.repeat(bytes), 'a'.repeat(bytes + 1)],
		['entries of JSON', entries(values), entries(values + 1)],
		['members of JSON', memberList(values), memberList(values + 1)],
		['names of one object of JSON', namesOf(names), namesOf(names + 1)],
		['names of a form', formOf(names, names), formOf(names + 1, names + 1)],
		['names of lines', linesOf(names, names), linesOf(names + 1, names + 1)],
		['names of XML', elementsOf(names), elementsOf(names + 1)],
		[
			'lists of JSON',
			'['.repeat(depth) + ']'.repeat(depth),
			`[${'['.repeat(depth)}${']'.repeat(depth)}]`,
		],
		// Each of 100 names has a list, which is a value too.
		['fields of a form', formOf(values - 100), formOf(values - 99)],
		['lines', linesOf(values - 100), linesOf(values - 99)],
		['brackets', `a${'[b]'.repeat(depth - 1)}=1`, `a${'[b]'.repeat(depth)}=1`],
		[
			'elements within each other',
			`${'<a>'.repeat(depth)}1${'</a>'.repeat(depth)}`,
			`${'<a>'.repeat(depth + 1)}1${'</a>'.repeat(depth + 1)}`,
		],
		[
			'JSON within a form',
			`a=${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`,
			`a=${'['.repeat(depth)}${']'.repeat(depth)}`,
		],
		['attributes', attributesOf(1_000), attributesOf(1_001)],
	])('are as documented: %s', (_what, most, more) => {
		expect(isRead(most)).toBe(true);
		expect(isRead(more)).toBe(false);
	});

	it.each<[what: string, most: string, more: string]>([
		// A status counts as one value, and so does each one that is copied into it.
		[
			'values of statuses',
			list(emittedValues / 500, 499),
			list(emittedValues / 500, 499, ',{"to":1}'),
		],
		// A name of one letter and its text are copied into each status, which has a text of its own.
		[
			'characters of statuses',
			list(16, `"${'x'.repeat(characters / 16 - 2)}"`),
			list(16, `"${'x'.repeat(characters / 16 - 1)}"`),
		],
	])('are as documented: %s', (_what, most, more) => {
		expect(isRefused(taken(Buffer.from(most)))).toBe(false);
		expect(isRefused(taken(Buffer.from(more)))).toBe(true);
	});
});

/** Members of objects in a list, which are members of it themselves. */
function memberList(count: number): string {
	return `[${'{"m":1},'.repeat(count / 2 - 1)}{"m":1}${count % 2 === 0 ? '' : ',1'}]`;
}

function namesOf(count: number): string {
	return `{${Array.from({ length: count }, (_, index) => `"m${index}":1`).join()}}`;
}

/** Names come again, unless there are as many of them. */
function formOf(count: number, names = 100): string {
	return Array.from({ length: count }, (_, index) => `f${index % names}=1`).join('&');
}

function linesOf(count: number, names = 100): string {
	return Array.from({ length: count }, (_, index) => `f${index % names}:1`).join('\n');
}

function elementsOf(count: number): string {
	return `<a>${Array.from({ length: count }, (_, index) => `<m${index}/>`).join('')}</a>`;
}

function attributesOf(count: number): string {
	return `<a ${Array.from({ length: count }, (_, index) => `f${index}=""`).join(' ')}/>`;
}
