/** Maps that people are spread over. */
const PARTS = 256;

/**
 * A map by pseudonym that grows in small steps: a single one of a million people is copied as a whole
 * now and then, which takes longer than n8n is to be held.
 */
export class PeopleMap<V> {
	private readonly parts: ReadonlyArray<Map<string, V>> = Array.from(
		{ length: PARTS },
		() => new Map<string, V>(),
	);

	get(pseudonym: string): V | undefined {
		return this.partOf(pseudonym).get(pseudonym);
	}

	set(pseudonym: string, value: V): void {
		this.partOf(pseudonym).set(pseudonym, value);
	}

	delete(pseudonym: string): void {
		this.partOf(pseudonym).delete(pseudonym);
	}

	private partOf(pseudonym: string): Map<string, V> {
		// Nobody can choose pseudonyms, so that they spread evenly.
		const number = pseudonym.charCodeAt(0) * 7 + pseudonym.charCodeAt(1);
		return this.parts[number % PARTS]!;
	}
}
