import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { recipientsOf, textOf, withParameters } from '../../service/call';
import { comparableAddress } from '../../service/text/address';
import type { PreparedItem, PreparedRequest } from '../call';
import { audienceOf } from '../memory/audience';
import { ItemsDraft, type ReadItems, type Refuse } from '../items';

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
		const people = new Set<string>();
		let asked: string | undefined;
		for (const [itemIndex, item] of group) {
			const [request] = item.requests;
			const question = request && JSON.stringify([textOf(request.call) ?? '', request.question]);
			asked ??= question;
			const isAsked = question === undefined || question === asked;
			items.put(itemIndex, isAsked ? withoutAsked(item, people) : another(context, itemIndex));
		}
	}
	return items;
}

/** Whom a recipient stands for, also where the credential redirects it. */
export function personAt({ call, redirectedFrom }: PreparedRequest, position: number): string {
	return redirectedFrom?.[position] ?? recipientsOf(call)[position]?.sendTo ?? '';
}

/** The item without those who are asked by an item before, or by an entry before. */
function withoutAsked(item: PreparedItem, people: Set<string>): PreparedItem {
	const [request, ...others] = item.requests;
	if (!request || others.length > 0) return item;
	const isNew = recipientsOf(request.call).map((_recipient, position) => {
		const person = comparableAddress(personAt(request, position));
		return !people.has(person) && people.add(person);
	});
	if (item.chain !== undefined || isNew.every(Boolean)) return item;
	const audience = item.audience ?? audienceOf(item.requests);
	const recipients = recipientsOf(request.call).filter((_one, position) => isNew[position]);
	if (recipients.length === 0) return { ...item, requests: [], audience };
	const { redirectedFrom } = request;
	const call = withParameters(request.call, { recipientList: { recipients } });
	const more = redirectedFrom && {
		redirectedFrom: redirectedFrom.filter((_one, position) => isNew[position]),
	};
	return { ...item, requests: [{ ...request, ...more, call }], audience };
}

function another(context: IExecuteFunctions, itemIndex: number): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`This item asks another question, but a run waits for only one answer [item ${itemIndex}]`,
		{
			description:
				'Nothing was sent for it. To ask one question after the other, put a Loop Over Items node in front.',
			itemIndex,
		},
	);
}
