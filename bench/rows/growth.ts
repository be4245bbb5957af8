import { CallbackRefusedError } from '../../nodes/SubscriptionMessaging/service/callback/budget';
import { rested } from '../../nodes/SubscriptionMessaging/eventLoop/restingSteps';
import { holdWhole } from '../../test/fuzz/held';
import { workedTime } from '../../test/workedTime';
import * as inputs from '../../test/nodes/SubscriptionMessaging/hostileInputs';
import { HOSTILE_ANSWERS } from '../../test/nodes/SubscriptionMessaging/service/answer/hostileAnswers';
import * as posts from '../../test/nodes/SubscriptionMessaging/service/callback/hostilePosts';
import { inTurn, start, type Bench, type Figures, type Programs, type Turn } from '../turns';
import { atMost, kilobytes, milliseconds, times, type Section } from '../document';

/** Parts of the size at which an input was found to take long, so that most are read to their end. */
const PARTS = 8;

/** How often the smallest size of each input, which takes 10 ms or more. */
const SIZES = [1, 2, 4];

/**
 * Work that grew with the square would grow sixteenfold. Garbage of one size may be collected while the
 * next one is measured.
 */
const MOST_GROWTH = 6.4;

/** Milliseconds that are measured well enough, and how often work that takes less is repeated for them. */
const ENOUGH = 20;
const MOST_REPEATS = 50;

type Shape = Pick<inputs.HostileInput, 'name' | 'size' | 'prepare'>;

const ofPost = ({ name, body }: posts.HostilePost): Shape => ({
	name,
	size: 1,
	prepare(scale) {
		const post = Buffer.from(body(scale));
		const work = async () =>
			await rested(posts.taken(post)).catch((error) => {
				if (!(error instanceof CallbackRefusedError)) throw error;
			});
		return { bytes: post.length, work };
	},
});

/** What a service may answer or anybody post; the last group is the whole way to what n8n goes on with. */
const GROUPS: Record<string, readonly Shape[]> = {
	Answer: HOSTILE_ANSWERS,
	Post: posts.HOSTILE_POSTS.map(ofPost),
	'Made of it': inputs.HOSTILE_INPUTS,
};

async function growing({ size, prepare }: Shape): Promise<Turn> {
	// A run waits for seconds before it asks again. What is measured is what it does, and not how it waits.
	const { setTimeout: after } = globalThis;
	globalThis.setTimeout = ((work: () => void) => after(work, 0)) as typeof setTimeout;
	const prepared = await Promise.all(SIZES.map((factor) => prepare((factor * size) / PARTS)));
	return async () => {
		const figures: Figures = { longest: 0 };
		for (const [index, { bytes, work }] of prepared.entries()) {
			let [worked, repeats] = [0, 0];
			// Repeated as long as it is too short to be measured once.
			while (worked < ENOUGH && repeats < MOST_REPEATS) {
				globalThis.gc?.();
				const start = workedTime();
				figures.longest = Math.max(figures.longest!, (await holdWhole(work)).longest);
				worked += workedTime() - start;
				repeats++;
			}
			figures[`work${index}`] = worked / repeats;
			figures[`bytes${index}`] = bytes;
		}
		return { ...figures, growth: figures.work2! / figures.work0! };
	};
}

export const programs: Programs<null> = {};
for (const [group, shapes] of Object.entries(GROUPS)) {
	for (const shape of shapes) programs[`${group}: ${shape.name}`] = () => growing(shape);
}

/** How the work for hostile inputs grows with their size, which a time alone doesn't tell. */
export async function measure(bench: Bench): Promise<Section> {
	const names = Object.keys(programs);
	const measured: Array<{ name: string; sizes: string[]; growth: number; longest: number }> = [];
	for (const name of names) {
		const results = await inTurn(start(bench, 'rows/growth', [name], null), bench.rounds);
		const median = (figure: string) => results.median(name, figure);
		const ofSizes = (figure: string, as: (value: number) => string) =>
			SIZES.map((_, index) => as(median(`${figure}${index}`))).join(', ');
		const sizes = [ofSizes('bytes', kilobytes), ofSizes('work', milliseconds)];
		measured.push({ name, sizes, growth: median('growth'), longest: median('longest') });
	}
	const most = (figure: 'growth' | 'longest') =>
		measured.reduce((one, other) => (other[figure] > one[figure] ? other : one));
	const [steepest, longest] = [most('growth'), most('longest')];
	const ofSteepest = `Growth of the steepest of ${names.length} inputs (${steepest.name})`;
	const ofLongest = `Work at once of the longest of them (${longest.name})`;
	return {
		title: 'Growth',
		text: 'What a broken or hostile service can send, at three sizes of which each repeats its parts twice as often as the one before; some are refused at once from a size on. Work is that of the thread, whatever else the machine has to do.',
		goals: [
			atMost(MOST_GROWTH, ofSteepest, steepest.growth),
			atMost(50, ofLongest, longest.longest, milliseconds),
		],
		pictures: [],
		header: ['Input', 'Sizes', 'Work', 'Largest against smallest', 'Most work at once'],
		lines: measured.map(({ name, sizes, growth, longest }) => [
			...[name, ...sizes, times(growth), milliseconds(longest)],
		]),
	};
}
