import { inTurn } from './turns';

/** Milliseconds that are worked on at once. */
const PART = 5;

/** Bytes that are worked on without looking at the clock; the socket may give far more at once. */
const PIECE = 16 * 1024;

/**
 * Takes a body in pieces as it arrives, with rests in between. On a fast connection there is always a
 * next chunk, and n8n would come to nothing else.
 *
 * @param take says whether more is wanted
 */
export async function takeInPieces(
	body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
	take: (piece: Uint8Array) => boolean,
): Promise<void> {
	for await (const chunk of body) {
		let at = 0;
		const takePart = () => {
			const end = performance.now() + PART;
			do {
				if (!take(chunk.subarray(at, at + PIECE))) return false;
				at += PIECE;
			} while (at < chunk.length && performance.now() < end);
			return true;
		};
		do {
			if (!(await inTurn(takePart))) return;
		} while (at < chunk.length);
	}
}
