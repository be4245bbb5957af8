/** Parts of a text that are joined at once: to join millions of them takes long. */
const PARTS = 1_000;

/** A text that is made of very many parts, some of which are single characters. */
export class GrowingText {
	private parts: string[] = [];

	private readonly joined: string[] = [];

	add(part: string): void {
		this.parts.push(part);
		if (this.parts.length < PARTS) return;
		this.joined.push(this.parts.join(''));
		this.parts = [];
	}

	get whole(): string {
		return [...this.joined, ...this.parts].join('');
	}
}
