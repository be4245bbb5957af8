import { each, membersIn, type Steps } from '../../service/collections/steps';

/** Members that the interface gives as 1 or 0 and that mean yes or no (Group, Keyword). */
const FLAGS: ReadonlySet<string> = new Set(['ispublic', 'auto_subscribe', 'active']);

/** Yes or no for 1 or 0, as a number or in digits; any other value stays as the service gave it. */
export function asBoolean<T>(value: T): T | boolean {
	if (typeof value === 'object') return value;
	const digit = /^\+?0*([01])$/.exec(String(value).trim())?.[1];
	return digit === undefined ? value : digit === '1';
}

/** Makes booleans of all flags within an answer, and gives the answer: a copy would take as much again. */
export function* withBooleans<T>(value: T): Steps<T> {
	yield* each(membersIn(value), ({ holder, name, value: member }) => {
		if (FLAGS.has(name) && !Array.isArray(holder)) holder[name] = asBoolean(member);
	});
	return value;
}
