import { logTail } from '../../host/n8nProcess';
import { eventually } from '../eventually';
import { startCounter, type Counter } from './counter';
import {
	itemsNode,
	peopleFrom,
	ROLES,
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

	/** Sends to people, and lets the service tell of all once their statuses have begun to arrive. */
	async function deliver(people: ReadonlyArray<{ phone: string }>) {
		const { settings } = world().service.sandbox;
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
	}

	const untold = (people: ReadonlyArray<{ phone: string }>) =>
		people.map(({ phone }) => phone).filter((phone) => !counter.counted.has(phone));

	const isToldOfAll = async (people: ReadonlyArray<{ phone: string }>) => {
		const ask = () => (untold(people).length === 0 ? true : undefined);
		await eventually('all statuses are carried out', ask, 6).catch(async (error: Error) => {
			throw new Error(`${error.message}\n${await whatBecameOf(untold(people))}`);
		});
	};

	/** What the service and n8n know of statuses that nobody was told of. */
	async function whatBecameOf(phones: readonly string[]): Promise<string> {
		const posts = world().service.sandbox.callbacks.posts.filter(({ sendTo }) =>
			sendTo.some((phone) => phones.includes(phone)),
		);
		const executions = await world().postgres.query(
			`SELECT id, status, "startedAt", "stoppedAt" FROM execution_entity WHERE status <> 'success' ORDER BY id DESC LIMIT 50`,
		);
		const logs = ROLES.map((role) => `${role}:\n${logTail(world().process(role).logFile)}`);
		return [phones, posts.slice(-20), executions]
			.map((it) => JSON.stringify(it))
			.concat(logs)
			.join('\n');
	}

	async function end(which: 'redis' | 'postgres' | 'main' | 'webhook') {
		if (which === 'redis' || which === 'postgres') await world().crash(which);
		else {
			await world().kill(which);
			await world().startProcess(which);
		}
	}

	it.each(['redis', 'main'] as const)(
		'%s: each status is carried out at least once',
		async (which) => {
			const people = peopleFrom(`1801${which.length}3`, 60);
			await deliver(people);
			await end(which);
			await isToldOfAll(people);
		},
	);

	/** Sends nothing, and tells of everybody whom the service names as delivered. */
	async function askForAll() {
		const tickets = [...new Set(world().messages.map((message) => message.transaction_ticket))];
		const ask = world().sending({
			operation: 'getStatus',
			transaction_ticket_id: '={{ $json.ticket }}',
		});
		const asking = workflowOf([
			...[webhookNode(), itemsNode(tickets.map((ticket) => ({ ticket }))), ask],
			counter.tellingNode('$json.status_code === 100 ? $json.sendTo : $json'),
		]);
		await (await world().publish(asking)).post();
	}

	// n8n answers a post before it has stored the execution, so the service does not repeat that one.
	it.each(['postgres', 'webhook'] as const)(
		'%s: each status that is repeated is carried out, and asking finds the others',
		async (which) => {
			const people = peopleFrom(`18018${which.length}3`, 60);
			await deliver(people);
			await end(which);
			const since = new Date().toISOString();
			const { callbacks } = world().service.sandbox;
			await eventually('the service has got rid of all statuses', () =>
				callbacks.isIdle ? true : undefined,
			);
			const repeated = callbacks.posts.filter(
				({ time, answered }) => answered === 200 && time > since,
			);
			const tried = new Set(repeated.flatMap(({ sendTo }) => sendTo));
			await isToldOfAll(people.filter(({ phone }) => tried.has(phone)));
			await askForAll();
			await isToldOfAll(people);
		},
	);
}
