import { writings } from './leakyService';

/** Characters of a secret, or of one of its writings, that nobody may find. */
const PART = 10;

/** Finds where a text holds a part of a secret, however that is written. */
export function secretSearch(secrets: readonly string[]): (text: string) => string[] {
	const parts = new Set<string>();
	const add = (text: string) => {
		for (let start = 0; start + PART <= text.length; start += 1) {
			const part = text.slice(start, start + PART).toLowerCase();
			// What JSON writes of quotes alone is in every execution.
			if (/[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(part)) parts.add(part);
		}
	};
	for (const text of secrets.flatMap(writings)) {
		// As n8n stores and serves it, too: in JSON, which it may put into JSON again.
		let written = text;
		for (let times = 0; times < 3; times += 1) {
			add(written);
			written = JSON.stringify(written).slice(1, -1);
		}
	}
	return (text) => {
		const lower = text.toLowerCase();
		const places: string[] = [];
		for (let start = 0; start + PART <= lower.length && places.length < 5; start += 1) {
			if (!parts.has(lower.slice(start, start + PART))) continue;
			places.push(text.slice(Math.max(0, start - 120), start + 60));
			start += 200;
		}
		return places;
	};
}
