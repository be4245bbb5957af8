/** Carriers of the sandbox; a number's last digit picks one of them. */
const CARRIERS = [
	{ id: '385', name: 'T-Mobile' },
	{ id: '384', name: 'Verizon Wireless' },
	{ id: '386', name: 'U.S. Cellular' },
	{ id: '383', name: 'AT&T' },
	{ id: '387', name: 'Cricket' },
] as const;

export interface CarrierRow {
	phone: string;
	carrier: string;
	carrier_id: string;
	international: boolean;
	landline: boolean;
	invalid: boolean;
}

/**
 * What the sandbox knows of a number, by rules of its own that a test can rely on:
 * a number is invalid unless it has 10 to 15 digits; international unless it has the country
 * code 1 and ten digits more; a landline when it ends in 00, which has no cellular carrier.
 */
export function lookUpCarrier(phone: string): CarrierRow {
	const digits = phone.replace(/[\s().+-]/g, '');
	const invalid = !isPhoneNumber(phone);
	const landline = !invalid && digits.endsWith('00');
	const carrier =
		invalid || landline ? undefined : CARRIERS[Number(digits.at(-1)) % CARRIERS.length];
	return {
		phone,
		carrier: carrier?.name ?? '',
		carrier_id: carrier?.id ?? '',
		international: !invalid && !/^1\d{10}$/.test(digits),
		landline,
		invalid,
	};
}

export function isPhoneNumber(phone: string): boolean {
	return /^\d{10,15}$/.test(phone.replace(/[\s().+-]/g, ''));
}

/** Numbers of a comma-separated list, blanks around them and empty entries dropped. */
export function splitPhoneList(list: string): string[] {
	return list
		.split(',')
		.map((phone) => phone.trim())
		.filter((phone) => phone !== '');
}
