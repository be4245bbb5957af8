import axios from 'axios';

import { freePort } from '../../host/freePort';
import { listenForTestEvent } from '../e2e/editorCalls';
import { eventually } from '../eventually';
import { startDeployProxy, type RunningNginx } from './nginx';
import { node, rowsOf, workflowOf, type QueueWorld } from './queueWorld';

/** The proxy of `deploy/` in front of the processes of an n8n. */
export function deployProxy(world: () => QueueWorld): void {
	let nginx: RunningNginx;
	let origin: string;
	beforeAll(async () => {
		const port = await freePort();
		const portOf = (url: string) => Number(new URL(url).port);
		const [main, webhook] = [portOf(world().client.url), portOf(world().webhookUrl)];
		origin = `http://127.0.0.1:${port}`;
		nginx = await startDeployProxy(port, { main, 'webhook-1': webhook, 'webhook-2': webhook });
	});
	afterAll(async () => await nginx?.stop());

	const post = async (address: string, body: object = {}) =>
		await axios.post(address, body, { proxy: false, validateStatus: () => true });

	/** The same address, at the proxy. */
	const through = (address: string) => {
		const { pathname, search } = new URL(address);
		return origin + pathname + search;
	};

	/** What the service was told to post to, and what it posts once the message is delivered. */
	async function report() {
		const [message] = await eventually('the message is sent', () =>
			world().messages.length > 0 ? world().messages : undefined,
		);
		const { status_url: address, transaction_ticket, sendTo } = message!;
		const body = { transaction_ticket, sendTo, status_code: 100, status_message: 'Delivered' };
		return { address: String(address), body };
	}

	const sendOf = (operation: string, options = {}) =>
		world().sending({ operation, recipients: 'commaSeparated', sendTo: '18015551001', options });

	const start = node('Start', 'n8n-nodes-base.manualTrigger');

	it('hands statuses to the webhook processor, which alone takes them', async () => {
		const trigger = world().trigger('Status');
		const send = sendOf('send', { deliveryReport: 'trigger' });
		const saved = await world().client.createWorkflow(workflowOf([start, send], [trigger]));
		await world().client.activateWorkflow(saved);
		await world().listensAt(trigger);
		await world().client.runWorkflow(saved.id);

		const { address, body } = await report();
		const { pathname, search } = new URL(address);
		expect((await post(world().client.url + pathname + search, body)).status).toBe(404);
		expect((await post(through(address), body)).status).toBe(200);
		const rows = await eventually('the status is carried out', async () => {
			const ids = await world().executionsIn(saved.id, 'success');
			const all = await Promise.all(ids.map(async (id) => await world().client.execution(id)));
			const found = all.flatMap((execution) => rowsOf(execution, 'Status'));
			return found.length > 0 ? found : undefined;
		});
		expect(rows).toEqual([expect.objectContaining({ sendTo: '18015551001', status_code: 100 })]);
	});

	it('hands a report to the execution that waits for it', async () => {
		const workflow = workflowOf([start, sendOf('sendAndWaitForDelivery')]);
		const { id } = await world().client.createWorkflow(workflow);
		const isRun = world().client.runWorkflow(id);
		const { address, body } = await report();
		await eventually('the execution waits', async () => {
			const waiting = await world().executionsIn(id, 'waiting');
			return waiting.length === 1 || undefined;
		});
		expect((await post(through(address), body)).status).toBe(200);
		world().service.sandbox.deliver();

		expect(new URL(address).pathname).toMatch(/^\/webhook-waiting\//);
		// Where the node asked by itself before, the execution has gone on.
		expect([200, 409]).toContain((await post(through(address), body)).status);
		expect(rowsOf(await isRun, 'Send')).toEqual([
			expect.objectContaining({ sendTo: '18015551001', status: 'delivered' }),
		]);
	});

	it('leaves test events and the editor to the main process', async () => {
		const trigger = world().trigger('Status', { authentication: 'none' });
		const { id } = await world().client.createWorkflow(workflowOf([trigger]));
		await listenForTestEvent(world().client, id, 'Status');
		const address = `${origin}/webhook-test/${String(trigger.webhookId)}/delivery-status`;
		const body = { transaction_ticket: 'T1', sendTo: '18015551001', status_code: 100 };

		expect((await post(address, body)).status).toBe(200);
		const settings = await axios.get<{ data: object }>(`${origin}/rest/settings`, { proxy: false });
		expect(settings.data.data).toHaveProperty('userManagement');
	});
}
