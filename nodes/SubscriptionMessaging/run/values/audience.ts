import { createHash } from 'node:crypto';

import type { CallName, Unit } from '../../service/contract/call';
import { effectOf } from '../../service/contract/contract';
import { comparableKeyword } from '../../service/answer/organization';
import { personKey } from '../../service/text/personKey';
import { intendedFor, type Addressed } from './addressed';

/**
 * The people that requests reach, each once, in a form that is the same for every operation and way
 * of reaching them; none for a broadcast and for requests that send nothing.
 */
export function peopleOf(requests: readonly Addressed[]): string[] {
	return [...new Set(requests.flatMap(intendedFor).map(personKey))];
}

/**
 * Whom an item reaches, or what it alters, without what may be worded differently when it is tried
 * again: a text that holds the time, or one that was corrected, must not reach the same people a
 * second time.
 */
export function audienceOf(requests: readonly Addressed[]): string {
	const [first] = requests;
	const people = peopleOf(requests);
	if (people.length === 1) return people[0]!;
	if (!first || people.length > 0) return digestOf(people);
	const { operation, code, keyword, everyone, parameters } = first.call;
	const template = 'template' in parameters ? parameters.template.id : undefined;
	if (effectOf(operation) === 'send' && everyone) return audienceOfUnit(first.call);
	const unit = [operation, code, comparableKeyword(keyword), template];
	// An update may be made again, and one that was corrected is to be.
	return digestOf(operation.startsWith('update') ? [...unit, parameters] : unit);
}

/** Everyone in a unit; a keyword is the same in capital letters. */
export function audienceOfUnit({ code, keyword }: Unit): string {
	return digestOf([true, code, comparableKeyword(keyword)]);
}

/** Whether a call is to be made once, and the service cannot be asked by a ticket whether it was. */
export function leavesNoTrace(operation: CallName): boolean {
	return operation === 'plainSend' || operation.startsWith('create');
}

/** Whether an item asks for such a call. */
export function isWithoutTrace({ requests }: { requests: readonly Addressed[] }): boolean {
	return requests.some(({ call }) => leavesNoTrace(call.operation));
}

/** 16 hexadecimal digits that stand for a value in a name. */
export function digestOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
