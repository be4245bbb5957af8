import {
	AccountPace,
	accountPace,
} from '../../../../nodes/SubscriptionMessaging/transport/accountPace';
import { Pace, paceOf } from '../../../../nodes/SubscriptionMessaging/transport/pace';
import type { Session } from '../../../../nodes/SubscriptionMessaging/transport/session';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

let accounts = 0;
const session = () => ({ serviceAccount: `account ${(accounts += 1)}` }) as Session;

/** Seconds after the beginning at which the requests of each execution leave, in turn. */
async function startsOf(executions: readonly Pace[], requests: number): Promise<number[][]> {
	const begin = Date.now();
	const starts = executions.map((): number[] => []);
	const turns = Array.from({ length: requests }, () => executions)
		.flatMap((paces) => [...paces.entries()])
		.map(async ([execution, pace]) => {
			await pace.turn();
			starts[execution]!.push((Date.now() - begin) / 1000);
		});
	await jest.runAllTimersAsync();
	await Promise.all(turns);
	return starts;
}

describe('Executions of one account', () => {
	it('share the pause that they both have', async () => {
		const shared = session();
		const starts = await startsOf([paceOf(shared, 2000), paceOf(shared, 2000)], 2);

		expect(starts).toEqual([
			[0, 4],
			[2, 6],
		]);
	});

	it('do not wait for the pauses of one that goes slower', async () => {
		const shared = session();
		const starts = await startsOf([paceOf(shared, 5000), paceOf(shared, 0)], 3);

		expect(starts).toEqual([
			[0, 5, 10],
			[0, 0, 0],
		]);
	});

	it('all rest where the service asks one of them for it, and go on slowly', async () => {
		const shared = session();
		paceOf(shared, 0).hold(1);
		const starts = await startsOf([paceOf(shared, 0), paceOf(shared, 0)], 2);

		expect(starts).toEqual([
			[1, 3],
			[2, 4],
		]);
	});

	it('become faster with the answers that any of them gets', async () => {
		const shared = session();
		paceOf(shared, 0).hold(1);
		const answered = paceOf(shared, 0);
		for (let answer = 0; answer < 3; answer += 1) answered.answered();
		const [starts] = await startsOf([paceOf(shared, 0)], 3);

		expect(starts).toEqual([1, 1.5, 2]);
	});

	it('which is cancelled lets the others go on', async () => {
		const shared = session();
		const cancel = new AbortController();
		const first = paceOf(shared, 1000, cancel.signal);
		await first.turn();
		const waiting = expect(first.turn()).rejects.toThrow('cancelled');
		cancel.abort(new Error('cancelled'));
		await waiting;
		const [starts] = await startsOf([paceOf(shared, 1000)], 2);

		expect(starts).toEqual([2, 3]);
	});
});

it('executions of other accounts do not rest', async () => {
	paceOf(session(), 0).hold(60);

	expect(await startsOf([paceOf(session(), 0)], 2)).toEqual([[0, 0]]);
});

it('an account that rests is not forgotten for many others', async () => {
	const held = session();
	paceOf(held, 0).hold(60);
	for (let other = 0; other < 1000; other += 1) accountPace(`other ${other}`);

	expect(accountPace(held.serviceAccount).isHeld).toBe(true);
});

it('where more accounts rest than are kept, the longest unused is forgotten', () => {
	const held = session();
	paceOf(held, 0).hold(60);
	for (let other = 0; other < 250; other += 1) accountPace(`resting ${other}`).hold(60, 0);

	// The last two hundred are kept; asking for another one makes room for it.
	expect(accountPace('resting 50').isHeld).toBe(true);
	expect(accountPace('resting 49').isHeld).toBe(false);
	expect(accountPace(held.serviceAccount).isHeld).toBe(false);
	expect(accountPace('resting 249').isHeld).toBe(true);
});

describe('Nothing is left to know of an account', () => {
	it('that nothing was sent from', () => {
		expect(new AccountPace().isIdle).toBe(true);
	});

	it('once its turns and rests are over, and it is as fast as before', async () => {
		const pace = new AccountPace();
		pace.reserve(1000);
		expect(pace.isIdle).toBe(false);
		await jest.advanceTimersByTimeAsync(1000);
		expect(pace.isIdle).toBe(true);

		pace.hold(1, 0);
		await jest.advanceTimersByTimeAsync(1000);
		expect(pace.isIdle).toBe(false);
		for (let answer = 0; answer < 100; answer += 1) pace.answered(0);
		expect(pace.isIdle).toBe(true);
	});

	it('but while it rests, however many answers come in', () => {
		const pace = new AccountPace();
		pace.hold(60, 0);
		for (let answer = 0; answer < 100; answer += 1) pace.answered(0);
		expect(pace.isIdle).toBe(false);
	});

	it('of its pauses but those whose turn is to come', () => {
		const pace = new AccountPace();
		for (let pause = 1; pause <= 100; pause += 1) {
			pace.reserve(pause);
			jest.advanceTimersByTime(pause);
		}
		const kept = Object.values(pace).find((value) => value instanceof Map);
		expect(kept?.size).toBe(1);
	});
});

