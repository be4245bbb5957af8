import type { ServiceAnswer } from '../../service/answer/answerOf';
import type { Call } from '../../service/contract/call';
import { ENTRIES_IN_STEP, membersIn, type Steps } from '../../service/collections/steps';
import type { Rows } from '../operation/operation';

/**
 * The whole answer about a short URL, with its link under a name of its own. What the service answers is not
 * shown in the interface, so a link is taken only where the answer holds exactly one address besides
 * the one that was given; whatever the service itself calls so stays.
 */
export function* shortUrlRow(answer: ServiceAnswer, { parameters }: Call): Rows {
	const url = 'url' in parameters ? parameters.url : '';
	const link = 'short_url' in parameters ? parameters.short_url : yield* onlyAddressIn(answer, url);
	yield { ...(link !== undefined && { short_url: link }), url, ...answer };
}

/** The one text that is a web address as a whole, and another one than was given; none where there are several. */
function* onlyAddressIn(answer: ServiceAnswer, given: string): Steps<string | undefined> {
	let only: string | undefined;
	let count = 0;
	for (const { value } of membersIn(answer)) {
		if (++count % ENTRIES_IN_STEP === 0) yield;
		const address = linkIn(value);
		if (address === undefined || address === only || isSame(address, given)) continue;
		if (only !== undefined) return undefined;
		only = address;
	}
	return only;
}

/** Whether they are one address, however its signs are written. */
function isSame(address: string, given: string): boolean {
	return URL.canParse(given) && new URL(address).href === new URL(given).href;
}

/** Characters of the longest link that every browser opens. */
const LONGEST_LINK = 2000;

/** With a host of at most as many characters as a name on the internet has: longer ones take long to parse. */
const LINK = /^https?:\/\/[^\s/?#]{1,253}(?:[/?#]\S*)?$/i;

function linkIn(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.length > LONGEST_LINK) return undefined;
	const text = value.trim();
	return LINK.test(text) && URL.canParse(text) ? text : undefined;
}
