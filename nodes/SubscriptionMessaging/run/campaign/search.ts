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
	const lowestFree = await walkNumbers(searched.inParallel, async (number) => {
		const reading = await read(searched, number);
		readings.set(number, reading);
		return reading !== '';
	});
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

/**
 * Asks for the numbers of a campaign in their order, up to 20 beyond the lowest free one.
 *
 * @param isUsed asks for one number; what it throws ends the walk
 * @returns the lowest free number
 */
export async function walkNumbers(
	inParallel: number,
	isUsed: (number: number) => Promise<boolean>,
): Promise<number> {
	let lowestFree = Infinity;
	let next = 1;
	let isStopped = false;
	const walk = async () => {
		while (next <= lowestFree + AHEAD && !isStopped) {
			const number = next;
			next += 1;
			const used = await isUsed(number).catch((error: unknown) => {
				isStopped = true;
				return Promise.reject(error);
			});
			if (!used) lowestFree = Math.min(lowestFree, number);
		}
	};
	await Promise.all(Array.from({ length: Math.min(inParallel, AHEAD) }, walk));
	return lowestFree;
}

/**
 * What is known under a number, whole and in parts: an earlier run may have sent the text in another
 * number of parts. Nothing for a free number.
 */
export async function knownForms<T>(
	parts: number,
	ask: (part?: number) => Promise<T | undefined>,
): Promise<Array<{ part?: number; known: T }>> {
	const own = parts > 1 ? Array.from({ length: parts }, (_part, index) => index + 1) : [undefined];
	const answers = await Promise.all(own.map(ask));
	const others = answers.includes(undefined) ? [parts > 1 ? undefined : 1] : [];
	for (const part of others) answers.push(await ask(part));
	return [...own, ...others].flatMap((part, position) => {
		const known = answers[position];
		return known === undefined ? [] : [{ ...(part !== undefined && { part }), known }];
	});
}

/** What the service lists under the tickets of a number, in short; empty for a free one. */
async function read({ ask, found, parts }: Searched, number: number): Promise<string> {
	const forms = await knownForms(parts, async (part) => await ask(number, part));
	if (forms.length === 0) return '';
	const digest = createHash('sha256');
	for (const { part, known } of forms) {
		for (const address of known) found(address, number, part);
		digest.update(JSON.stringify([part ?? 0, known.toSorted()]));
	}
	return digest.digest('base64');
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
