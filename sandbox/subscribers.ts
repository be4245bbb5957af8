import { Refusal } from './refusal';
import { isActive, type Group, type Subscriber } from './organization';
import { person } from './seed';

/** What a subscriber can receive (Subscriber). */
export const CHANNELS = ['email', 'landline', 'mobiletxt', 'mobilevoice'] as const;
type Channel = (typeof CHANNELS)[number];

/** A person joins a group by phone, or comes back to it. Joining twice changes nothing. */
export function joinGroup(group: Group, phone: string, firstName: string, lastName: string): void {
	const now = timestamp();
	const known = byPhone(group, phone);
	if (!known) {
		group.subscribers.push(
			person(firstName || 'New', lastName || 'Subscriber', phone, {
				created_at: now,
				updated_at: now,
			}),
		);
	} else if (!isActive(known)) {
		known.unsubdate = '';
		known.updated_at = now;
	}
}

/** A person leaves a group. Refuses somebody who is not in it. */
export function leaveGroup(group: Group, phone: string): void {
	const known = byPhone(group, phone);
	if (!known || !isActive(known)) {
		throw new Refusal('fieldInvalid', `phone ${phone} is not subscribed to ${group.keyword}`);
	}
	known.unsubdate = timestamp();
	known.updated_at = known.unsubdate;
}

/** A person gets another phone number. Refuses somebody who is not listed, and a number that is taken. */
export function renumber(group: Group, phone: string, newPhone: string): void {
	const known = listed(group, phone);
	if (byPhone(group, newPhone)) {
		throw new Refusal('fieldInvalid', `phone ${newPhone} is in ${group.keyword} already`);
	}
	known.user.phone = newPhone;
	known.updated_at = timestamp();
}

/** A person switches a channel on or off. Refuses somebody who is not listed. */
export function switchChannel(group: Group, phone: string, channel: Channel, isOn: boolean): void {
	const known = listed(group, phone);
	known[channel] = isOn ? 1 : 0;
	known.updated_at = timestamp();
}

function listed(group: Group, phone: string): Subscriber {
	const known = byPhone(group, phone);
	if (known) return known;
	throw new Refusal('fieldInvalid', `phone ${phone} is not listed in ${group.keyword}`);
}

function byPhone({ subscribers }: Group, phone: string): Subscriber | undefined {
	return subscribers.find(({ user }) => user.phone === phone);
}

/** `YYYY-MM-DD HH:MM:SS` (Subscriber), in UTC. */
function timestamp(): string {
	return new Date().toISOString().slice(0, 19).replace('T', ' ');
}
