import type { Stop } from './stoppingProxy';
import { randomFrom, type Change, type Trial } from './trial';

const { CAMPAIGN_ROUNDS = '0' } = process.env;

/** Larger by `npm test -- campaign-long`. */
export const PEOPLE = Number(process.env.CAMPAIGN_PEOPLE ?? 1_000);
const SEED = Number(process.env.CAMPAIGN_SEED ?? 5);

/**
 * Questions that a run asks besides one for each request that was sent: 21 free numbers in two forms and
 * the last 40 numbers once more, those that are free in both forms, 13 others in both forms, and three
 * tickets of nobody.
 */
export const LOOK_UPS_BESIDE = 160;

/** About as many requests as a run of a new campaign asks before it sends. */
const SEARCH = 114;
/** As many as it sends at least, whatever the size of its batches. */
const SENDS = 66;

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

const CHANGES = ['as it was', 'shuffled', 'shortened', 'lengthened'] as const;
const WHATS = ['process', 'service'] as const;

/** With names that hold the seed, so that a failure can be repeated by `CAMPAIGN_SEED`. */
export function trials(): Array<[name: string, trial: Trial]> {
	const random = randomFrom(SEED);
	const trial = (change: Change, ...stops: Stop[]): [string, Trial] => {
		const points = stops.map(({ when, connection }) => `the ${when} ${connection}`).join(' and ');
		return [
			`${stops[0]!.what} stopped at ${points}, list ${change} (seed ${SEED})`,
			{ people: PEOPLE, change, stops, random },
		];
	};
	if (CAMPAIGN_ROUNDS === 'every') {
		// Four points a request, so that each of them meets each change.
		return everyPoint().map((stop, index) =>
			trial(CHANGES[(index + Math.floor(index / 4)) % CHANGES.length]!, stop),
		);
	}
	const rounds = Number(CAMPAIGN_ROUNDS);
	if (rounds === 0) {
		return [
			trial('lengthened', stopOf('process', random)),
			trial('shuffled', stopOf('service', random)),
		];
	}
	return Array.from({ length: rounds }).flatMap(() =>
		CHANGES.flatMap((change) =>
			WHATS.map((what) => {
				const stop = stopOf(what, random);
				// Now and then the run that is to complete it is stopped, too, while it searches.
				const again = { ...stopOf(what, random), connection: 1 + Math.floor(random() * 60) };
				return trial(change, stop, ...(random() < 0.4 ? [again] : []));
			}),
		),
	);
}

/** Before and after each request that every run makes, with n8n and with the service. */
function everyPoint(): Stop[] {
	return Array.from({ length: SEARCH + SENDS }, (_one, index) => index + 1).flatMap((connection) =>
		WHATS.flatMap((what) =>
			(['request', 'answer'] as const).map((when) => ({ what, when, connection })),
		),
	);
}
