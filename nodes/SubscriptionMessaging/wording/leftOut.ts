/** Why a recipient gets nothing, after the name or number. */
export const REPEATED = 'it occurs more than once';

/** @param item that names the recipient already */
export function occursIn(item: number): string {
	return `the same recipient is in item ${item}`;
}
