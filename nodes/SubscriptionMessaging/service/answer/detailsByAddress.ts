import { textIn } from './answerOf';
import type { TransactionDetail } from './deliveryStatus';
import { addTo } from '../collections/byKey';
import { each, type Steps } from '../collections/steps';
import { comparableAddress } from '../text/address';
import type { AddressIndex } from '../text/addressIndex';

/**
 * The rows of an answer by whom they are of, in the form in which addresses are compared: those with the very
 * address, or else those with one that may be the same. A row that fits several people, as a number without
 * its country code may, tells of none.
 *
 * @param index of those who are asked about: an answer may list millions of others
 */
export function* detailsByAddress(
	details: readonly TransactionDetail[],
	index: AddressIndex,
): Steps<Map<string, TransactionDetail[]>> {
	const exact = new Map<string, TransactionDetail[]>();
	const alike = new Map<string, TransactionDetail[]>();
	yield* each(details, (detail) => {
		const listed = textIn(detail.sendTo);
		const [address] = index.only(listed);
		if (address === undefined) return;
		const key = comparableAddress(address);
		addTo(key === comparableAddress(listed) ? exact : alike, key, detail);
	});
	yield* each(alike, ([key, rows]) => {
		if (!exact.has(key)) exact.set(key, rows);
	});
	return exact;
}
