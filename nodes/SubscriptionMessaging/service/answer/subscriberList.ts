import { objectIn, textIn } from './answerOf';
import { addTo } from '../collections/byKey';
import { channelsOf, EMAIL, isSubscribed, LANDLINE, TEXT, VOICE, type Subscriber } from './person';
import { each, type Steps } from '../collections/steps';
import { DASHES, LONGEST_ADDRESS, MOST_DIGITS } from '../text/address';
import { endOf, isTelling, TELLING_DIGITS } from '../text/addressIndex';
import { personKey } from '../text/personKey';
import {
	nationalDigitsOf,
	phoneNumberIn,
	possibleNumbersIn,
	ZERO_DECIMALS,
} from '../text/phoneNumber';

/** What is known of an address from the entries that hold it, beside the channels; a bit each. */
const LEFT = 1;
const ACTIVE = 32;
/** The same of entries that may be meant, because their number lacks only a country code. */
const MAY_HAVE_LEFT = 64;
const MAY_BE_ACTIVE = 128;

/** By type (Recipient: type): the channels of which one has to be switched on, and what it brings. */
export const CHANNELS_OF_TYPE: Readonly<Record<number, readonly [channels: number, name: string]>> =
	{
		1: [TEXT, 'texts'],
		2: [TEXT, 'texts'],
		3: [VOICE | LANDLINE, 'calls'],
		4: [EMAIL, 'emails'],
	};

/** Of the types of which the interface does not say how they are sent. */
const NO_CHANNEL = [0, 'this type'] as const;

/** Between the numbers of a field that holds several, with whatever else stands beside them. */
const BETWEEN_NUMBERS = /[^\d\s().+/-]|(?=\+)|\s[/-]\s|(?<=\d{7})[\s/](?=\d{7})/;
/** Between the email addresses of a field, and kept when it is divided. */
const BETWEEN_MAILBOXES = /([\s,;|<>()/、]|mailto:)/i;

/** Digits of the longest country code (E.164). */
const MOST_DIGITS_OF_COUNTRY = 3;

/** Digits that are dialled to call abroad, at most: `0011`. */
const MOST_DIALLED = 4;

/**
 * Which of some recipients are subscribed to a group, found out while its subscribers are read: of
 * each recipient a number is kept, and of everybody else nothing.
 *
 * Phone, landline and email of a subscriber are compared in the form of *Remove Duplicates*: without
 * punctuation, and with the country code of a default country. A number that lacks only its country
 * code counts against a recipient, never in favour of one who has to be subscribed.
 */
export class SubscriberList {
	private readonly known = new Map<string, number>();

	/** The recipients' numbers by their last digits. */
	private readonly byEnd = new Map<string, string[]>();

	private constructor(private readonly country?: string) {}

	/**
	 * @param addresses of the recipients
	 * @param country two letters, of numbers that are written without a country code
	 */
	static *of(addresses: Iterable<string>, country?: string): Steps<SubscriberList> {
		const list = new SubscriberList(country);
		yield* each(addresses, (address) => list.enter(personKey(address)));
		return list;
	}

	private enter(key: string): void {
		if (this.known.has(key)) return;
		this.known.set(key, 0);
		if (!isNumber(key)) return;
		addTo(this.byEnd, endOf(key), key);
		// Of small countries, which are found by fewer digits.
		const isShort = key.length < MOST_DIGITS_OF_COUNTRY + TELLING_DIGITS;
		const national = isShort ? nationalDigitsOf(key) : key;
		if (national.length < TELLING_DIGITS) addTo(this.byEnd, national, key);
	}

	add(subscriber: Subscriber): void {
		const user = objectIn(subscriber.user);
		const isActive = isSubscribed(subscriber);
		const channels = channelsOf(subscriber);
		// Texts go to the phone, where there is one beside a landline.
		const ofLandline = isTelling(textIn(user?.phone)) ? channels & LANDLINE : channels;
		for (const [written, own] of [
			[user?.landline, ofLandline],
			[user?.phone, channels],
			[user?.email, channels],
		] as const) {
			const state = isActive ? ACTIVE | own : LEFT;
			const text = textIn(written)?.normalize('NFKC').replace(DASHES, '-').trim() ?? '';
			if (text === '' || text.length > LONGEST_ADDRESS) continue;
			if (!this.find(text, state)) this.findEach(text, state);
		}
	}

