import { takeInPieces } from '../../../../nodes/SubscriptionMessaging/eventLoop/restingBody';
import { inTurn } from '../../../../nodes/SubscriptionMessaging/eventLoop/turns';

/** How often a part of the work was done, by the real turns. */
jest.mock('../../../../nodes/SubscriptionMessaging/eventLoop/turns', () => {
	const { inTurn: actual } = jest.requireActual<
		typeof import('../../../../nodes/SubscriptionMessaging/eventLoop/turns')
	>('../../../../nodes/SubscriptionMessaging/eventLoop/turns');
	return { inTurn: jest.fn(actual) };
});
const parts = jest.mocked(inTurn);

/** What the clock shows: work alone takes time. */
let now = 0;
beforeEach(() => {
	parts.mockClear();
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});

/** A body whose next chunk is always there. */
async function* body(chunks: Uint8Array[], onEnd = () => {}): AsyncGenerator<Uint8Array> {
	try {
		for (const chunk of chunks) yield await Promise.resolve(chunk);
	} finally {
		onEnd();
	}
}

const chunksOf = (count: number) => Array.from({ length: count }, (_, n) => Uint8Array.of(n));

function work(milliseconds: number): void {
	now += milliseconds;
}

/** How often other work had its turn. */
async function turnsOfOthers(task: () => Promise<unknown>): Promise<number> {
	let others = 0;
	let isOver = false;
	const other = () => {
		others += 1;
		if (!isOver) setImmediate(other);
	};
	setImmediate(other);
	await task();
	isOver = true;
	return others;
}

async function taken(chunks: Uint8Array[]): Promise<Uint8Array[]> {
	const pieces: Uint8Array[] = [];
	await takeInPieces(body(chunks), (piece) => pieces.push(piece) > 0);
	return pieces;
}

describe('a body', () => {
	it('is given in its order', async () => {
		expect(await taken(chunksOf(3))).toEqual(chunksOf(3));
	});

	it('is given in pieces of a size that takes a short time', async () => {
		const chunk = Uint8Array.from({ length: 40_000 }, (_, n) => n % 251);

		const pieces = await taken([chunk, new Uint8Array(16_384)]);

		expect(pieces.map(({ length }) => length)).toEqual([16_384, 16_384, 7_232, 16_384]);
		expect(Buffer.concat(pieces.slice(0, 3)).equals(chunk)).toBe(true);
	});

	it('may have empty chunks', async () => {
		expect(Buffer.concat(await taken([new Uint8Array(0), Uint8Array.of(1)]))).toHaveLength(1);
	});

	it.each([
		['many chunks', chunksOf(50)],
		['one chunk', [new Uint8Array(50 * 16_384)]],
	])('lets others work while %s are worked on', async (_, chunks) => {
		const others = await turnsOfOthers(async () => {
			await takeInPieces(body(chunks), () => {
				work(2);
				return true;
			});
		});

		expect(others).toBeGreaterThan(3);
	});

	it('ends when no more of it is wanted', async () => {
		const onEnd = jest.fn();

		const take = jest.fn(() => false);

		await takeInPieces(body(chunksOf(3), onEnd), take);

		expect(take).toHaveBeenCalledTimes(1);
		expect(onEnd).toHaveBeenCalledTimes(1);
	});
});

it.each([
	['no time', 0, 1],
	['two milliseconds', 2, 4],
	['five milliseconds', 5, 10],
])(
	'pieces that take %s are worked on in parts of five milliseconds',
	async (_what, time, count) => {
		let pieces = 0;
		await takeInPieces([new Uint8Array(10 * 16_384)], () => {
			work(time);
			pieces += 1;
			return true;
		});
		expect(pieces).toBe(10);
		expect(parts).toHaveBeenCalledTimes(count);
	},
);
