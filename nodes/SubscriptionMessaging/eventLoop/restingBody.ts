import type { Steps } from '../service/collections/steps';
import { rested } from './restingSteps';

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
		if (!(await rested(piecesOf(chunk, take)))) return;
	}
}

/** @returns whether more than this chunk is wanted */
function* piecesOf(chunk: Uint8Array, take: (piece: Uint8Array) => boolean): Steps<boolean> {
	for (let at = 0; take(chunk.subarray(at, at + PIECE)); ) {
		at += PIECE;
		if (at >= chunk.length) return true;
		yield;
	}
	return false;
}
