import {
	RunsOfProcess,
	type RememberedRun,
} from '../../../../../nodes/SubscriptionMessaging/run/memory/runsOfProcess';

const run = (id: string): RememberedRun => ({ id, items: {}, calls: {} });

test('a run is known once it sent something, with what becomes of it', () => {
	const runs = new RunsOfProcess();
	const kept = run('a');
	expect(runs.find('a')).toBeUndefined();
	runs.begun(kept, 1, false);
	kept.calls.key = { state: 'unclear', ticket: 'none' };
	expect(runs.find('a')).toMatchObject({ isRetried: false, remembered: { calls: kept.calls } });
	// As when the run settles.
	const { calls } = kept;
	kept.calls = {};
	expect(runs.find('a')?.remembered?.calls).toBe(calls);
});

test('of a run with tickets alone it is known whether it was retried', () => {
	const runs = new RunsOfProcess();
	runs.begun(run('a'), 0, false);
	expect(runs.find('a')).toMatchObject({ isRetried: false });
	expect(runs.find('a')?.remembered).toBeUndefined();
	runs.begun(run('a'), 0, true);
	runs.begun(run('a'), 0, false);
	expect(runs.find('a')).toMatchObject({ isRetried: true });
});

test('forgets what the oldest runs sent, and one that is too large, which counts as retried', () => {
	const runs = new RunsOfProcess();
	runs.begun(run('old'), 6_000, false);
	runs.begun(run('new'), 4_001, false);
	expect(runs.find('old')?.remembered).toBeUndefined();
	expect(runs.find('old')).toMatchObject({ isRetried: true });
	expect(runs.find('new')?.remembered).toBeDefined();
	runs.begun(run('large'), 10_001, false);
	runs.begun(run('large'), 1, false);
	expect(runs.find('large')?.remembered).toBeUndefined();
	runs.begun(run('last'), 10_000, false);
	expect(runs.find('last')?.remembered).toBeDefined();
});

test('forgets the run that sent longest ago, and not the one that began first', () => {
	const runs = new RunsOfProcess();
	const first = run('first');
	runs.begun(first, 6_000, false);
	runs.begun(run('second'), 3_000, false);
	runs.begun(first, 1, false);
	runs.begun(run('third'), 2_000, false);
	expect(runs.find('first')?.remembered).toBeDefined();
	expect(runs.find('second')?.remembered).toBeUndefined();
});

test('of a try of which the next one needs no word at its end, no calls are known', () => {
	const runs = new RunsOfProcess();
	const first = run('a');
	first.calls.key = { state: 'unclear', ticket: 'own', custom_ticket: 'T1' };
	runs.begun(first, 1, false);
	expect(runs.hasSent(run('a'), 'key', 'T1')).toBe(false);
});

test('of a run that was forgotten, no calls are known that leave later', () => {
	const runs = new RunsOfProcess();
	const large = run('a');
	large.calls.key = { state: 'unclear', ticket: 'own', custom_ticket: 'T1' };
	runs.begun(large, 10_001, true, true);
	runs.begun(large, 1, true, true);
	expect(runs.hasSent(run('a'), 'key', 'T1')).toBe(false);
});

test('what holds no items stays known where others are forgotten for theirs', () => {
	const runs = new RunsOfProcess();
	const small = run('a');
	small.calls.key = { state: 'unclear', ticket: 'own', custom_ticket: 'T1' };
	runs.begun(small, 0, true);
	runs.begun(run('b'), 0, false);
	runs.begun(run('old'), 6_000, false);
	runs.begun(run('new'), 6_000, false);
	expect(runs.hasSent(run('a'), 'key', 'T1')).toBe(true);
	expect(runs.find('b')).toMatchObject({ isRetried: false });
});

test('knows so many runs and no more', () => {
	const runs = new RunsOfProcess();
	for (let nth = 0; nth <= 10_000; nth += 1) runs.begun(run(String(nth)), 0, false);
	expect(runs.find('0')).toBeUndefined();
	expect(runs.find('1')).toBeDefined();
});

test('a try with tickets is known once it has ended, and all others that were under way with it', () => {
	const runs = new RunsOfProcess();
	const [one, other] = [run('a'), run('a')];
	runs.begun(one, 1, true, true);
	runs.begun(other, 1, true, true);
	runs.ended(one);
	expect(runs.find('a')?.remembered).toBeUndefined();
	runs.ended(other);
	runs.ended(run('b'));
	expect(runs.find('a')?.remembered).toBeDefined();
});

test('what a try has sent under a key and a ticket is known while it is under way, until it is refused', () => {
	const runs = new RunsOfProcess();
	const [one, other] = [run('a'), run('a')];
	one.calls.first = { state: 'unclear', ticket: 'own', custom_ticket: 'T1' };
	runs.begun(one, 1, true, true);
	runs.begun(other, 1, true, true);
	expect(runs.hasSent(run('a'), 'first', 'T1')).toBe(true);
	expect(runs.hasSent(run('a'), 'first', 'T2')).toBe(false);
	expect(runs.hasSent(run('a'), 'second', 'T1')).toBe(false);
	expect(runs.hasSent(run('a'), 'second', undefined)).toBe(false);
	expect(runs.hasSent(one, 'first', 'T1')).toBe(false);
	delete one.calls.first;
	expect(runs.hasSent(run('a'), 'first', 'T1')).toBe(false);
	expect(runs.hasSent(run('b'), 'first', 'T1')).toBe(false);
});

test('what the service refused, and everything that it was asked about it, is not known as sent', () => {
	const runs = new RunsOfProcess();
	const lost = { reason: '', isRefusedAlike: true } as const;
	const one = run('a');
	one.calls.first = { state: 'unclear', ticket: 'own', custom_ticket: 'T1', lost };
	runs.begun(one, 1, true, true);
	expect(runs.hasSent(run('a'), 'first', 'T1')).toBe(false);
});
