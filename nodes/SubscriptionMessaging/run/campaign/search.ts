import { createHash, randomInt } from 'node:crypto';

import pLimit from 'p-limit';

import { each, type Steps } from '../../service/collections/steps';
import { rested } from '../../eventLoop/restingSteps';

/**
 * How far the numbers of a campaign may be ahead: number n + 20 never starts before n is known to be
 * accepted, so none that was used lies 20 or more beyond one that was not.
 */
export const AHEAD = 20;

/** Parts of a text that can be told apart; nobody gets one in so many messages. */
export const MOST_PARTS = 30;

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
	/** Called with the addresses once a reading; without a part for a text that was not split. */
	found(addresses: readonly string[], number: number, part?: number): Promise<void>;
	/** Waits long enough for a message to show that was accepted just before. */
	pause(): Promise<void>;
	/** Parts that a number is asked for: one more than the longest text has, or 1 where none is split. */
	readonly parts: number;
	readonly inParallel: number;
}

/**
 * Finds the numbers that a campaign has used, and whom the service lists under them. The search ends by
 * the rule of {@link AHEAD}, 20 numbers beyond the lowest free one, and reads the last numbers twice.
 *
 * @returns the numbers that were used
 * @throws CampaignStop where the two readings differ, a number is in use that cannot be yet, or the
 * service does not tell tickets apart
 */
export async function searchNumbers(searched: Searched): Promise<ReadonlySet<number>> {
	const { inParallel, pause } = searched;
	const reader = new Reader(searched);
	if ((await searched.ask(unusedNumber())) !== undefined) throw notToldApart();
	// The numbers before the last ones are read once: what was accepted just before must show by then.
	const isLong = await reader.isUsed(AHEAD + 1);
	if (isLong) await pause();
	const readings = new Map<number, string>();
	const lowestFree = await walkNumbers(inParallel, async (number) => {
		const reading = await reader.read(number);
		readings.set(number, reading);
		return reading !== '';
	});
	// Whoever lacks the end of a longer text gets that alone, under a number that is not free then.
	if (reader.deepest >= searched.parts && reader.deepest <= MOST_PARTS) {
		return await searchNumbers({ ...searched, parts: reader.deepest + 1 });
	}
	const used = new Set([...readings].flatMap(([number, reading]) => (reading ? [number] : [])));
	const end = lowestFree + AHEAD;
	const limit = pLimit(Math.min(inParallel, AHEAD));
	const beyond = BEYOND.map((more) => end + more);
	const isInUse = await Promise.all(
		beyond.map((number) => limit(async () => await reader.isUsed(number))),
	);
	const tooFar = [...used, ...beyond.filter((_number, nth) => isInUse[nth])].find(
		(number) => number >= end,
	);
	if (tooFar !== undefined) throw showsLate(tooFar, lowestFree);
	await pause();
	const last = [...readings].filter(([number]) => !isLong || number >= lowestFree - AHEAD);
	await Promise.all(
		last.map(([number, before]) =>
			limit(async () => {
				if ((await reader.read(number)) !== before) throw changedMeanwhile(number);
			}),
		),
	);
	return used;
}

/**
 * The same for the same addresses in any order: the sum of their hashes, because to sort a million of
 * them would hold n8n.
 */
function* sumOf(addresses: readonly string[]): Steps<string> {
	const sum = new BigUint64Array(4);
	yield* each(addresses, (address) => {
		const hash = createHash('sha256').update(address).digest();
		for (const lane of sum.keys()) sum[lane]! += hash.readBigUInt64LE(8 * lane);
	});
	return sum.join(' ');
}

/** Reads what the service lists under the numbers of a campaign. */
class Reader {
	/** Whether the last text that was found had been split: the next one probably was as well. */
	private wasSplit: boolean;

	/** Last part that was found of a text; 0 where none was split. */
	deepest = 0;

