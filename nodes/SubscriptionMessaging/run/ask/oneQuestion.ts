import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { textOf } from '../../service/contract/call';
import { personKey } from '../../service/text/personKey';
import { itemError } from '../../wording/itemError';
import { intendedFor, onlyTo } from '../values/addressed';
import { peopleOf } from '../values/audience';
import type { PreparedItem } from '../values/call';
import { ItemsDraft, type ReadItems, type Refuse } from '../values/items';

/**
 * The items of a run that asks: there is one pause for all of them, and the first answer ends it. So all
 * ask the same, and nobody is asked twice, however many items name them.
 */
export function oneQuestion(
	context: IExecuteFunctions,
	read: ReadItems,
	refuse: Refuse,
): ReadItems {
	const items = new ItemsDraft(refuse, read);
	for (const group of [items.toSend, items.previews]) {
		// Whom an earlier try asked comes first: an expression may name them in another item by now.
		const begun = [...group.values()].filter(({ chain }) => chain !== undefined);
		const people = new Set(begun.flatMap(({ requests }) => peopleOf(requests)));
		let asked: string | undefined;
		for (const [itemIndex, item] of group) {
			const [request] = item.requests;
			// The end of the wait is that of the first item: by an expression, it differs by milliseconds.
			const question =
				request &&
				JSON.stringify([textOf(request.call) ?? '', { ...request.question, limit: undefined }]);
			asked ??= question;
			const isAsked = question === undefined || question === asked;
			items.put(itemIndex, isAsked ? withoutAsked(item, people) : another(context, itemIndex));
		}
	}
	return items;
}

/** The item without those who are asked by an item before, or by an entry before. */
function withoutAsked(item: PreparedItem, people: Set<string>): PreparedItem {
	const [request] = item.requests;
	if (!request) return item;
	const isNew = intendedFor(request).map((named) => {
		const person = personKey(named);
		const isFirst = !people.has(person);
		people.add(person);
		return isFirst;
	});
	if (item.chain !== undefined || isNew.every(Boolean)) return item;
	if (!isNew.includes(true)) return { ...item, requests: [] };
	return { ...item, requests: [onlyTo(request, (position) => isNew[position]!)] };
}

function another(context: IExecuteFunctions, itemIndex: number): NodeOperationError {
	return itemError(
		context,
		itemIndex,
		'This item asks another question, but a run waits for only one answer',
		'Nothing was sent for it. To ask one question after the other, put a Loop Over Items node in front.',
	);
}
