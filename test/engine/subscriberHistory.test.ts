import type { IDataObject } from 'n8n-workflow';

import { statusAddressKey } from '../../credentials/statusAddressKey';
import { Pseudonyms } from '../../nodes/SubscriptionMessaging/subscriberTrigger/pseudonyms';
import type { Group, Subscriber } from '../../sandbox/organization';
import { addSubscribers, person } from '../../sandbox/seed';
import { PolledWorkflow, type Kill } from './polledWorkflow';
import { credentialFor, useSandbox } from './sandboxed';

/** Larger by `npm test -- history-long`. */
const PEOPLE = Number(process.env.HISTORY_PEOPLE ?? 1_500);
const POLLS = Number(process.env.HISTORY_POLLS ?? 60);
const SEED = Number(process.env.HISTORY_SEED ?? 1);

/** Of the people of a group, in one interval and for each kind of change. */
const CHANGED = 0.002;

/** Where n8n is killed, how often in a hundred polls, or where the service refuses. */
const INTERRUPTIONS: ReadonlyArray<[what: Kill | 'refused', share: number]> = [
	['beforeCommit', 0.2],
	['afterCommit', 0.2],
	['refused', 0.1],
];

jest.setTimeout(120_000 + POLLS * PEOPLE);

const service = useSandbox();

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** The history of a group: what happens to its people between two polls. */
class History {
	private readonly random = randomFrom(SEED);

	private nextNumber = 18_020_000_000;

	constructor(private readonly group: Group) {}

	chance(): number {
		return this.random();
	}

	goOn(): void {
		const { subscribers } = this.group;
		if (this.random() < 0.2) return;
		const count = Math.ceil(subscribers.length * CHANGED);
		const some = (change: (subscriber: Subscriber) => void) => {
			for (let done = 0; done < this.random() * count * 2; done++) {
				const chosen = subscribers[Math.floor(this.random() * subscribers.length)];
				if (chosen) change(chosen);
			}
		};
		some((subscriber) => (subscriber.unsubdate ||= '2026-11-22 07:00:00'));
		some((subscriber) => (subscriber.unsubdate = ''));
		some(({ user }) => (user.phone = this.newNumber()));
		some((subscriber) => (subscriber.mobiletxt = 1 - subscriber.mobiletxt));
		some((subscriber) => (subscriber.email = 1 - subscriber.email));
		some(({ user }) => (user.phone = `+${identity(user.phone).replace(/(\d{4})/, '$1 (')})`));
		some(() => subscribers.push(person('New', 'Person', this.newNumber(), {})));
		some((subscriber) => {
			subscribers.splice(subscribers.indexOf(subscriber), 1);
			// Some of them are listed again, later.
			if (this.random() < 0.5) this.away.push(subscriber);
		});
		while (this.away.length > count) subscribers.push(...this.away.splice(0, 1));
	}

	private readonly away: Subscriber[] = [];

	private newNumber(): string {
		return String(this.nextNumber++);
	}
}

const identity = (phone: string) => phone.replace(/\D/g, '');

/** By identity: `out`, or what the person receives. */
type Snapshot = Map<string, string>;

function snapshot({ subscribers }: Group): Snapshot {
	return new Map(
		subscribers.map(({ unsubdate, mobiletxt, mobilevoice, email, landline, user }) => [
			identity(user.phone),
			unsubdate === '' ? [mobiletxt, mobilevoice, email, landline].join() : 'out',
		]),
	);
}

/** `event identity` of all that happened, by another rule than the node's. Brings `known` up to date. */
function happened(known: Snapshot, now: Snapshot): string[] {
	const events: string[] = [];
	for (const [who, state] of now) {
		const before = known.get(who);
		if (before === state) continue;
		if (before === undefined && state !== 'out') events.push(`joined ${who}`);
		else if (before === 'out') events.push(`returned ${who}`);
		else if (state === 'out' && before !== undefined) events.push(`left ${who}`);
		else if (before !== undefined) events.push(`channels_changed ${who}`);
	}
	for (const [who, before] of known) {
		if (now.has(who) || before === 'out') continue;
		events.push(`left ${who}`);
		known.set(who, 'out');
	}
	for (const [who, state] of now) known.set(who, state);
	return events.sort();
}

it(`tells a history of ${PEOPLE} people over ${POLLS} polls: 0 missed, 0 twice, however often n8n is killed`, async () => {
	const credential = credentialFor(service.running);
	const group = service.running.sandbox.organization.existing('NSTAFF', ['group']) as Group;
	addSubscribers(group, PEOPLE - group.subscribers.length);
	const workflow = await PolledWorkflow.publish({
		parameters: {
			groups: ['NSTAFF'],
			events: ['channels_changed', 'joined', 'left', 'returned'],
		},
		credential,
	});
	const pseudonyms = new Pseudonyms(await statusAddressKey(credential), [
		credential.baseUrl,
		String(credential.code),
	]);
	const history = new History(group);
	const known = snapshot(group);
	/** People by their keys, those of whom an item gives no number among them. */
	const people = new Map<unknown, string>();
	const learn = () => {
		for (const { user } of group.subscribers) {
			const who = identity(user.phone);
			people.set(pseudonyms.of(who), who);
		}
	};
	const told = (items: IDataObject[]) =>
		items
			.map(({ event, person_key, phone, listed }) => {
				const who = people.get(person_key);
				expect(listed ? identity(String(phone)) : phone).toBe(listed ? who : undefined);
				return `${String(event)} ${who}`;
			})
			.sort();

	learn();
	expect(await workflow.poll()).toBeNull();
	const interrupted = new Map<string, number>();
	let expectedCount = 0;
	for (let poll = 0; poll < POLLS; poll++) {
		history.goOn();
		learn();
		const { length } = workflow.stored.executions;
		let dice = history.chance();
		const interruption = INTERRUPTIONS.find(([, share]) => (dice -= share) < 0)?.[0];
		if (interruption) interrupted.set(interruption, (interrupted.get(interruption) ?? 0) + 1);
		if (interruption === 'refused') {
			service.running.sandbox.settings.password = 'changed';
			await expect(workflow.poll()).rejects.toThrow('could not be read');
			service.running.sandbox.settings.password = String(credential.password);
			continue;
		}
		await workflow.poll(interruption);
		const emitted = workflow.stored.executions.slice(length);
		if (interruption === 'beforeCommit') {
			expect(emitted).toEqual([]);
			continue;
		}
		const expected = happened(known, snapshot(group));
		expectedCount += expected.length;
		expect(emitted).toHaveLength(expected.length > 0 ? 1 : 0);
		expect(told(emitted.flat().map(({ json }) => json))).toEqual(expected);
	}
	expect(workflow.stored.executions.flat()).toHaveLength(expectedCount);
	expect(expectedCount).toBeGreaterThan(POLLS);
	expect(interrupted.size).toBe(INTERRUPTIONS.length);
	const bytes = Buffer.byteLength(workflow.stored.cursor);
	expect(bytes / people.size).toBeLessThanOrEqual(16);
	expect(bytes).toBeLessThanOrEqual(2.5 * 1024 * 1024);
});
