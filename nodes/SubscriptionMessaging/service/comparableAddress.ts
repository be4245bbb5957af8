/**
 * A phone number or email address in a form that is the same however a service writes it: a number
 * by its digits, anything else without regard to case.
 */
export function comparableAddress(address: string | null | undefined): string {
	const text = (address ?? '').trim().toLowerCase();
	const digits = text.replace(/\D/g, '');
	return digits === '' || text.includes('@') ? text : digits;
}

/** Digits at the end of a number that are enough to know it by, as without its country code. */
const TELLING_DIGITS = /^\d{7,}$/;

/**
 * Whether a phone number as it was sent and one as a service writes it, possibly without its country
 * code and with the zero of a national number, can be the same.
 */
export function endsAlike(sent: string, written: string): boolean {
	const end = comparableAddress(written).replace(/^0+/, '');
	return TELLING_DIGITS.test(end) && comparableAddress(sent).endsWith(end);
}
