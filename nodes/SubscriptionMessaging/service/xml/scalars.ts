/** Texts of XML to numbers, booleans and texts. What a type doesn't allow stays the text it is. */

const BINARY_TYPES: ReadonlyMap<string, 'base64' | 'hex'> = new Map([
	['base64Binary', 'base64'],
	['base64', 'base64'],
	['hexBinary', 'hex'],
]);

const INTEGER_TYPES: ReadonlySet<string> = new Set([
	'int',
	'integer',
	'long',
	'short',
	'byte',
	'unsignedInt',
	'unsignedLong',
	'unsignedShort',
	'unsignedByte',
	'nonNegativeInteger',
	'positiveInteger',
]);

/**
 * A text in the type that its element names.
 * @param type local name, such as `int`
 */
export function anyOfType(text: string, type: string): unknown {
	if (type === 'boolean') return booleanOf(text) ?? text;
	if (INTEGER_TYPES.has(type)) return integerOf(text) ?? text;
	return text;
}

/** Some encoders write any text that isn't ASCII in a binary type. */
export function textOfType(text: string, type: string): string {
	const encoding = BINARY_TYPES.get(type);
	if (encoding === undefined) return text;
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text.trim(), encoding));
	} catch {
		return text;
	}
}

/**
 * Null for an empty text; the number also of `1.0`. The text itself where a number would not give the
 * same digits again, as for `084057` or `84057-1234`.
 * @param type local name of the type that the element has itself
 */
export function integerIn(text: string, type: string): number | string | null {
	if (isBlank(text)) return null;
	// Some encoders take every number for one with decimals.
	const whole = () => integerOf(text.replace(/\.0+\s*$/, ''));
	return integerOf(text) ?? whole() ?? integerOfBoolean(text, type) ?? text;
}

/**
 * A status or error code: the number, however it is written (`100.0`, `1E2`, `0100`). Null for an
 * empty text; the text itself where it is no whole number.
 */
export function codeIn(text: string, type: string): number | string | null {
	const integer = integerIn(text, type);
	return typeof integer === 'string' ? (wholeNumberIn(integer) ?? integer) : integer;
}

/** The whole number that a text writes in any way; undefined where it is none. */
export function wholeNumberIn(text: string): number | undefined {
	const written = text.trim();
	if (!/^[-+]?\d{1,15}(?:\.\d{0,15})?(?:[eE][-+]?\d{1,2})?$/.test(written)) return undefined;
	const number = Number(written);
	// Adding zero makes -0 the same as 0.
	return Number.isSafeInteger(number) ? number + 0 : undefined;
}

export function booleanOf(text: string): boolean | undefined {
	switch (text.trim().toLowerCase()) {
		case 'true':
		case '1':
			return true;
		case 'false':
		case '0':
			return false;
		default:
			return undefined;
	}
}

export function isBlank(text: string): boolean {
	return text === '' || text.trim() === '';
}

export function localName(name: string): string {
	return name.includes(':') ? name.slice(name.lastIndexOf(':') + 1) : name;
}

function integerOf(text: string): number | undefined {
	const plain = shortInteger(text);
	if (plain !== undefined) return plain;
	if (!/^(?:\+?0|[-+]?[1-9]\d{0,15})$/.test(text.trim())) return undefined;
	const number = Number(text);
	return Number.isSafeInteger(number) ? number : undefined;
}

/** The usual case, for which a regular expression takes several times longer. */
function shortInteger(text: string): number | undefined {
	const { length } = text;
	if (length === 0 || length > 9 || (length > 1 && text.startsWith('0'))) return undefined;
	let number = 0;
	for (let at = 0; at < length; at++) {
		const digit = text.charCodeAt(at) - 0x30;
		if (digit < 0 || digit > 9) return undefined;
		number = number * 10 + digit;
	}
	return number;
}

/** A flag that the interface has as 0 or 1, from an encoder that takes it for a boolean. */
function integerOfBoolean(text: string, type: string): number | undefined {
	const flag = type === 'boolean' ? booleanOf(text) : undefined;
	return flag === undefined ? undefined : Number(flag);
}
