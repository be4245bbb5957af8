import { objectIn, textIn, type AnyValue, type ReadStruct } from './answerOf';
import { isTelling, MASK } from '../text/addressIndex';
import { personKey } from '../text/personKey';

export type Subscriber = ReadStruct<'WSSubscriber'>;

/**
 * A subscriber of a group as one flat person (Subscriber and user). Texts are empty where the service
 * gives none, and times stay as it writes them: `YYYY-MM-DD HH:MM:SS`.
 */
export type Person = {
	/** First and last name. */
	name: string;
	first_name: string;
	last_name: string;
	phone: string;
	email: string;
	landline: string;
	carrier: string;
	street: string;
	street2: string;
	city: string;
	state: string;
	state_abbr: string;
	zip: string;
	/** What the person receives: `mobiletxt`, `mobilevoice`, `email` and `landline` of the interface. */
	receives_text: boolean;
	receives_voice: boolean;
	receives_email: boolean;
	receives_landline: boolean;
	subscribed: boolean;
	/** Keyword of the group. */
	group: string;
	group_name: string;
	created_at: string;
	updated_at: string;
	unsubdate: string;
	custom_field: string;
};

/** @param group keyword of the group whose subscribers were listed */
export function personOf(subscriber: Subscriber, group: string): Person {
	const user = objectIn(subscriber.user);
	const address = objectIn(user?.address);
	return {
		name: [user?.first_name, user?.last_name].map(trimmedText).filter(Boolean).join(' '),
		first_name: trimmedText(user?.first_name),
		last_name: trimmedText(user?.last_name),
		phone: trimmedText(user?.phone),
		email: trimmedText(user?.email),
		landline: trimmedText(user?.landline),
		carrier: trimmedText(user?.carrier),
		street: trimmedText(address?.street),
		street2: trimmedText(address?.street2),
		city: trimmedText(address?.city),
		state: trimmedText(address?.state),
		state_abbr: trimmedText(address?.state_abbr),
		zip: trimmedText(address?.zip),
		receives_text: isOn(subscriber.mobiletxt),
		receives_voice: isOn(subscriber.mobilevoice),
		receives_email: isOn(subscriber.email),
		receives_landline: isOn(subscriber.landline),
		subscribed: isSubscribed(subscriber),
		group,
		group_name: trimmedText(subscriber.name),
		created_at: trimmedText(subscriber.created_at),
		updated_at: trimmedText(subscriber.updated_at),
		unsubdate: trimmedText(subscriber.unsubdate),
		custom_field: trimmedText(subscriber.custom_field),
	};
}

/**
 * The date of unsubscription is empty when subscribed (Subscriber: unsubdate). A date of zeros, as in
 * `0000-00-00 00:00:00`, is how some databases write that there is none, and PHP writes as the year -0001.
 */
export function isSubscribed({ unsubdate }: Subscriber): boolean {
	return /^(?:-0001-11-30[T\s]00:00:00[+-]\d\d:?\d\d|(?:-0001-11-30)?[0\s:./TZ+-]*)$/i.test(
		trimmedText(unsubdate),
	);
}

/** Whether a channel is switched on (Subscriber: email, landline, mobiletxt, mobilevoice). */
export function isOn(channel: AnyValue | undefined): boolean {
	return Number(channel ?? 0) === 1;
}

/** A bit for each channel; the subscriber trigger stores them. */
export const TEXT = 2;
export const VOICE = 4;
export const EMAIL = 8;
export const LANDLINE = 16;

/** Channels by the names that people see, with the member of the interface and the bit of each. */
export const CHANNELS = [
	['receives_text', 'mobiletxt', TEXT],
	['receives_voice', 'mobilevoice', VOICE],
	['receives_email', 'email', EMAIL],
	['receives_landline', 'landline', LANDLINE],
] as const;

/** The bits of the channels that are switched on. */
export function channelsOf(subscriber: Subscriber): number {
	let channels = 0;
	for (const [, member, bit] of CHANNELS) if (isOn(subscriber[member])) channels |= bit;
	return channels;
}

/** What {@link isTelling} takes, and a number with something beside it, as with an extension. */
function tellsPeopleApart(key: string): boolean {
	return isTelling(key) || (!MASK.test(key) && isTelling(key.replace(/\D/g, '')));
}

/**
 * Who a subscriber is: the phone number, else the email address, else the landline, the same however
 * it is written. Empty where none of them tells people apart.
 */
export function identityOf(subscriber: Subscriber): string {
	const user = objectIn(subscriber.user);
	for (const written of [user?.phone, user?.email, user?.landline]) {
		const key = personKey(textIn(written));
		if (tellsPeopleApart(key)) return key;
	}
	return '';
}

function trimmedText(value: string | number | null | undefined | AnyValue[]): string {
	return String(value ?? '').trim();
}
