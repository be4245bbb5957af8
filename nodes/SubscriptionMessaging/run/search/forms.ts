/** Parts of a text that can be told apart; nobody gets one in so many messages. */
export const MOST_PARTS = 30;

/**
 * What is known under a number: the whole text, or parts of it. An earlier run may have sent the text in
 * another number of parts, or some of them under another number: whoever lacked two got these alone. Nothing
 * for a free number.
 *
 * @param splitFirst whether to ask for the parts before the whole text
 */
export async function knownForms<T>(
	parts: number,
	ask: (part?: number) => Promise<T | undefined>,
	splitFirst: boolean,
): Promise<Array<{ part?: number; known: T }>> {
	for (const isSplit of [splitFirst, !splitFirst]) {
		const forms: Array<{ part?: number; known: T }> = [];
		for (const part of isSplit
			? Array.from({ length: parts }, (_n, nth) => nth + 1)
			: [undefined]) {
			const known = await ask(part);
			if (known !== undefined) forms.push({ ...(part !== undefined && { part }), known });
		}
		if (forms.length > 0) return forms;
	}
	return [];
}
