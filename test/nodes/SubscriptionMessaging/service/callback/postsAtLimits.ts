import type { CALLBACK_LIMITS } from '../../../../../nodes/SubscriptionMessaging/service/callback/budget';
import { hold } from '../../../../fuzz/held';
import { taken } from './hostilePosts';

export type PostLimits = Record<keyof typeof CALLBACK_LIMITS, number>;

/** Whether a post is refused, and for being too much. */
export function isRefused(body: string): boolean {
	const { error } = hold(taken(Buffer.from(body)));
	if (error && error.name !== 'CallbackRefusedError') throw error;
	return error !== undefined;
}

/**
 * For each limit a post that is just taken, and one that is just refused.
 *
 * @param around values of each status, where many statuses are too much
 */
export function postsAtLimits(
	{ values, names, depth, characters, bytes, emittedValues }: PostLimits,
	around: number,
): Array<[what: string, most: string, more: string]> {
	const entries = (count: number) => `[${'1,'.repeat(count - 1)}1]`;
	/** Statuses with so many numbers, or one text, beside their list. */
	const list = (count: number, beside: number | string, more = '') => {
		const members =
			typeof beside === 'string'
				? `"a":${beside}`
				: Array.from({ length: beside }, (_, index) => `"n${index}":1`).join();
		return `{${members},"list":[${Array(count).fill('{"to":"1"}').join()}${more}]}`;
	};

	return [
		['bytes', 'a'.repeat(bytes), 'a'.repeat(bytes + 1)],
		['entries of JSON', entries(values), entries(values + 1)],
		['members of JSON', memberList(values), memberList(values + 1)],
		['names of one object of JSON', namesOf(names), namesOf(names + 1)],
		['names of a form', formOf(names, names), formOf(names + 1, names + 1)],
		['names of lines', linesOf(names, names), linesOf(names + 1, names + 1)],
		['names of XML', elementsOf(names), elementsOf(names + 1)],
		['names of SOAP', soapOf(elementsOf(names)), soapOf(elementsOf(names + 1))],
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
		// Each field has a name, and a document counts as a hundred values more.
		[
			'entries of JSON within a form',
			`a=${entries(values / 2 - 100)}&b=${entries(values / 2 - 102)}`,
			`a=${entries(values / 2 - 100)}&b=${entries(values / 2 - 101)}`,
		],
		// What turns out to be a text is not counted by its entries.
		[
			'entries of what begins like JSON within a form',
			`a=${entries(values).slice(0, -1)}x]`,
			`a=${entries(values + 1).slice(0, -1)}x]`,
		],
		// A status counts as one value, and so does each one that is copied into it.
		[
			'values of statuses',
			list(emittedValues / around, around - 1),
			list(emittedValues / around, around - 1, ',{"to":1}'),
		],
		// A name of one letter and its text are copied into each status, which has a text of its own.
		[
			'characters of statuses',
			list(16, `"${'x'.repeat(characters / 16 - 2)}"`),
			list(16, `"${'x'.repeat(characters / 16 - 1)}"`),
		],
	];
}

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

function soapOf(call: string): string {
	return `<Envelope><Body>${call}</Body></Envelope>`;
}
