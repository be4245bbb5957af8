import type { ServiceAnswer } from '../../service/answer/answerOf';
import type { Call } from '../../service/contract/call';
import { ENTRIES_IN_STEP, membersIn, type Steps } from '../../service/collections/steps';
import type { Rows } from '../operation/operation';

/**
 * The whole answer about a short URL, with its link under a name of its own. What the service answers is not
 * shown in the interface, so a link is what it calls `short_url`, at any depth, or else the one address that the
 * answer holds besides the one that was given. Whatever the service itself calls so stays.
 */
export function* shortUrlRow(answer: ServiceAnswer, { parameters }: Call): Rows {
	const url = 'url' in parameters ? parameters.url : '';
	const link = 'short_url' in parameters ? parameters.short_url : yield* onlyAddressIn(answer, url);
	yield { ...(link !== undefined && { short_url: link }), url, ...answer };
}

/**
 * What is called a short URL, or the one text that is a web address as a whole and leads elsewhere than the one
 * that was given; none where there are several.
 */
function* onlyAddressIn(answer: ServiceAnswer, given: string): Steps<string | undefined> {
	let only: string | undefined;
	let count = 0;
	let isOne = true;
	for (const { name, value } of membersIn(answer)) {
		if (++count % ENTRIES_IN_STEP === 0) yield;
		if (name === 'short_url' && typeof value === 'string' && value) return value;
		const address = linkIn(value);
		if (address === undefined || address === only || isSame(address, given)) continue;
		isOne &&= only === undefined;
		only = address;
	}
	return isOne ? only : undefined;
}

/** Whether they lead to one page, however the signs are written and whatever the service adds to it. */
function isSame(address: string, given: string): boolean {
	return URL.canParse(given) && pageOf(address) === pageOf(given);
}

function pageOf(address: string): string {
	const { origin, pathname } = new URL(address);
	return origin + pathname;
}

/** Characters of the longest link that every browser opens. */
const LONGEST_LINK = 2000;

/** With a host of at most as many characters as a name on the internet has: longer ones take long to parse. */
const LINK = /^https?:\/\/[^\s/?#]{1,253}(?:[/?#]\S*)?$/i;

/** A text that is a web address as a whole, without blanks around it. */
export function linkIn(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.length > LONGEST_LINK) return undefined;
	const text = value.trim();
	return LINK.test(text) && URL.canParse(text) ? text : undefined;
}