/** So many requests, ten at once, to a service that takes as many in each second. */
async function timeWith(perSecond: number, requests: number) {
	const pace = paceOf(session(), 0);
	const begin = Date.now();
	const taken = { second: 0, requests: 0 };
	const turnedAway: number[] = [];
	const isTaken = () => {
		const second = Math.floor(Date.now() / 1000);
		if (second !== taken.second) Object.assign(taken, { second, requests: 0 });
		return (taken.requests += 1) <= perSecond;
	};
	const send = async () => {
		for (let times = 0; ; times += 1) {
			await pace.turn();
			const isGood = isTaken();
			await new Promise((resolve) => setTimeout(resolve, 20));
			if (isGood) {
				turnedAway.push(times);
				return pace.answered();
			}
			pace.hold(1);
		}
	};
	let begun = 0;
	const chain = async () => {
		while ((begun += 1) <= requests) await send();
	};
	const all = Promise.all(Array.from({ length: 10 }, chain));
	await jest.runAllTimersAsync();
	await all;
	return { seconds: (Date.now() - begin) / 1000, turnedAway };
}

describe.each([2, 5, 20, 100])('A service that takes %i requests a second', (perSecond) => {
	it('gets them in at most twice the time that it needs, none of them five times', async () => {
		const ideal = 30;
		const { seconds, turnedAway } = await timeWith(perSecond, ideal * perSecond);

		expect(turnedAway).toHaveLength(ideal * perSecond);
		expect(seconds).toBeLessThan(2 * ideal);
		expect(Math.max(...turnedAway)).toBeLessThan(5);
	});
});

it('one that takes a request a second does not turn one away so often that it fails', async () => {
	const { turnedAway } = await timeWith(1, 40);

	expect(Math.max(...turnedAway)).toBeLessThan(5);
});

