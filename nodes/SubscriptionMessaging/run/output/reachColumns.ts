import type { IDataObject } from 'n8n-workflow';

import type { Person } from '../../service/answer/person';
import type { Reached } from '../../lookups/activeSubscribers';

/**
 * Whom a message to everyone reaches: of a group exactly, of several groups at most, because some people
 * may be in more than one of them.
 */
export function reachColumns(reached: Reached | undefined): IDataObject {
	if (!reached) return {};
	const { groups, withoutText, named, namedWithoutText } = reached;
	const [group] = groups;
	return {
		...peopleColumns(reached),
		...(groups.length === 1
			? { group_name: group?.name, subscribers: named.map(contactOf) }
			: {
					groups: groups.map(({ keyword, name, people: own }) => ({
						group: keyword,
						group_name: name,
						subscriber_count: own,
					})),
				}),
		...(withoutText > 0 && { without_text: namedWithoutText.map(contactOf) }),
	};
}

/** How many people that are. */
export function peopleColumns({ people, groups, withoutText }: Reached): IDataObject {
	return {
		subscriber_count: people,
		without_text_count: withoutText,
		...(groups.length !== 1 && { at_most: true }),
	};
}

function contactOf({ name, phone, email, group }: Person): IDataObject {
	return { name, phone, email, group };
}
