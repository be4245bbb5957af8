import { pause } from './pause';

/** Milliseconds of work after which whatever else n8n has to do gets its turn. */
const TURN = 10;

/** Bytes that are worked on without looking at the clock; the socket may give far more at once. */
const PIECE = 16 * 1024;

/**
 * A body in pieces as it arrives, with rests in between for as long as they are worked on. On a
 * fast connection there is always a next chunk, and n8n would come to nothing else.
 */
export async function* withRests(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	let worked = 0;
	for await (const chunk of body) {
		for (let at = 0; at === 0 || at < chunk.length; at += PIECE) {
			const start = performance.now();
			yield chunk.subarray(at, at + PIECE);
			worked += performance.now() - start;
			if (worked < TURN) continue;
			await pause(0);
			worked = 0;
		}
	}
}
