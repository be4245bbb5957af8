import { each, type Steps } from '../service/collections/steps';
import { identityOf, type Subscriber } from '../service/answer/person';
import { GrowingText } from '../service/collections/growingText';
import { LargeMap } from '../service/collections/largeMap';
import { NOT_SUBSCRIBED, stateOf, together, type PersonState } from './personState';
import type { Pseudonyms } from './pseudonyms';
import { recordOf, type RememberedGroup } from './remembered';

export const EVENTS = ['channels_changed', 'joined', 'left', 'returned'] as const;
export type SubscriberEvent = (typeof EVENTS)[number];

/** What happened to one person of a group since the last poll. */
export interface Change {
	event: SubscriberEvent;
	pseudonym: string;
	before: PersonState;
	after: PersonState;
	/** Missing for a person whom the service lists no more. */
	subscriber: Subscriber | undefined;
}

/** A group as it is now, against what was remembered of it. */
export interface Comparison {
	/** Empty where nothing was remembered. */
	changes: Change[];
	/** To remember; the same text as before where nobody is new and nothing changed. */
	text: string;
}

/**
 * People of a group that the service lists no more and who are remembered, so that they come back as
 * *Returned*. Of more than these, the longest remembered are forgotten, and come back as *Joined*.
 */
const MOST_UNLISTED = 100_000;

/** No state of a person. */
const NOT_LISTED = 255;

/**
 * Compares the subscribers of a group with those remembered, while they are read. Only subscribers
 * with a change are kept.
 */
export class GroupComparison {
	/** By position in what was remembered. */
	private readonly states: Uint8Array;

	/** People who were not remembered. */
	private readonly others = new LargeMap<PersonState>();

	/** Their pseudonyms, in the order of the list. */
	private readonly newcomers: string[] = [];

	private readonly changed = new LargeMap<Subscriber>();

	/** @param remembered nothing where the group is read for the first time */
	constructor(
		private readonly pseudonyms: Pseudonyms,
		private readonly remembered: RememberedGroup | undefined,
	) {
		this.states = new Uint8Array(remembered?.count ?? 0).fill(NOT_LISTED);
	}

	/** A person can be listed more than once. One without any address cannot be told from others. */
	add(subscriber: Subscriber): void {
		const identity = identityOf(subscriber);
		if (identity === '') return;
		const pseudonym = this.pseudonyms.of(identity);
		const state = stateOf(subscriber);
		const position = this.remembered?.positionOf(pseudonym);
		if (this.remembered === undefined || position === undefined) {
			const before = this.others.get(pseudonym);
			if (before === undefined) this.newcomers.push(pseudonym);
			const merged = together(state, before ?? NOT_SUBSCRIBED);
			this.others.set(pseudonym, merged);
			if (this.remembered !== undefined) {
				this.keep(pseudonym, subscriber, state, merged !== NOT_SUBSCRIBED);
			}
			return;
		}
		const listed = this.states[position] ?? NOT_LISTED;
		const merged = listed === NOT_LISTED ? state : together(state, listed);
		this.states[position] = merged;
		this.keep(pseudonym, subscriber, state, merged !== this.remembered.stateAt(position));
	}

	/** Once all subscribers were added. */
	*finish(): Steps<Comparison> {
		const changes: Change[] = [];
		const text = new GrowingText();
		const { remembered } = this;
		if (remembered !== undefined) {
			let toForget = this.unlistedCount() - MOST_UNLISTED;
			yield* each(remembered.positionsOfAll(), (position) => {
				const pseudonym = remembered.pseudonymAt(position);
				const before = remembered.stateAt(position);
				const listed = this.states[position] ?? NOT_LISTED;
				const after = listed === NOT_LISTED ? NOT_SUBSCRIBED : listed;
				const event = eventOf(before, after);
				if (event !== undefined) changes.push(this.change(event, pseudonym, before, after));
				const isForgotten = listed === NOT_LISTED && toForget-- > 0;
				if (!isForgotten) text.add(recordOf(pseudonym, after));
			});
		}
		yield* each(this.newcomers, (pseudonym) => {
			const state = this.others.get(pseudonym)!;
			text.add(recordOf(pseudonym, state));
			if (remembered === undefined || state === NOT_SUBSCRIBED) return;
			changes.push(this.change('joined', pseudonym, NOT_SUBSCRIBED, state));
		});
		return { changes, text: text.whole };
	}

	private keep(pseudonym: string, subscriber: Subscriber, own: PersonState, isNew: boolean): void {
		if (!isNew) this.changed.delete(pseudonym);
		// Of several entries, one that is active tells more than one that left.
		else if (own !== NOT_SUBSCRIBED || this.changed.get(pseudonym) === undefined) {
			this.changed.set(pseudonym, subscriber);
		}
	}

	private change(
		event: SubscriberEvent,
		pseudonym: string,
		before: PersonState,
		after: PersonState,
	): Change {
		return { event, pseudonym, before, after, subscriber: this.changed.get(pseudonym) };
	}

	private unlistedCount(): number {
		let count = 0;
		for (const state of this.states) if (state === NOT_LISTED) count++;
		return count;
	}
}

/** What happened to a person who was remembered. */
function eventOf(before: PersonState, after: PersonState): SubscriberEvent | undefined {
	if (before === after) return undefined;
	if (after === NOT_SUBSCRIBED) return 'left';
	return before === NOT_SUBSCRIBED ? 'returned' : 'channels_changed';
}
