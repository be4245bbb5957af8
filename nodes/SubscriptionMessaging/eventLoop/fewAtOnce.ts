import pLimit from 'p-limit';

/**
 * Does the work for each entry, in their order and only so many at a time. Where one fails, none is begun
 * any more.
 *
 * @returns what came of each
 */
export async function fewAtOnce<T, R>(
	atOnce: number,
	entries: readonly T[],
	work: (entry: T) => Promise<R>,
): Promise<R[]> {
	const limit = pLimit(atOnce);
	try {
		return await Promise.all(entries.map(async (entry) => await limit(work, entry)));
	} finally {
		limit.clearQueue();
	}
}
