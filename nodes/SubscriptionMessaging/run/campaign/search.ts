import { createHash } from 'node:crypto';

import pLimit from 'p-limit';

/**
 * How far the numbers of a campaign may be ahead: number n + 20 never starts before n is known to be
 * accepted, so none that was used lies 20 or more beyond one that was not.
 */
export const AHEAD = 20;

/** Why a campaign cannot go on, found out before anything of it is sent. */
export class CampaignStop extends Error {
	/** @param fix what a person can do about it */
	constructor(
		readonly reason: string,
		readonly fix: string,
	) {
		super(reason);
	}
}

/** What a search asks, and whom it tells what it finds. */
export interface Searched {
	/**
	 * The addresses that the service lists under a ticket; undefined where it does not know the ticket.
	 *
	 * @throws CampaignStop where it could not say
	 */
	ask(number: number, part?: number): Promise<readonly string[] | undefined>;
	/** Called with each address once a reading; without a part for a text that was not split. */
	found(address: string, number: number, part?: number): void;
	/** Waits long enough for a message to show that was accepted just before. */
	pause(): Promise<void>;
	/** Parts of the text that is to be sent; 1 where it is not split. */
	readonly parts: number;
	readonly inParallel: number;
}

/**
 * Finds the numbers that a campaign has used, and whom the service lists under them. The search ends by
 * the rule of {@link AHEAD}, 20 numbers beyond the lowest free one, and reads the last numbers twice.
 *
 * @returns the numbers that were used
 * @throws CampaignStop where the two readings differ, or a number is in use that cannot be yet
 */
export async function searchNumbers(searched: Searched): Promise<ReadonlySet<number>> {
	const readings = new Map<number, string>();
	let lowestFree = Infinity;
	let next = 1;
	let isStopped = false;
	const readOn = async () => {
		while (next <= lowestFree + AHEAD && !isStopped) {
			const number = next;
			next += 1;
			const reading = await read(searched, number).catch((error: unknown) => {
				isStopped = true;
				return Promise.reject(error);
			});
			readings.set(number, reading);
			if (reading === '') lowestFree = Math.min(lowestFree, number);
		}
	};
	await Promise.all(Array.from({ length: Math.min(searched.inParallel, AHEAD) }, readOn));
	const used = new Set([...readings].flatMap(([number, reading]) => (reading ? [number] : [])));
	const tooFar = [...used].find((number) => number >= lowestFree + AHEAD);
	if (tooFar !== undefined) throw showsLate(tooFar, lowestFree);
	await searched.pause();
	const limit = pLimit(Math.min(searched.inParallel, AHEAD));
	const last = [...readings].filter(([number]) => number >= lowestFree - AHEAD);
	await Promise.all(
		last.map(([number, before]) =>
			limit(async () => {
				if ((await read(searched, number)) !== before) throw changes(number);
			}),
		),
	);
	return used;
}

/** What the service lists under the tickets of a number, in short; empty for a free one. */
async function read({ ask, found, parts }: Searched, number: number): Promise<string> {
	const own = parts > 1 ? Array.from({ length: parts }, (_part, index) => index + 1) : [undefined];
	const listed = await Promise.all(own.map((part) => ask(number, part)));
	// An earlier run may have sent the text in another number of parts.
	const others = listed.includes(undefined) ? [parts > 1 ? undefined : 1] : [];
	const all = [...own, ...others];
	for (const part of others) listed.push(await ask(number, part));
	const digest = createHash('sha256');
	let isUsed = false;
	for (const [position, addresses] of listed.entries()) {
		if (addresses === undefined) continue;
		isUsed = true;
		const part = all[position];
		for (const address of addresses) found(address, number, part);
		digest.update(JSON.stringify([part ?? 0, addresses.toSorted()]));
	}
	return isUsed ? digest.digest('base64') : '';
}

function showsLate(used: number, free: number): CampaignStop {
	return new CampaignStop(
		`the service knows number ${used} of the campaign and not yet number ${free}`,
		'Wait until the service shows all of its messages, and run the workflow again.',
	);
}

function changes(number: number): CampaignStop {
	return new CampaignStop(
		`what the service says about number ${number} of the campaign is still changing`,
		'Another execution may be sending it. Wait until that has ended, and run the workflow again.',
	);
}