describe('After a rest, requests become faster', () => {
	beforeEach(() => jest.setSystemTime(1_000_000));

	/** Milliseconds between two requests, for now. */
	function between(pace: AccountPace): number {
		const [one, other] = [pace.reserve(0), pace.reserve(0)];
		return Math.round((other - one) * 100) / 100;
	}

	/** After how many answers requests leave at another distance, and at which, until there is none. */
	function stepsOf(pace: AccountPace): Array<[answers: number, milliseconds: number]> {
		const steps: Array<[number, number]> = [];
		for (let answers = 1, last = between(pace); last > 0; answers += 1) {
			pace.answered(0);
			const now = between(pace);
			if (now === last) continue;
			steps.push([answers, now]);
			[answers, last] = [0, now];
		}
		return steps;
	}

	/** The pace of an account from which requests have left at a distance, the last one just before it. */
	function paceAfter(requests: number, distance: number): AccountPace {
		const pace = new AccountPace();
		for (let request = 0; request < requests; request += 1) {
			pace.left();
			jest.advanceTimersByTime(distance);
		}
		return pace;
	}

	it('by halves where few had left, which was not too fast', () => {
		const pace = new AccountPace();
		pace.hold(1, 0);
		expect(between(pace)).toBe(1000);
		expect(stepsOf(pace)).toEqual(
			[500, 250, 125, 62.5, 31.25, 15.63, 7.81, 0].map((milliseconds) => [3, milliseconds]),
		);
	});

	it('halfway to what was too fast, near it with care, and beyond it late', () => {
		const pace = paceAfter(100, 10);
		pace.hold(1, 0);
		expect(between(pace)).toBe(20);
		expect(stepsOf(pace)).toEqual([
			[10, 15],
			[10, 12.5],
			[10, 11.25],
			[10, 10.63],
			[10, 10.31],
			[100, 9],
			// Once it is trusted, after 40 answers, by halves again.
			[43, 0],
		]);
	});

	it('after fewer answers where each takes long', () => {
		const pace = new AccountPace();
		pace.hold(1, 0);
		for (let answer = 0; answer < 3; answer += 1) pace.answered(0);
		jest.advanceTimersByTime(1000);
		pace.hold(1, 0);
		expect(between(pace)).toBe(1000);
		expect(stepsOf(pace).slice(0, 7)).toEqual([
			[3, 750],
			[3, 625],
			[4, 562.5],
			[4, 531.25],
			[4, 515.63],
			[20, 450],
			[12, 225],
		]);
	});

	it('from the pause that people chose, which was too fast', () => {
		const pace = new AccountPace();
		pace.hold(1, 1000);
		expect(between(pace)).toBe(1000);
		expect(stepsOf(pace).slice(0, 3)).toEqual([
			[10, 900],
			[8, 450],
			[3, 225],
		]);
	});

	it.each([
		[2, 40],
		[3, 30],
		[5, 30],
	])(
		'and after %i answers at one speed slow down to %i ms when that is too fast',
		(answers, ms) => {
			const pace = paceAfter(100, 10);
			pace.hold(1, 0);
			for (let answer = 0; answer < answers; answer += 1) pace.answered(0);
			jest.advanceTimersByTime(1000);
			pace.hold(1, 0);
			expect(between(pace)).toBe(ms);
		},
	);

	it.each([
		['ten in a second', 10, 100, 0, 200],
		['nine in a second, which are few', 9, 110, 0, 1000],
		['a hundred over one second and a half', 150, 10, 0, 20],
		['two hundred over two seconds', 200, 10, 0, 20],
		['a hundred, a while ago', 100, 10, 999, 40],
		['a hundred, long ago', 100, 10, 1000, 1000],
	])('from twice the distance of late: %s', (_what, requests, distance, since, milliseconds) => {
		const pace = paceAfter(requests, distance);
		jest.advanceTimersByTime(since);
		pace.hold(1, 0);
		expect(Math.round(between(pace))).toBe(milliseconds);
	});

	it.each([
		['that left in the second before', [0, 1000, 2500], 100],
		['that left longer ago', [0, 2000], 200],
	])('from twice the distance of those of late, and not of those %s', (_what, times, ms) => {
		const pace = new AccountPace();
		let now = 0;
		for (const time of times) {
			jest.advanceTimersByTime(time - now);
			now = time;
			for (let request = 0; request < 10; request += 1) pace.left();
		}
		pace.hold(1, 0);
		expect(between(pace)).toBe(ms);
	});

	it('late where they are five per cent slower than what was too fast', () => {
		const pace = paceAfter(10, 100);
		pace.hold(0.11, 0);
		expect(stepsOf(pace).slice(0, 2)).toEqual([
			[10, 105],
			[96, 90],
		]);
	});

	it('down to the pause of those that were answered', () => {
		const pace = new AccountPace();
		pace.hold(1, 0);
		for (let answer = 0; answer < 3; answer += 1) pace.answered(500);
		expect(between(pace)).toBe(500);
		for (let answer = 0; answer < 3; answer += 1) pace.answered(500);
		expect(between(pace)).toBe(0);
	});

	it('at once when it is over, although earlier ones still wait for their turn', () => {
		const pace = new AccountPace();
		pace.hold(1, 0);
		for (let request = 0; request < 9; request += 1) pace.reserve(0);
		jest.advanceTimersByTime(1000);
		for (let answer = 0; answer < 100; answer += 1) pace.answered(0);
		expect(pace.reserve(0)).toBe(Date.now());
	});

	it('after those that have a turn already, where the service asks for the same rest again', () => {
		const pace = new AccountPace();
		pace.hold(1, 0);
		const turns = [pace.reserve(0), pace.reserve(0)];
		pace.hold(1, 0);
		expect([...turns, pace.reserve(0)].map((turn) => turn - Date.now())).toEqual([
			1000, 2000, 3000,
		]);
	});

	it('never slower than two seconds apart, or the pause that people chose', () => {
		const pace = new AccountPace();
		for (let time = 0; time < 5; time += 1) {
			pace.hold(60, 0);
			jest.advanceTimersByTime(60_000);
		}
		expect(between(pace)).toBe(2000);
		const slow = new AccountPace();
		slow.hold(60, 5000);
		expect(between(slow)).toBe(5000);
	});
});

it('a pause counts on while requests with another one leave', () => {
	const pace = new AccountPace();
	const begin = Date.now();
	expect([1000, 3000, 1000, 3000].map((pause) => pace.reserve(pause) - begin)).toEqual([
		0, 0, 1000, 3000,
	]);
});

it('an account that is known makes room for nobody, and is forgotten after those unused for longer', () => {
	for (let one = 0; one < 200; one += 1) accountPace(`kept ${one}`).hold(60, 0);
	accountPace('kept 100');
	expect(accountPace('kept 0').isHeld).toBe(true);
	for (let other = 0; other < 198; other += 1) accountPace(`newer ${other}`).hold(60, 0);
	expect(accountPace('kept 100').isHeld).toBe(true);
});
