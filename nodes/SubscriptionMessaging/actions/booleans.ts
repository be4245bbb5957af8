import { each, membersIn, type Steps } from '../service/steps';

/** Members that the interface gives as 1 or 0 and that mean yes or no (Group, Keyword). */
const FLAGS: ReadonlySet<string> = new Set(['ispublic', 'auto_subscribe', 'active']);

/** Yes or no for 1 or 0; any other value stays as the service gave it. */
export function asBoolean<T>(value: T): T | boolean {
	return value === 1 ? true : value === 0 ? false : value;
}

/** Makes booleans of all flags within an answer, and gives the answer: a copy would take as much again. */
export function* withBooleans<T>(value: T): Steps<T> {
	yield* each(membersIn(value), ({ holder, name, value: member }) => {
		if (FLAGS.has(name) && !Array.isArray(holder)) holder[name] = asBoolean(member);
	});
	return value;
}