	/** Of a field with several addresses, or with an extension. */
	private findEach(text: string, state: number): void {
		const parts = text.split(BETWEEN_MAILBOXES);
		for (const one of parts) if (one.includes('@')) this.find(one, state);
		const rest = parts.filter((one) => !one.includes('@')).join('');
		for (const one of rest.split(BETWEEN_NUMBERS)) {
			const digits = digitsOfCell(one);
			if (digits.length <= MOST_DIGITS) this.find(one, state);
			else this.findWithin(digits, state);
		}
	}

	/** In the digits of several numbers that nothing parts for certain. */
	private findWithin(digits: string, state: number): void {
		for (let end = TELLING_DIGITS; end <= digits.length; end++) {
			const before = digits.slice(0, end);
			for (const number of this.byEnd.get(endOf(before)) ?? []) {
				if (before.endsWith(nationalDigitsOf(number))) this.noteAlike(number, state);
			}
		}
	}

	/** Notes the state of the recipients whose address is, or may be, written so. */
	private find(text: string, state: number): boolean {
		const key = personKey(text);
		if (this.known.has(key)) return this.note(key, state);
		// Only a number that ends like one of the recipients' is worth being taken apart.
		const digits = digitsOfCell(text);
		const ending = this.byEnd.get(endOf(digits)) ?? [];
		if (ending.length === 0 || text.includes('@')) return false;
		const number = personKey(phoneNumberIn(text, this.country));
		if (this.known.has(number)) return this.note(number, state);
		const read = new Map<string, readonly string[]>();
		const alike = ending.filter((one) => {
			if (lacksCountry(digits, one)) return true;
			// A country has its first digits alone.
			const country = one.slice(0, MOST_DIGITS_OF_COUNTRY);
			const possible = read.get(country) ?? possibleNumbersIn(text, one).map(personKey);
			read.set(country, possible);
			return possible.includes(one);
		});
		for (const one of alike) this.noteAlike(one, state);
		return alike.length > 0;
	}

	/** Whether somebody with this address has left, and has no active entry beside that. */
	hasLeft(address: string): boolean {
		const state = this.stateOf(address);
		if ((state & ACTIVE) !== 0) return false;
		return (state & LEFT) !== 0 || ((state & MAY_HAVE_LEFT) !== 0 && (state & MAY_BE_ACTIVE) === 0);
	}

	/** Why an address is not subscribed by the channel of a recipient's type; nothing where it is. */
	problemWith(address: string, type: number): string | undefined {
		if (this.hasLeft(address)) return HAS_LEFT;
		const state = this.stateOf(address);
		if ((state & ACTIVE) === 0) return 'it is not subscribed to the group';
		const [channels, name] = CHANNELS_OF_TYPE[type] ?? NO_CHANNEL;
		return (state & channels) === 0 ? `it is in the group, with ${name} switched off` : undefined;
	}

	private stateOf(address: string): number {
		return this.known.get(personKey(address)) ?? 0;
	}

	private note(key: string, state: number): true {
		this.known.set(key, (this.known.get(key) ?? 0) | state);
		return true;
	}

	private noteAlike(key: string, state: number): void {
		this.note(key, (state & ACTIVE) !== 0 ? MAY_BE_ACTIVE : MAY_HAVE_LEFT);
	}
}

/** Whether the number of a recipient is the written one with a country code before it. */
function lacksCountry(digits: string, number: string): boolean {
	// Behind whatever is dialled to call abroad.
	const dialled = digits.length - number.length;
	if (dialled <= MOST_DIALLED && digits.startsWith('0') && digits.endsWith(number)) return true;
	const national = digits.replace(/^0+/, '');
	return number.endsWith(national) && number.length - national.length <= MOST_DIGITS_OF_COUNTRY;
}

export const HAS_LEFT = 'it has left the group';

function isNumber(key: string): boolean {
	return /^\d+$/.test(key);
}

function digitsOfCell(text: string): string {
	return text.trim().replace(ZERO_DECIMALS, '$1').replace(/\D/g, '');
}
