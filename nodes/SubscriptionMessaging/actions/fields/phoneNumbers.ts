import type { INodeProperties } from 'n8n-workflow';

import {
	COUNTRIES,
	lackingCode,
	mayLackCode,
	normalizePhoneNumber,
	phoneNumberIn,
	type NormalizedNumber,
} from '../../service/text/phoneNumber';
import { REPEATED, type Skipped } from './skipped';
import type { ItemFields } from './itemFields';
import type { LoadedList } from './loadedList';

/** Phone numbers with country code; a request carries at most 100 (Limits), the rest go in further ones. */
export const phoneNumbers: INodeProperties = {
	displayName: 'Phone Numbers',
	name: 'phone_list',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 18015551234, 447700900123',
	description: 'Phone numbers with country code, separated by commas or line breaks',
};

export const defaultCountryField: LoadedList = {
	displayName: 'Default Country Name or ID',
	name: 'defaultCountry',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getCountries' },
	default: '',
	description:
		'Country of phone numbers without a country code, e.g. US. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

export const impossibleNumbers = {
	displayName: 'Invalid Numbers',
	name: 'impossibleNumbers',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Send nothing for this item' },
		{ name: 'Skip', value: 'skip', description: 'Leave them out and list them in the output' },
	],
	default: 'fail',
	description: 'What to do with invalid phone numbers',
} as const satisfies INodeProperties;

export const removeDuplicates: INodeProperties = {
	displayName: 'Remove Duplicates',
	name: 'removeDuplicates',
	type: 'boolean',
	default: false,
	description:
		'Whether to send only once to each number or address of a list, or of all items with From Input Items',
};

/** Reads the phone numbers of one item by its options, and keeps account of what it leaves out. */
export class NumberReader {
	readonly skipped: Skipped[] = [];

	private readonly seen = new Set<string>();

	private readonly defaultCountry: string | undefined;

	private readonly skipsImpossible: boolean;

	private readonly removesDuplicates: boolean;

	/** @param name of the field that the numbers are entered in */
	constructor(
		private readonly fields: ItemFields,
		private readonly name: string,
	) {
		const options = fields.members('options');
		this.defaultCountry = readDefaultCountry(fields);
		this.skipsImpossible = options.choice(impossibleNumbers) === 'skip';
		this.removesDuplicates = options.boolean('removeDuplicates') ?? false;
	}

	/** Digits with country code; nothing where the number is impossible and skipped. */
	read(text: string): string | undefined {
		const normalized = this.normalized(text);
		if ('number' in normalized) return normalized.number;
		if (!this.skipsImpossible) {
			throw this.fields.invalid(
				`'${this.fields.displayName(this.name)}': ${normalized.problem}`,
				text.includes('@')
					? "Give a phone number. For an email address, choose Email or SMS Email Gateway as 'Type', where there is one."
					: "Correct the number. Under 'Options' you can also set a default country or skip invalid numbers.",
			);
		}
		this.skipped.push({ sendTo: text, reason: normalized.problem });
		return undefined;
	}

	private normalized(text: string): NormalizedNumber {
		const normalized = normalizePhoneNumber(text, this.defaultCountry);
		if (this.defaultCountry || !mayLackCode(text)) return normalized;
		const { bare } = this.fields.node;
		const isTaken = 'number' in normalized;
		bare[isTaken ? 'taken' : 'refused'] += 1;
		return isTaken && bare.areRefused ? lackingCode(text) : normalized;
	}

	/** Whether an address is to be kept: a repeated one is left out where the options say so. */
	isFirst(key: string, text: string): boolean {
		if (!this.removesDuplicates || !this.seen.has(key)) {
			this.seen.add(key);
			return true;
		}
		this.skipped.push({ sendTo: text, reason: REPEATED });
		return false;
	}
}

/** Numbers to look up: what cannot be a number stays as it is, for the service to say so. */
export function readNumbersToLookUp(fields: ItemFields): string[] {
	const country = readDefaultCountry(fields);
	return fields.list('phone_list').map((text) => phoneNumberIn(text, country) ?? text);
}

/** Two letters in upper case; nothing where none is chosen. */
export function readDefaultCountry(fields: ItemFields): string | undefined {
	const entered = fields.members('options').text('defaultCountry')?.trim();
	const code = entered?.toUpperCase();
	if (code === undefined || code === '' || COUNTRIES.includes(code)) return code || undefined;
	throw fields.invalid(
		`'${fields.displayName('defaultCountry')}' is "${entered}", which is no country code`,
		'Choose a country from the list, or give its two letters, e.g. US.',
	);
}
