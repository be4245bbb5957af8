/**
 * Makes the custom tickets of a run: at most 50 characters (Limits), different for every send of
 * every execution. The same send has the same one when n8n runs the node once more.
 */
export function ticketsOf({ id }: { id: string }): (key: string) => string {
	return (key) => `n8n-${id}-${key}`;
}
