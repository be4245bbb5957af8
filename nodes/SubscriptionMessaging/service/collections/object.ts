/** Whether a value has members, and is no list. */
export function isObject<T = unknown>(value: unknown): value is Record<string, T> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
