import { startCounter, type Counter } from './counter';
import { codeNode, peopleFrom, webhookNode, workflowOf, type QueueWorld } from './queueWorld';
import { eventually } from '../eventually';

/** How the service tells what became of the messages of waiting executions. */
const WAYS = {
	early: { statusDelay: 0, callbackFormat: 'json' },
	twice: { statusDelay: 4_000, callbackFormat: 'json', callbackCopies: 2 },
	late: { statusDelay: 12_000, callbackFormat: 'form' },
	// The node itself asks a few seconds after it began to wait.
	'not at all': { statusDelay: 1_000, callbackFormat: 'none' },
};

/** Executions that wait for delivery, many at once. */
export function waits(world: () => QueueWorld, executions: number): void {
	let counter: Counter;
	beforeAll(async () => {
		counter = await startCounter();
	});
	afterAll(() => counter.close());

	it(`${executions} executions go on once each, with the right row, however they are told`, async () => {
		const ways = Object.values(WAYS);
		const all = peopleFrom('180122', executions);
		const share = executions / ways.length;
		for (const [number, settings] of ways.entries()) {
			Object.assign(world().service.sandbox.settings, { callbackCopies: 1 }, settings);
			const people = all.slice(number * share, (number + 1) * share);
			const send = world().sending({
				operation: 'sendAndWaitForDelivery',
				recipients: 'commaSeparated',
				sendTo: '={{ $json.phone }}',
				waitMinutes: 30,
			});
			// One execution a person: the webhook is called once for each.
			const take = codeNode(
				`const people = ${JSON.stringify(people)};\nreturn [{ json: people[Number($input.first().json.query.nth)] }];`,
			);
			const tell = counter.tellingNode("$json.sendTo + ' ' + $json.status_code");
			const { id, post } = await world().publish(workflowOf([webhookNode(), take, send, tell]));
			for (const nth of people.keys()) await post(nth);
			// What the settings say counts when a status is posted.
			await eventually('all executions have ended', async () => {
				const ended = await world().executionsIn(id, 'success');
				return ended.length === people.length || undefined;
			});
		}
		expect(Object.fromEntries(counter.counted)).toEqual(
			Object.fromEntries(all.map(({ phone }) => [`${phone} 100`, 1])),
		);
		expect(world().counts(all)).toEqual(all.map(() => 1));
	});
}
