import { pause } from './pause';

/** Milliseconds of work after which whatever else n8n has to do gets its turn. */
const TURN = 10;

/**
 * The chunks of a body as they arrive, with rests in between for as long as they are worked on. On a
 * fast connection there is always a next chunk, and n8n would come to nothing else.
 */
export async function* withRests<T>(body: AsyncIterable<T>): AsyncGenerator<T> {
	let worked = 0;
	for await (const chunk of body) {
		const start = performance.now();
		yield chunk;
		worked += performance.now() - start;
		if (worked < TURN) continue;
		await pause(0);
		worked = 0;
	}
}
