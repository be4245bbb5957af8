import { CHANNELS, channelsOf, isSubscribed, type Subscriber } from '../service/answer/person';

/**
 * What is remembered of a person beside who it is: 0 for one who is not subscribed, else 1 and a bit
 * for each channel that is switched on. Below 64, so that one letter holds it.
 */
export type PersonState = number;

export const NOT_SUBSCRIBED: PersonState = 0;
const SUBSCRIBED = 1;

export function stateOf(subscriber: Subscriber): PersonState {
	return isSubscribed(subscriber) ? SUBSCRIBED | channelsOf(subscriber) : NOT_SUBSCRIBED;
}

/** Of a person who is listed twice: an active entry outweighs one that left, a channel one without. */
export function together(one: PersonState, other: PersonState): PersonState {
	return one | other;
}

/** Which channels are switched on, as an item says it; nothing of a person who is not subscribed. */
export function namedChannels(state: PersonState): Record<string, boolean> {
	if (state === NOT_SUBSCRIBED) return {};
	return Object.fromEntries(CHANNELS.map(([name, , bit]) => [name, (state & bit) !== 0]));
}

/** The channels that one state has and the other has not. */
export function channelsIn(state: PersonState, butNotIn: PersonState = NOT_SUBSCRIBED): string[] {
	return CHANNELS.filter(([, , bit]) => (state & bit) !== 0 && (butNotIn & bit) === 0).map(
		([name]) => name,
	);
}
