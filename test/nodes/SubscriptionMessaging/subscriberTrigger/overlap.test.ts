import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { alone } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/overlap';

let workflows = 0;

/** A published trigger, whose polls n8n's scheduler begins from what is stored just then. */
function published(stored: string | number | null = 'zero') {
	workflows += 1;
	const id = `overlap ${workflows}`;
	const state = { now: 0, stored, began: [] as Array<typeof stored> };
	/** Begins a poll; what it returns ends the poll with another cursor, or the same. */
	const poll = (node = 'trigger', parameters = {}, name = node) => {
		const staticData: IDataObject =
			typeof state.stored !== 'string'
				? { cursor: state.stored }
				: state.stored
					? { cursor: { seal: state.stored } }
					: {};
		const context = {
			getWorkflow: () => ({ id }),
			getNode: () => ({ id: node, name, parameters }),
			getWorkflowStaticData: (type: string) => (type === 'node' ? staticData : {}),
		} as unknown as IPollFunctions;
		let end = (_cursor: string | Error) => {};
		const ended = new Promise<string | Error>((resolve) => (end = resolve));
		const began = state.stored;
		const enter = async () =>
			await alone(
				context,
				async (isCurrent) => {
					state.began.push(began);
					const cursor = await ended;
					if (cursor instanceof Error) throw cursor;
					if (!isCurrent()) return 'told nothing';
					staticData.cursor = { seal: cursor };
					return 'polled';
				},
				() => state.now,
			);
		/** Nothing happens in it. */
		const pollsBefore = async () =>
			await alone(
				context,
				async () => 'nothing',
				() => state.now,
			);
		return { enter, end, pollsBefore };
	};
	return { state, poll };
}

it('runs no poll while another one of the same trigger is under way, in whatever context', async () => {
	const { poll } = published();
	const [first, second] = [poll(), poll()];
	const running = first.enter();
	expect(await second.enter()).toBeUndefined();
	first.end('one');
	expect(await running).toBe('polled');
});

it('runs no poll from a cursor that another one changed, which n8n may not have stored yet', async () => {
	const { state, poll } = published();
	const [first, late, later] = [poll(), poll(), poll()];
	first.end('one');
	await first.enter();
	expect(await late.enter()).toBeUndefined();

	state.stored = 'one';
	const next = poll();
	next.end('two');
	expect(await next.enter()).toBe('polled');
	expect(await later.enter()).toBeUndefined();
	expect(state.began).toEqual(['zero', 'one']);
});

it('begins from it again after a minute, because it was never stored', async () => {
	const { state, poll } = published();
	const lost = poll();
	lost.end('one');
	await lost.enter();
	state.now = 59_999;
	expect(await poll().enter()).toBeUndefined();
	state.now = 60_000;
	const again = poll();
	again.end('one');
	expect(await again.enter()).toBe('polled');
});

it('runs polls that change nothing, and those after one that failed', async () => {
	const { state, poll } = published();
	state.stored = 'one';
	for (const end of ['one', new Error('busy'), 'one', 'two']) {
		const one = poll();
		one.end(end);
		await one.enter().catch(() => undefined);
	}
	expect(state.began).toEqual(['one', 'one', 'one', 'one']);
});

it('takes a group that is as it was before for another poll', async () => {
	const { state, poll } = published();
	for (const [from, to] of [
		['one', 'two'],
		['two', 'one'],
		['one', 'two'],
	] as const) {
		state.stored = from;
		const one = poll();
		one.end(to);
		expect(await one.enter()).toBe('polled');
	}
});

it('takes a cursor that is damaged for another one than none', async () => {
	const { state, poll } = published();
	const first = poll();
	first.end('one');
	await first.enter();
	state.stored = 7;
	const damaged = poll();
	damaged.end('two');
	expect(await damaged.enter()).toBe('polled');
});

it('takes a cursor that is damaged for another one than one that is damaged otherwise', async () => {
	const { state, poll } = published(7);
	const [first, late] = [poll(), poll()];
	first.end('one');
	await first.enter();
	expect(await late.enter()).toBeUndefined();
	for (const stored of [8, null]) {
		state.stored = stored;
		const other = poll();
		other.end('two');
		expect(await other.enter()).toBe('polled');
	}
});

it('lets each trigger of a workflow poll', async () => {
	const { poll } = published();
	const [first, other] = [poll('first'), poll('other')];
	const running = first.enter();
	other.end('one');
	expect(await other.enter()).toBe('polled');
	first.end('one');
	await running;
});

it('lets triggers of one id poll, which are two nodes by their names', async () => {
	const { poll } = published();
	const [first, other] = [poll('same', {}, 'A'), poll('same', {}, 'B')];
	const running = first.enter();
	other.end('one');
	expect(await other.enter()).toBe('polled');
	first.end('one');
	expect(await running).toBe('polled');
});

describe('where n8n has one context for a publication', () => {
	it('runs no poll of it while another one is under way', async () => {
		const { state, poll } = published();
		const only = poll();
		await only.pollsBefore();
		const running = only.enter();
		expect(await only.enter()).toBeUndefined();
		only.end('one');
		expect(await running).toBe('polled');
		expect(state.began).toEqual(['zero']);
	});

	it('runs that of a new publication, and the one under way tells nothing any more', async () => {
		const { poll } = published();
		const old = poll();
		await old.pollsBefore();
		const running = old.enter();
		const renewed = poll();
		const again = renewed.enter();
		old.end('one');
		expect(await running).toBe('told nothing');
		// The end of the old one does not end the new one.
		expect(await renewed.enter()).toBeUndefined();
		renewed.end('one');
		expect(await again).toBe('polled');
	});

	it('takes none for a new one that begins from what the new one has changed', async () => {
		const { poll } = published();
		const [old, renewed, late] = [poll(), poll(), poll()];
		await old.pollsBefore();
		const running = old.enter();
		renewed.end('one');
		expect(await renewed.enter()).toBe('polled');
		old.end('one');
		expect(await running).toBe('told nothing');
		expect(await late.enter()).toBeUndefined();
	});
});

it('goes by the clock of the process', async () => {
	const staticData: IDataObject = { cursor: { seal: 'one' } };
	const context = (data: IDataObject) =>
		({
			getWorkflow: () => ({ id: 'overlap by the clock' }),
			getNode: () => ({ id: 'trigger' }),
			getWorkflowStaticData: () => data,
		}) as unknown as IPollFunctions;
	const late = context({ ...staticData });
	await alone(context(staticData), async () => (staticData.cursor = { seal: 'two' }));
	expect(await alone(late, async () => 'polled')).toBeUndefined();
	const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
	expect(await alone(late, async () => 'polled')).toBe('polled');
	clock.mockRestore();
});

it('makes the first check again where n8n stored nothing of it, as when another node was refused', async () => {
	const { poll } = published('');
	const [refused, again] = [poll(), poll()];
	refused.end('one');
	await refused.enter();
	again.end('two');
	expect(await again.enter()).toBe('polled');
});

it('begins from the same cursor where something else was chosen meanwhile', async () => {
	const { poll } = published();
	const [before, after] = [
		poll('trigger', { groups: ['A'] }),
		poll('trigger', { groups: ['A', 'B'] }),
	];
	before.end('one');
	await before.enter();
	after.end('two');
	expect(await after.enter()).toBe('polled');
});
