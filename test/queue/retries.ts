import { CREDENTIAL_TYPE } from '../e2e/world';
import { eventually } from '../eventually';
import { FaultProxy, type Injection } from '../faults/faultProxy';
import { bulkSends, once, retriesElsewhere } from './bulkSends';
import { peopleFrom, rowsOf, type QueueWorld } from './queueWorld';

/** *Retry* on a worker that knows nothing of what one that was killed had sent. */
export function retries(world: () => QueueWorld): void {
	describe('with a Custom Ticket for each', () => skippedTickets(world));
	describe('with a lower Batch Size', () => lowerBatchSize(world));
	describe('of texts in parts', () => textsInParts(world));
}

/** More of them, which take minutes. */
export function furtherRetries(world: () => QueueWorld): void {
	describe('with a Custom Ticket for each', () => customTickets(world));
	describe('with a lower Batch Size', () => lowerBatchSizeAtTheEnd(world));
	describe('of texts in parts', () => ticketsOfParts(world));
	describe('after a lost answer', () => lostAnswers(world));
}

const ORDER = { custom_ticket: '=order-{{ $json.phone }}', requestsInParallel: 1 };

function skippedTickets(world: () => QueueWorld): void {
	const { bulk } = bulkSends(world);
	const { cutOff, retried } = retriesElsewhere(world);

	it('and Skip: everybody has the message once', async () => {
		const people = peopleFrom('180211', 60);
		const options = { ...ORDER, ifTicketKnown: 'skip' };
		const again = await retried(await cutOff(await bulk(people, options), 20));

		expect(again.status).toBe('success');
		expect(world().counts(people)).toEqual(once(people));
		const rows = rowsOf(again, 'Send');
		expect(rows.map(({ sent_before }) => sent_before === true)).toEqual(
			people.map((_person, nth) => nth < 20),
		);
		expect(rows.map(({ custom_ticket }) => custom_ticket)).toEqual(
			people.map(({ phone }) => `order-${phone}`),
		);
	});
}

function customTickets(world: () => QueueWorld): void {
	const { bulk } = bulkSends(world);
	const { cutOff, retried } = retriesElsewhere(world);

	it('where the others go on: everybody has it once, and rows say of whom nobody can tell', async () => {
		const people = peopleFrom('180212', 60);
		const workflow = await bulk(people, ORDER, {}, { onError: 'continueRegularOutput' });
		const again = await retried(await cutOff(workflow, 20));

		expect(again.status).toBe('success');
		expect(world().counts(people)).toEqual(once(people));
		expect(rowsOf(again, 'Send').map(({ error }) => error !== undefined)).toEqual(
			people.map((_person, nth) => nth < 20),
		);
	});

	it('alone: nobody has it twice, and the error says why', async () => {
		const people = peopleFrom('180213', 40);
		const again = await retried(await cutOff(await bulk(people, ORDER), 20));

		expect(again.status).toBe('error');
		expect(again.data.resultData.error).toMatchObject({
			description: expect.stringContaining('An older send may have used the ticket, too.'),
		});
		expect(world().counts(people.slice(0, 20))).toEqual(once(people.slice(0, 20)));
		expect(Math.max(...world().counts(people))).toBe(1);
	});
}

const saved = { withSaved: true };

function lowerBatchSize(world: () => QueueWorld): void {
	const { bulk } = bulkSends(world);
	const { cutOff, retried } = retriesElsewhere(world);

	it('sends nothing and says so, and the rest once with the former one', async () => {
		const people = peopleFrom('180221', 60);
		const workflow = await bulk(people, { requestsInParallel: 1 });
		const execution = await cutOff(workflow, 40);
		await workflow.edit({ batchSize: 5 });
		const refused = await retried(execution, saved);

		expect(refused.status).toBe('error');
		expect(refused.data.resultData.error?.message).toContain(
			"We can't tell what an earlier try sent, so nothing was sent now",
		);
		expect(world().messages).toHaveLength(40);

		await workflow.edit({ batchSize: 20 });
		expect((await retried(execution, saved)).status).toBe('success');
		expect(world().counts(people)).toEqual(once(people));
	});
}

