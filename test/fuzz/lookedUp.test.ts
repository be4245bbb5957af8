import {
	groupsReached,
	kindOfUnit,
	type Division,
} from '../../nodes/SubscriptionMessaging/service/answer/organization';
import { rested } from '../../nodes/SubscriptionMessaging/eventLoop/restingSteps';
import { HOSTILE_INPUTS } from '../nodes/SubscriptionMessaging/hostileInputs';
import { HOSTILE_ANSWERS } from '../nodes/SubscriptionMessaging/service/answer/hostileAnswers';
import { executed, posted } from '../nodes/SubscriptionMessaging/wholePath';
import { judgedWhole } from './judge';

// A run waits two seconds before it asks again; here others get their turn, and no time passes.
jest.mock('../../nodes/SubscriptionMessaging/eventLoop/sleep', () => ({
	sleepFor: async () => await new Promise((resolve) => setImmediate(resolve)),
}));

const times = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

const control = async () =>
	await posted({ body: Buffer.from(JSON.stringify(times(1_500, (to) => ({ to })))) });

test.each(HOSTILE_INPUTS)('$name', async ({ size, prepare, becomes }) => {
	const { work } = await prepare(size);
	const made = await judgedWhole(work, control);
	// A run whose fields are refused would read nothing.
	expect((made as Error).message ?? '').not.toContain(' must be ');
	if (becomes !== undefined) expect(Array.isArray(made) ? made.length : made).toBe(becomes);
});

test.each(HOSTILE_ANSWERS)('an answer: $name', async ({ size, prepare }) => {
	await judgedWhole((await prepare(size)).work, control);
});

const NOTHING = new Array<null>(900_000).fill(null);

/** What the tree of an organization may hold, where a keyword is looked for in it. */
const TREES: ReadonlyArray<[what: string, prepare: () => () => Promise<unknown>]> = [
	[
		'keywords of a group that is looked for',
		() => {
			const keywords = times(900_000, (index) => ({ word: `Word ${index}` }));
			const tree: Division = { name: 'a', subscriptionnodes: [{ name: 'g', keywords }] };
			return async () => await rested(kindOfUnit(tree, { code: '12345', keyword: 'nobody' }));
		},
	],
	[
		'nil entries of an organization',
		() => {
			const tree = { name: 'a', divisions: NOTHING, subscriptionnodes: NOTHING };
			return async () =>
				await rested(kindOfUnit(tree as unknown as Division, { code: '12345', keyword: 'nobody' }));
		},
	],
	[
		'divisions, each with a list of its own',
		() => {
			const divisions = times(450_000, () => ({ name: 'n', divisions: [{ name: 'b' }] }));
			return async () =>
				await rested(kindOfUnit({ name: 'a', divisions }, { code: '12345', keyword: 'nobody' }));
		},
	],
	[
		'groups that a message reaches',
		() => {
			const subscriptionnodes = times(600_000, (index) => ({ keyword: `g${index}` }));
			const tree: Division = { name: 'a', keyword: 'A', subscriptionnodes };
			return async () => await rested(groupsReached(tree, { code: '1', keyword: 'A' }, true));
		},
	],
];

test.each(TREES)('very many %s', async (_what, prepare) => {
	await judgedWhole(prepare(), control);
});

/** What is too long for a name is refused as soon as it is read. */
test.each<[what: string, name: (text: string) => string]>([
	['ids', (name) => `<x id="${name}">x</x>`],
	['names of elements', (name) => `<${name}/>`],
	['names of attributes', (name) => `<x ${name}=""/>`],
])('%s that are too long', async (_what, name) => {
	const long = (index: number) => name('x'.repeat(17_000) + (100_000 + index));
	const answer = Buffer.from(
		'<s:Envelope xmlns:s="s"><s:Body><getAllSubscribersResponse><return><result>true</result>' +
			`<response>${times(1_000, long).join('')}</response></return></getAllSubscribersResponse></s:Body></s:Envelope>`,
	);
	const parameters = { resource: 'subscriber', operation: 'getMany', status: 'all', keyword: 'N' };
	const read = { ...parameters, simplify: true, returnAll: true };
	const made = await judgedWhole(async () => await executed(read, () => answer), control);
	expect(made).toMatchObject({ description: expect.stringContaining('10000 characters') });
});
