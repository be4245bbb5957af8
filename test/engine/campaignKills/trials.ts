import type { Stop } from './stoppingProxy';
import { randomFrom, type Change, type Trial } from './trial';

/** Larger by `npm run test:campaign:long`. */
export const PEOPLE = Number(process.env.CAMPAIGN_PEOPLE ?? 1_000);
const ROUNDS = Number(process.env.CAMPAIGN_ROUNDS ?? 0);
const SEED = Number(process.env.CAMPAIGN_SEED ?? 5);

/**
 * Questions that a run asks besides one for each request that was sent: 21 free numbers in two forms and
 * the last 40 numbers once more, those that are free in both forms, 13 others in both forms, and three
 * tickets of nobody.
 */
export const LOOK_UPS_BESIDE = 160;

/** About as many requests as a run of a new campaign asks before it sends. */
const SEARCH = 114;

/** A point of a run with about 100 sends: mostly while it sends, sometimes while it asks. */
function stopOf(what: Stop['what'], random: () => number): Stop {
	const isSending = random() < 0.8;
	return {
		what,
		when: random() < 0.5 ? 'request' : 'answer',
		connection: isSending
			? SEARCH + 1 + Math.floor(random() * 50)
			: 1 + Math.floor(random() * SEARCH),
	};
}

/** With names that hold the seed, so that a failure can be repeated by `CAMPAIGN_SEED`. */
export function trials(): Array<[name: string, trial: Trial]> {
	const random = randomFrom(SEED);
	const trial = (what: Stop['what'], change: Change, more: Stop[] = []): [string, Trial] => {
		const stops = [stopOf(what, random), ...more];
		const points = stops.map(({ when, connection }) => `the ${when} ${connection}`).join(' and ');
		return [
			`${what} stopped at ${points}, list ${change} (seed ${SEED})`,
			{ people: PEOPLE, change, stops, random },
		];
	};
	if (ROUNDS === 0) return [trial('process', 'lengthened'), trial('service', 'shuffled')];
	const changes = ['as it was', 'shuffled', 'shortened', 'lengthened'] as const;
	return Array.from({ length: ROUNDS }).flatMap(() =>
		changes.flatMap((change) =>
			(['process', 'service'] as const).map((what) => {
				// Now and then the run that is to complete it is stopped, too, while it searches.
				const again = { ...stopOf(what, random), connection: 1 + Math.floor(random() * 60) };
				return trial(what, change, random() < 0.4 ? [again] : []);
			}),
		),
	);
}
