import type { Skipped } from '../../actions/fields/skipped';

/** @param item position of that which sends to the recipient */
export function occursIn(item: number, sendTo: string): Skipped {
	return { sendTo, reason: `the same recipient is in item ${item}`, repeats: item };
}
