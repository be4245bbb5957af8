import { customTicketOf } from '../../service/contract/call';
import { addTo } from '../../service/collections/byKey';
import type { PlannedCall } from '../values/call';
import { audienceName, isNumbered, itemKey } from '../plan/keys';
import type { LookedUp } from './sendLookup';

/**
 * Of sends that are named by whom they reach alone: those that have another message for the same people, or
 * may have had one, where an earlier try of which nothing is remembered sent any of them. Its list may have
 * been in another order, so the ticket tells that one has left, and not which.
 *
 * @param states what the service has under the ticket of each
 * @returns by send, the custom ticket of the one that has left, or may have
 */
export function severalMessages(
	states: ReadonlyMap<PlannedCall, Pick<LookedUp, 'state'>>,
): ReadonlyMap<PlannedCall, string> {
	const sameAudience = new Map<string, PlannedCall[]>();
	for (const planned of states.keys()) {
		if (planned.ticket !== 'own' || isNumbered(planned)) continue;
		const audience = planned.members.map((member) => member.item.audience);
		const { account } = planned.settings;
		addTo(sameAudience, audienceName(String(account), audience, 0), planned);
	}
	const doubtful = new Map<PlannedCall, string>();
	for (const those of sameAudience.values()) {
		const left = those.find((planned) => states.get(planned)!.state !== 'notKnown');
		if (!left || !areSeveral(those)) continue;
		for (const planned of those) doubtful.set(planned, customTicketOf(left.call)!);
	}
	return doubtful;
}

function areSeveral(those: readonly PlannedCall[]): boolean {
	const items = those.flatMap(({ members }) => members.map(({ item }) => item));
	const messages = new Set(items.map(({ requests }) => itemKey(requests, 'recipientList')));
	return messages.size > 1 || items.some(({ severalBroadcasts }) => severalBroadcasts);
}