function lowerBatchSizeAtTheEnd(world: () => QueueWorld): void {
	const { bulk } = bulkSends(world);
	const { cutOff, retried } = retriesElsewhere(world);

	it('sends nothing more where everybody has the message', async () => {
		const people = peopleFrom('180222', 50);
		const workflow = await bulk(people, { requestsInParallel: 1 });
		const execution = await cutOff(workflow, 50);
		await workflow.edit({ batchSize: 3 });

		expect((await retried(execution, saved)).status).toBe('success');
		expect(world().counts(people)).toEqual(once(people));
	});
}

const LONG = { message: 'word '.repeat(40) };

/** The texts or tickets of each of the people, in the order in which they arrived. */
const gotBy =
	(world: () => QueueWorld) =>
	(people: ReadonlyArray<{ phone: string }>, name: 'text' | 'custom_ticket') =>
		people.map(({ phone }) =>
			world()
				.messages.filter(({ sendTo }) => sendTo === phone)
				.map((message) => message[name]),
		);

function textsInParts(world: () => QueueWorld): void {
	const { bulk } = bulkSends(world);
	const { cutOff, retried } = retriesElsewhere(world);
	const got = gotBy(world);

	it('of n8n, in batches: everybody has each part once', async () => {
		const people = peopleFrom('180231', 60);
		const options = { ifTooLong: 'split', requestsInParallel: 1 };
		// Both parts for the first batch, and the first one for the second, whose answer is lost.
		const execution = await cutOff(await bulk(people, options, LONG), 60);
		expect(world().counts(people)).toEqual(
			people.map((_person, nth) => [2, 1, 0][Math.floor(nth / 20)]),
		);
		const again = await retried(execution);

		expect(again.status).toBe('success');
		const [parts] = got(people, 'text');
		expect(new Set(parts).size).toBe(2);
		expect(got(people, 'text')).toEqual(people.map(() => parts));
	});
}

function ticketsOfParts(world: () => QueueWorld): void {
	const { bulk } = bulkSends(world);
	const { cutOff, retried } = retriesElsewhere(world);
	const got = gotBy(world);

	it('with a Custom Ticket for each and Skip: everybody has each part once', async () => {
		const people = peopleFrom('180232', 20);
		const options = { ...ORDER, ifTooLong: 'split', ifTicketKnown: 'skip' };
		const execution = await cutOff(await bulk(people, options, LONG), 21);
		expect(world().counts(people)).toEqual(
			people.map((_person, nth) => [2, 1, 0][Math.sign(nth - 10) + 1]),
		);
		const again = await retried(execution);

		expect(again.status).toBe('success');
		expect(got(people, 'custom_ticket')).toEqual(
			people.map(({ phone }) => [`order-${phone}`, `order-${phone}~2`]),
		);
		const [parts] = got(people, 'text');
		expect(new Set(parts).size).toBe(2);
		expect(got(people, 'text')).toEqual(people.map(() => parts));
	});
}

function lostAnswers(world: () => QueueWorld): void {
	const { bulk } = bulkSends(world);
	const { retried } = retriesElsewhere(world);
	const fault = { name: 'cut', kind: 'cut' } as const;
	const faults: Injection[] = [
		{ fault, point: 'beforeAnswer', kind: 'send', nth: 1 },
		{ fault, point: 'beforeAnswer', kind: 'question', nth: 'every' },
	];

	it('sends what is missing, and nothing twice', async () => {
		const people = peopleFrom('180241', 60);
		const proxy = await FaultProxy.start(world().service.port, faults);
		try {
			const { id, name } = await world().saveCredential('Behind a proxy', proxy.baseUrl);
			const more = { credentials: { [CREDENTIAL_TYPE]: { id, name } } };
			const workflow = await bulk(people, { requestsInParallel: 1 }, {}, more);
			await workflow.post();
			const [execution = ''] = await eventually('the execution has failed', async () => {
				const ended = await world().executionsIn(workflow.id, 'error');
				return ended.length > 0 ? ended : undefined;
			});
			expect(world().messages).toHaveLength(40);
			await world().kill(await world().workerOf(execution));
			faults.splice(0);

			expect((await retried(execution)).status).toBe('success');
			expect(world().counts(people)).toEqual(once(people));
		} finally {
			await proxy.close();
		}
	});
}
