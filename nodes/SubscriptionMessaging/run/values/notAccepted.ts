import type { ServiceAnswer } from '../../service/answer/answerOf';
import { each, type Steps } from '../../service/collections/steps';
import { numbersOf, type Call } from '../../service/contract/call';
import { AddressIndex } from '../../service/text/addressIndex';

/** The numbers of a plain send that the service's list doesn't name; none where it gives no list. */
export function* notAccepted(call: Call, { accepted }: ServiceAnswer): Steps<string[]> {
	if (!accepted) return [];
	const numbers = numbersOf(call);
	const index = new AddressIndex(numbers);
	const listed = new Set<string>();
	yield* each(accepted, (written) => {
		for (const number of index.meant(written).flat()) listed.add(number);
	});
	return numbers.filter((number) => !listed.has(number));
}
