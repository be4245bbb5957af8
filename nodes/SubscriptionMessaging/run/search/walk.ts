import { randomInt } from 'node:crypto';

import { fewAtOnce } from '../../eventLoop/fewAtOnce';

/**
 * How far the numbers of a campaign may be ahead: number n + 20 never starts before n is known to be
 * accepted, so none that was used lies 20 or more beyond one that was not.
 */
export const AHEAD = 20;

/**
 * How far beyond the end of the search a few numbers are asked for. What the service no longer lists, or
 * never did, is no end of the campaign.
 */
export const BEYOND = Array.from({ length: 12 }, (_none, power) => 2 ** power);

/**
 * A number that nobody can have used. It begins as the first number does, so that a service that keeps
 * only a part of a ticket takes it for one that was used.
 */
export function unusedNumber(): number {
	return randomInt(100_000_000, 200_000_000);
}

/** Of a few numbers beyond the end of a search, those that are in use, in their order. */
export async function usedBeyond(
	end: number,
	inParallel: number,
	isUsed: (number: number) => Promise<boolean>,
): Promise<number[]> {
	const numbers = BEYOND.map((more) => end + more);
	const isInUse = await fewAtOnce(Math.min(inParallel, AHEAD), numbers, isUsed);
	return numbers.filter((_number, nth) => isInUse[nth]);
}

/**
 * Asks for the numbers of a campaign in their order, up to 20 beyond the lowest free one.
 *
 * @param isUsed asks for one number; what it throws ends the walk
 * @returns the lowest free number
 */
export async function walkToEnd(
	inParallel: number,
	isUsed: (number: number) => Promise<boolean>,
): Promise<number> {
	let lowestFree = Infinity;
	const end = () => lowestFree + AHEAD;
	await walk(1, inParallel, end, async (number) => {
		if (!(await isUsed(number))) lowestFree = Math.min(lowestFree, number);
	});
	return lowestFree;
}

/**
 * Asks for the numbers of a campaign up to 20 beyond the highest that is in use, for a report: what the
 * service does not list between them ends nothing.
 *
 * @returns the highest number in use
 */
export async function walkAll(
	inParallel: number,
	isUsed: (number: number) => Promise<boolean>,
): Promise<number> {
	let highest = 0;
	let next = 1;
	const end = () => highest + AHEAD;
	for (;;) {
		next = await walk(next, inParallel, end, async (number) => {
			if (await isUsed(number)) highest = Math.max(highest, number);
		});
		const further = (await usedBeyond(end(), inParallel, isUsed)).at(-1);
		if (further === undefined) return highest;
		highest = further;
	}
}

/**
 * Takes numbers in their order, a few at a time, up to an end that may change meanwhile.
 *
 * @param take takes one number; what it throws ends the walk
 * @returns the number after the last one
 */
async function walk(
	first: number,
	inParallel: number,
	end: () => number,
	take: (number: number) => Promise<void>,
): Promise<number> {
	let next = first;
	let isEnded = false;
	const takeEach = async () => {
		while (next <= end() && !isEnded) {
			const number = next++;
			await take(number).catch((error: unknown) => {
				isEnded = true;
				return Promise.reject(error);
			});
		}
	};
	await Promise.all(Array.from({ length: Math.min(inParallel, AHEAD) }, takeEach));
	return next;
}
