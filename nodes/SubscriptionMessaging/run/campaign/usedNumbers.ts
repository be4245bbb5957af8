import { hash } from 'node:crypto';

import { each, type Steps } from '../../service/collections/steps';
import { fewAtOnce } from '../../eventLoop/fewAtOnce';
import { rested } from '../../eventLoop/restingSteps';
import { knownForms, MOST_PARTS } from '../search/forms';
import { AHEAD, unusedNumber, usedBeyond, walkToEnd } from '../search/walk';
import { CampaignStop } from './campaignStop';

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
	if ((await searched.ask(unusedNumber())) !== undefined) throw provesNothing();
	// The numbers before the last ones are read once: what was accepted just before must show by then.
	const isLong = await reader.isUsed(AHEAD + 1);
	if (isLong) await pause();
	const readings = new Map<number, string>();
	const lowestFree = await walkToEnd(inParallel, async (number) => {
		const reading = await reader.read(number);
		readings.set(number, reading);
		return reading !== '';
	});
	// Whoever lacks the end of a longer text gets that alone, under a number that is not free then.
	if (reader.deepest > MOST_PARTS) throw provesNothing();
	if (reader.deepest >= searched.parts) {
		return await searchNumbers({ ...searched, parts: reader.deepest + 1 });
	}
	const used = new Set([...readings].flatMap(([number, reading]) => (reading ? [number] : [])));
	const end = lowestFree + AHEAD;
	const beyond = await usedBeyond(end, inParallel, async (number) => await reader.isUsed(number));
	const tooFar = [...used, ...beyond].find((number) => number >= end);
	if (tooFar !== undefined) throw showsLate(tooFar, lowestFree);
	await pause();
	const last = [...readings].filter(([number]) => !isLong || number >= lowestFree - AHEAD);
	await fewAtOnce(Math.min(inParallel, AHEAD), last, async ([number, before]) => {
		if ((await reader.read(number)) !== before) throw changedMeanwhile(number);
	});
	return used;
}

/**
 * The same for the same addresses in any order: the sum of their hashes, because to sort a million of
 * them would hold n8n. So would a hasher for each of them, when they are freed.
 */
function* sumOf(addresses: readonly string[]): Steps<string> {
	const sum = new BigUint64Array(4);
	yield* each(addresses, (address) => {
		const bytes = hash('sha256', address, 'buffer');
		for (const lane of sum.keys()) sum[lane]! += bytes.readBigUInt64LE(8 * lane);
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
		let reading = '';
		for (const { part, known } of forms) {
			await found(known, number, part);
			reading += `${part ?? 0} ${known.length} ${await rested(sumOf(known))};`;
		}
		return reading;
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

function showsLate(used: number, free: number): CampaignStop {
	return new CampaignStop(
		`the service knows number ${used} of the campaign and not yet number ${free}`,
		'Wait until the service shows all of its messages, and run the workflow again. If it never shows that one, find out with Message → Get Report who is under no ticket, and send to them with another campaign key.',
	);
}

function provesNothing(): CampaignStop {
	return new CampaignStop(
		'the service lists recipients under tickets that nobody has used',
		'It may keep only the beginning of a ticket. Ask the service who has the message, and send to the others with a shorter campaign key.',
	);
}

function changedMeanwhile(number: number): CampaignStop {
	return new CampaignStop(
		`what the service says about number ${number} of the campaign is still changing`,
		'Another execution may be sending it. Wait until that has ended, and run the workflow again.',
	);
}