	constructor(private readonly searched: Searched) {
		this.wasSplit = searched.parts > 1;
	}

	/** What the service lists under the tickets of a number, in short; empty for a free one. */
	async read(number: number): Promise<string> {
		const { found } = this.searched;
		const forms = await this.formsOf(number);
		if (forms.length === 0) return '';
		const digest = createHash('sha256');
		for (const { part, known } of forms) {
			await found(known, number, part);
			digest.update(`${part ?? 0} ${known.length} ${await rested(sumOf(known))};`);
		}
		return digest.digest('base64');
	}

	/** Whether anything was sent under a number. */
	async isUsed(number: number): Promise<boolean> {
		return (await this.formsOf(number)).length > 0;
	}

	private async formsOf(number: number) {
		const { ask, parts } = this.searched;
		const forms = await knownForms(parts, async (part) => await ask(number, part), this.wasSplit);
		// Of a longer text all parts, so that the search need not begin again for each.
		for (let part = (forms.at(-1)?.part ?? 0) + 1; part > parts && part <= MOST_PARTS; part += 1) {
			const known = await ask(number, part);
			if (known === undefined) break;
			forms.push({ part, known });
		}
		for (const { part = 0 } of forms) {
			this.wasSplit = part > 0;
			this.deepest = Math.max(this.deepest, part);
		}
		return forms;
	}
}

/**
 * Asks for the numbers of a campaign in their order, up to 20 beyond the lowest free one.
 *
 * @param isUsed asks for one number; what it throws ends the walk
 * @returns the lowest free number
 */
async function walkNumbers(
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
	const walk = async () => {
		while (next <= highest + AHEAD) {
			const number = next;
			next += 1;
			if (await isUsed(number)) highest = Math.max(highest, number);
		}
	};
	for (;;) {
		await Promise.all(Array.from({ length: Math.min(inParallel, AHEAD) }, walk));
		const beyond = BEYOND.map((more) => highest + AHEAD + more);
		const isInUse = await Promise.all(beyond.map(isUsed));
		const further = beyond.findLast((_number, nth) => isInUse[nth]);
		if (further === undefined) return highest;
		highest = further;
	}
}

/**
 * What is known under a number: the whole text, or parts that follow each other, because whoever has a
 * part has those before it. An earlier run may have sent the text in another number of parts, or some of
 * them under another number. Nothing for a free number.
 *
 * @param splitFirst whether to ask for the parts before the whole text
 */
export async function knownForms<T>(
	parts: number,
	ask: (part?: number) => Promise<T | undefined>,
	splitFirst: boolean,
): Promise<Array<{ part?: number; known: T }>> {
	for (const isSplit of [splitFirst, !splitFirst]) {
		const forms: Array<{ part?: number; known: T }> = [];
		for (const part of isSplit
			? Array.from({ length: parts }, (_n, nth) => nth + 1)
			: [undefined]) {
			const known = await ask(part);
			if (known !== undefined) forms.push({ ...(part !== undefined && { part }), known });
			else if (forms.length > 0) break;
		}
		if (forms.length > 0) return forms;
	}
	return [];
}

function showsLate(used: number, free: number): CampaignStop {
	return new CampaignStop(
		`the service knows number ${used} of the campaign and not yet number ${free}`,
		'Wait until the service shows all of its messages, and run the workflow again. If it never shows that one, find out with Message → Get Report who is under no ticket, and send to them with another campaign key.',
	);
}

function notToldApart(): CampaignStop {
	return new CampaignStop(
		'the service lists recipients under a ticket that nobody has used',
		'It may keep only the beginning of a ticket. Ask the service who has the message, and send to the others with a shorter campaign key.',
	);
}

function changedMeanwhile(number: number): CampaignStop {
	return new CampaignStop(
		`what the service says about number ${number} of the campaign is still changing`,
		'Another execution may be sending it. Wait until that has ended, and run the workflow again.',
	);
}
