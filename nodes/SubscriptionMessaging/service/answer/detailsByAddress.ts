import { textIn } from './answerOf';
import type { TransactionDetail } from './deliveryStatus';
import { addTo } from '../collections/listsByKey';
import { each, type Steps } from '../collections/steps';
import { comparableAddress } from '../text/address';
import type { AddressIndex } from '../text/addressIndex';

/**
 * The rows of an answer by whom they are of, in the form in which addresses are compared. A row that fits
 * several people, as a number without its country code may, tells of none.
 *
 * @param index of those who are asked about: an answer may list millions of others
 */
export function* detailsByAddress(
	details: readonly TransactionDetail[],
	index: AddressIndex,
): Steps<Map<string, TransactionDetail[]>> {
	const found = new Map<string, TransactionDetail[]>();
	yield* each(details, (detail) => {
		const [address] = index.only(textIn(detail.sendTo));
		if (address !== undefined) addTo(found, comparableAddress(address), detail);
	});
	return found;
}
