import { startCounter, type Counter } from './counter';
import {
	eventually,
	itemsNode,
	peopleFrom,
	webhookNode,
	workflowOf,
	type QueueWorld,
} from './queueWorld';

/** What becomes of statuses where a part of n8n is killed while a service that repeats posts them. */
export function callbacks(world: () => QueueWorld): void {
	let counter: Counter;
	beforeAll(async () => {
		counter = await startCounter();
	});
	beforeEach(() => counter.counted.clear());
	afterAll(() => counter.close());

	it.each(['redis', 'main', 'webhook'] as const)(
		'%s: each status is carried out at least once',
		async (which) => {
			const { settings } = world().service.sandbox;
			const people = peopleFrom(`1801${which.length}3`, 60);
			const trigger = world().trigger('Status');
			const send = world().sending({
				recipients: 'inputItems',
				sendTo: '={{ $json.phone }}',
				options: { deliveryReport: 'trigger' },
			});
			const tell = counter.tellingNode('$json.sendTo');
			const workflow = workflowOf([webhookNode(), itemsNode(people), send], [trigger, tell]);
			workflow.connections.Status = { main: [[{ node: 'Tell', type: 'main', index: 0 }]] };
			const { post } = await world().publish(workflow);
			await world().listensAt(trigger);
			await post();
			await eventually('all messages are sent', () =>
				world().messages.length === people.length ? true : undefined,
			);

			Object.assign(settings, { callbackFormat: 'json', callbackRetries: 2000 });
			world().service.sandbox.deliver();
			await eventually('some statuses are carried out', () =>
				counter.counted.size >= 10 ? true : undefined,
			);
			expect(counter.counted.size).toBeLessThan(people.length);
			if (which === 'redis') await world().crash(which);
			else {
				await world().kill(which);
				await world().startProcess(which);
			}
			await eventually(
				'all statuses are carried out',
				() => (people.every(({ phone }) => counter.counted.has(phone)) ? true : undefined),
				6,
			);
		},
	);
}
