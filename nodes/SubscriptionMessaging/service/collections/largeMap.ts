/** Maps that the keys are spread over. */
const PARTS = 256;

/**
 * A map that grows in small steps: a single one of a million entries is copied as a whole now and then,
 * which takes longer than n8n is to be held.
 */
export class LargeMap<V> {
	private readonly parts: ReadonlyArray<Map<string, V>> = Array.from(
		{ length: PARTS },
		() => new Map<string, V>(),
	);

	/** So that nobody can choose keys that all belong to one part. */
	private readonly start = Math.floor(Math.random() * 2 ** 32);

	get(key: string): V | undefined {
		return this.partOf(key).get(key);
	}

	has(key: string): boolean {
		return this.partOf(key).has(key);
	}

	set(key: string, value: V): void {
		this.partOf(key).set(key, value);
	}

	delete(key: string): void {
		this.partOf(key).delete(key);
	}

	get size(): number {
		return this.parts.reduce((size, part) => size + part.size, 0);
	}

	private partOf(key: string): Map<string, V> {
		let hash = this.start;
		for (let at = 0; at < key.length; at++) {
			hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
		}
		return this.parts[hash >>> 24]!;
	}
}
