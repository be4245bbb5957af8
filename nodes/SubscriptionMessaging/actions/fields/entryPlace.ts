import type { Entered, Recipient } from '../../service/contract/call';

/** Characters of an address that a title has room for. */
const LONGEST_NAMED = 40;

/** How an error tells an entry of a list from the others of its item. */
interface EntryPlace {
	/** Whose it is, for the title, as in ` of 4915112345678`; or nothing. */
	readonly of: string;
	/** Its number from 1, for the description: the number in the title is that of the item, from 0. */
	readonly sentence: string;
}

/** @param recipients of the item; none where the list holds something else */
export function placeIn(
	recipients: ReadonlyArray<Entered<Recipient>>,
	position: number,
): EntryPlace {
	if (recipients.length === 1) return { of: '', sentence: '' };
	const address = recipients[position]?.sendTo ?? '';
	return {
		of: address && address.length <= LONGEST_NAMED ? ` of ${address}` : '',
		sentence: `It is entry ${position + 1} of the list. `,
	};
}
