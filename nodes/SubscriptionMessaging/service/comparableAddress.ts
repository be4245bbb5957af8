/**
 * A phone number or email address in a form that is the same however a service writes it: a number
 * by its digits, anything else without regard to case.
 */
export function comparableAddress(address: string | null | undefined): string {
	const text = (address ?? '').trim().toLowerCase();
	const digits = text.replace(/\D/g, '');
	return digits === '' || text.includes('@') ? text : digits;
}
