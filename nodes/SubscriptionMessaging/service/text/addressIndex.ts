import { addTo } from '../collections/byKey';
import { each, finished, type Steps } from '../collections/steps';
import { comparableAddress, LONGEST_ADDRESS } from './address';
import { nationalDigitsOf } from './phoneNumber';

/** Digits at the end of a number that are enough to recognise it by, as without its country code. */
export const TELLING_DIGITS = 7;

/** Numbers with the same last digits that are compared; among more, nobody can tell whom another one means. */
const MOST_ALIKE = 100;

/**
 * Finds, among the addresses that were sent, those that an address in an answer can stand for. A
 * service may write a number with other separators, without its country code, or with the zero of
 * a national number.
 *
 * A look-up doesn't depend on how many addresses there are. Both lists can be long, and comparing
 * each address with each would hold n8n for as long as an answer likes.
 */
export class AddressIndex {
	private readonly byAddress = new Map<string, string[]>();

	/** Comparable forms of the numbers by their last digits. */
	private readonly byEnd = new Map<string, string[]>();

	constructor(sent: Iterable<string> = []) {
		finished(this.enter(sent));
	}

	/** What was sent, for lists that may be long. */
	*enter(sent: Iterable<string>): Steps<void> {
		const entered = new Set<string>();
		yield* each(sent, (address) => {
			if (entered.has(address)) return;
			entered.add(address);
			const comparable = comparableAddress(address);
			const same = this.byAddress.get(comparable);
			if (same === undefined) {
				this.byAddress.set(comparable, [address]);
				if (isComparableNumber(comparable)) addTo(this.byEnd, endOf(comparable), comparable);
			} else {
				same.push(address);
			}
		});
	}

	/** The sent addresses that are the same as the written one, however both are formatted. */
	exactly(written: string | null | undefined): readonly string[] {
		return this.byAddress.get(comparableAddress(written)) ?? [];
	}

	/** The addresses that were sent for the one person whom the written one can mean; none where it tells of nobody. */
	only(written: string | null | undefined): readonly string[] {
		const [person = [], ...others] = this.meant(written);
		return others.length > 0 ? [] : person;
	}

	/**
	 * Whom the written one means, each with the addresses that were sent for them: who has this very address,
	 * or else everyone whose number it may be with other digits around the country code: without it, with
	 * one that was not sent, an exit code, a trunk zero, the mobile digit of a country, or at an email gateway.
	 * Nobody for a stranger; several where nobody can tell whom.
	 */
	meant(written: string | null | undefined): ReadonlyArray<readonly string[]> {
		if ((written?.length ?? 0) > LONGEST_ADDRESS) return [];
		const same = this.exactly(written);
		if (same.length > 0) return [same];
		const plain = (written ?? '').replace(/@[^@]*$/, '').replace(/\(0\)|\.0$/g, '');
		const digits = comparableAddress(plain).replace(/^0+/, '');
		if (!isComparableNumber(digits)) return [];
		const alike = this.byEnd.get(endOf(digits)) ?? [];
		// No list of people has so many, and to compare each with each would hold n8n.
		if (alike.length > MOST_ALIKE) return alike.slice(0, 2).map((number) => this.exactly(number));
		return alike
			.filter((number) => isRewritten(digits, number.replace(/^0+/, '')))
			.map((number) => this.exactly(number));
	}
}

/** Stands for what is hidden of an address: `j***@example.com`, `j…@example.com`. */
export const MASK = /[*•●…]|\.{2}/;

/**
 * Whether an address names somebody: a mailbox, or a number with digits enough, and nothing hidden: not `n/a`,
 * `000-0000` or `1801555****`.
 */
export function isTelling(written: string | undefined): boolean {
	const address = comparableAddress(written);
	return (
		isComparableNumber(address.replace(/^0+/, '')) ||
		(/^[^\s@]+@[^\s@]+$/.test(address) && !MASK.test(address))
	);
}

/** Digits of a number without its country code, at most. */
const NATIONAL_DIGITS = 10;

/**
 * Whether two numbers may be the same one: one ends in the other, one has the zero of national numbers behind
 * a country code, or both end in the same national digits, and the digits before these in one begin with those
 * before them in the other.
 */
function isRewritten(one: string, other: string): boolean {
	if (one.endsWith(other) || other.endsWith(one)) return true;
	const hasZeroBehind = (code: number) =>
		one[code] === '0' &&
		one.slice(0, code) + one.slice(code + 1) === other &&
		nationalDigitsOf(other) === other.slice(code);
	if ([1, 2, 3].some(hasZeroBehind)) return true;
	if (one.slice(-NATIONAL_DIGITS) !== other.slice(-NATIONAL_DIGITS)) return false;
	// Where the country code is 7, national numbers begin with an 8.
	const prefix = one.slice(0, -NATIONAL_DIGITS).replace(/^8$/, '7');
	const otherPrefix = other.slice(0, -NATIONAL_DIGITS);
	return prefix.startsWith(otherPrefix) || otherPrefix.startsWith(prefix);
}

function isComparableNumber(comparable: string): boolean {
	return comparable.length >= TELLING_DIGITS && /^\d+$/.test(comparable);
}

/** The last digits of a number, by which it is looked up before it is compared as a whole. */
export function endOf(digits: string): string {
	return digits.slice(-TELLING_DIGITS);
}
