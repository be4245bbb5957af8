import { ANY, STRING, type ReadingPlan } from './readingPlan';
import { anyOfType, booleanOf, codeIn, integerIn, isBlank, localName, textOfType } from './scalars';

/** An object or list that is being built. */
export type Container = Record<string, unknown> | unknown[];

/** An element that has opened and not closed yet, with what is known of its value. Used again and again. */
export class OpenElement {
	plan: ReadingPlan = ANY;

	name = '';

	text = '';

	type = '';

	nil = false;

	array = false;

	/** The element stands for the only entry of its list. */
	unwrapped = false;

	position = -1;

	offset = 0;

	/** Entries that an array says it has. */
	size = 0;

	/** Entries that were handed over. */
	taken = 0;

	value: Container | undefined = undefined;

	/** Of an entry of a Map. */
	key: string | undefined = undefined;

	/** Text of the elements within counts too: they are markup in a text, as in `A<b>bold</b> text`. */
	collects = false;

	/** Has text other than layout beside elements. */
	mixed = false;

	/** The plan of a value that was expected to have no elements. */
	scalar: ReadingPlan | undefined = undefined;

	/** Different members of the value. */
	memberCount = 0;

	/** By name, the lists that stand for members which came more than once. */
	repeated: Map<string, unknown[]> | undefined = undefined;
}

export function planOfChild({ plan, key }: OpenElement, name: string): ReadingPlan {
	if (plan.kind !== 'entry') return plan.members.get(name)?.plan ?? plan.other;
	// Of the key itself.
	if (key === undefined) return STRING;
	return plan.other.members.get(key)?.plan ?? plan.other.other;
}

export function isScalar({ kind }: ReadingPlan): boolean {
	return (
		kind === 'string' ||
		kind === 'integer' ||
		kind === 'code' ||
		kind === 'boolean' ||
		kind === 'flag'
	);
}

/** Whether the elements within it are more than markup around one text. */
export function isSeveral({ memberCount, repeated, type }: OpenElement): boolean {
	return memberCount !== 1 || repeated !== undefined || localName(type) === 'Map';
}

/** As an entry of a list: what is no object is as if it were not given where objects are expected. */
export function entryOf({ kind }: ReadingPlan, value: unknown): unknown {
	const isObject = typeof value === 'object' && !Array.isArray(value);
	return kind === 'struct' && !isObject ? null : value;
}

/** A list without entries is a list, however a service writes that. */
export function nilOf({ plan }: OpenElement): unknown {
	return plan.kind === 'list' ? [] : null;
}

export function valueOf(element: OpenElement): unknown {
	const { plan, text, type, value } = element;
	switch (plan.kind) {
		case 'string':
			return type === '' || type === 'xsd:string' ? text : textOfType(text, localName(type));
		case 'integer':
			return integerIn(text, localName(type));
		case 'code':
			return codeIn(text, localName(type));
		case 'boolean':
			return isBlank(text) ? null : (booleanOf(text) ?? text);
		case 'flag':
			// An empty text is how PHP writes false.
			return isBlank(text) ? false : (booleanOf(text) ?? text);
		case 'any':
			return value ?? (element.array ? [] : anyOfType(text, localName(type)));
		case 'list':
			return value ?? (isBlank(text) || plan.other.kind === 'struct' ? [] : [text]);
		default:
			if (element.unwrapped) return [value];
			if (value !== undefined) return value;
			if (!isBlank(text)) return anyOfType(text, localName(type));
			// An empty element is how a transport without nil says that there is none.
			return ['', 'string'].includes(localName(type)) || element.array ? null : {};
	}
}
