import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { statusAddressKey } from '../../credentials/statusAddressKey';
import type { Execution, SavedWorkflow } from '../../host/n8nClient';
import { signAddress } from '../../nodes/SubscriptionMessaging/statusAddress/sign';
import { eventually } from '../eventually';
import { read as readExample, withCredential } from './exampleWorkflows';
import { createWorld, type World } from './world';

let world: World;

const read = (file: string) => withCredential(world, readExample(file));

/** What the addresses of the triggers are signed for. */
const TICKET = 'order-1';

beforeAll(async () => {
	world = await createWorld('Status examples');
});
beforeEach(() => world.sandbox.reset());
afterAll(() => world.close());

/** Imports an example; its trigger, if any, listens at the address. */
async function example(file: string, active: boolean) {
	const content = read(file);
	const workflow = await world.client.createWorkflow(content);
	const trigger = content.nodes.find(({ type }) => type.endsWith('.subscriptionMessagingTrigger'));
	const address = `${world.client.url}/webhook/${trigger?.webhookId}/delivery-status`;
	if (active) {
		await world.client.activateWorkflow(workflow);
		// n8n tells of an address that it knows which methods it takes.
		let answer = '';
		await eventually(
			() => `the trigger listens; n8n answers: ${answer}`,
			async () => {
				({ data: answer } = await axios.put<string>(address, '', {
					proxy: false,
					responseType: 'text',
					validateStatus: () => true,
				}));
				return answer.includes('not registered for PUT') || undefined;
			},
		);
	}
	const { username } = world.sandbox.settings;
	const { password, apiKey: api_key } = world.secrets;
	const key = await statusAddressKey({ username, password, api_key });
	const send = { customTicket: TICKET, code: '12345' };
	return { workflow, signed: signAddress(key, address, send) };
}

/** The executions of the workflow once there are at least as many, all of them ended, and with success. */
async function executionsOf({ id }: SavedWorkflow, count: number): Promise<Execution[]> {
	let all: Awaited<ReturnType<typeof world.client.executionsOf>> = [];
	await eventually(
		() => `${count} executions have ended; there are: ${JSON.stringify(all)}`,
		async () => {
			all = await world.client.executionsOf(id);
			const ended = all.filter(({ status }) => status === 'success' || status === 'error');
			return (ended.length >= count && ended.length === all.length) || undefined;
		},
	);
	expect(all.map(({ status }) => status)).toEqual(all.map(() => 'success'));
	return await Promise.all(all.map((execution) => world.client.execution(execution.id)));
}

/** What a node gave in all of the executions. */
const given = (executions: Execution[], node: string): IDataObject[] =>
	executions.flatMap(({ data }) =>
		(data.resultData.runData[node] ?? []).flatMap(({ data: output }) =>
			(output?.main ?? []).flatMap((items) => (items ?? []).map(({ json }) => json)),
		),
	);

const post = (address: string, body: string, contentType = 'application/x-www-form-urlencoded') =>
	axios.post(address, Buffer.from(body), {
		proxy: false,
		headers: { 'Content-Type': contentType },
	});

it('notifies once a message is delivered, and escalates one that is not', async () => {
	// One after the other: n8n's Remove Duplicates cannot tell what another execution has just seen.
	Object.assign(world.sandbox.settings, { statusDelay: 3_000, callbackCopies: 1 });
	const { workflow } = await example('notify-when-delivered.json', true);
	const sending = await world.client.runWorkflow(workflow.id);
	expect(sending.data.resultData.error?.message).toBeUndefined();
	// More where the service repeats a post that n8n, held up by another test, answered late.
	const { length: before } = await executionsOf(workflow, 2);
	const [{ status_url, transaction_ticket } = { status_url: '', transaction_ticket: '' }] =
		world.sandbox.messages.all;
	const status = (code: number, text: string) =>
		`transaction_ticket=${transaction_ticket}&sendTo=18015551001&status_code=${code}&status_message=${text}`;
	await post(status_url, status(100, 'Delivered'));
	const executions = await executionsOf(workflow, before + 1);

	// 101 (Sent to Carrier) starts nothing.
	expect(given(executions, 'Delivery status')).toMatchObject(
		Array(before).fill({ status_code: 100 }),
	);
	expect(given(executions, 'Notify')).toEqual([{ note: '18015551001 has the message' }]);
	expect(given(executions, 'Escalate by voice call')).toEqual([]);

	await post(status_url, status(7, 'Unreachable'));
	await executionsOf(workflow, before + 2);
	expect(world.sandbox.messages.all).toMatchObject([
		{ sendTo: '18015551001', type: 1 },
		{
			sendTo: '18015551003',
			type: 3,
			text: 'The message to 18015551001 has the status Unreachable',
		},
	]);
});

it('logs each delivery status once to a data table', async () => {
	const { workflow, signed } = await example('delivery-log.json', true);
	const making = await world.client.runWorkflow(workflow.id);
	expect(making.data.resultData.error?.message).toBeUndefined();
	const body = (code: number | string) =>
		`transaction_ticket=T-1&sendTo=18015551001&status_code=${code}&status_message=Text`;
	// One after the other, because the executions run beside each other. The first one made the table.
	for (const [index, code] of [101, 100, 100, 'DELIVRD'].entries()) {
		await post(signed, body(code));
		await executionsOf(workflow, index + 2);
	}

	expect(given(await executionsOf(workflow, 5), 'Add to the log')).toMatchObject([
		{ ticket: TICKET, phone: '18015551001', code: '101', text: 'Text' },
		{ ticket: TICKET, phone: '18015551001', code: '100', text: 'Text' },
		{ ticket: TICKET, phone: '18015551001', code: 'DELIVRD', text: 'Text' },
	]);
});

it('asks for the status until the message is delivered', async () => {
	Object.assign(world.sandbox.settings, { statusDelay: 3_600_000, callbackCopies: 1 });
	const { workflow } = await example('poll-until-delivered.json', false);
	const running = world.client.runWorkflow(workflow.id);
	await eventually('the status is asked for', () =>
		world.sandbox.calls.find(({ operation }) => operation.startsWith('getCustomTransaction')),
	);
	world.sandbox.deliver();

	const execution = await running;
	expect(execution.data.resultData.error?.message).toBeUndefined();
	const codes = given([execution], 'Get status').map(({ status_code }) => status_code);
	expect(codes.slice(0, -1)).toEqual(codes.slice(0, -1).map(() => 101));
	expect(codes.slice(-2)).toEqual([101, 100]);
	expect(given([execution], 'Message status')).toMatchObject([{ status_message: 'Delivered' }]);
});

it('asks again where the status cannot be asked for', async () => {
	world.sandbox.settings.statusDelay = 0;
	const workflow = read('poll-until-delivered.json');
	for (const { name, parameters } of workflow.nodes) {
		if (name !== 'Get status') continue;
		const ticket = String(parameters.custom_ticket).replace(/^=\{\{|\}\}$/g, '');
		parameters.custom_ticket = `={{ $runIndex === 0 ? '' : ${ticket} }}`;
	}
	const { id } = await world.client.createWorkflow(workflow);
	const execution = await world.client.runWorkflow(id);

	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(given([execution], 'Get status')).toMatchObject([
		{ error: expect.stringContaining('Custom Ticket') },
		{ status_code: 100 },
	]);
	expect(given([execution], 'Message status')).toMatchObject([{ status_message: 'Delivered' }]);
});

it('receives a malformed post, and each status once', async () => {
	const { workflow, signed } = await example('receive-unusual-posts.json', true);
	const malformed = '<s><ticket>T-1</ticket><to>1</to><status>100</status><note>a & b</wrong></s>';
	// One after the other, because the executions run beside each other.
	for (const count of [1, 2]) {
		await post(signed, malformed, 'text/xml');
		await executionsOf(workflow, count);
	}

	const executions = await executionsOf(workflow, 2);
	expect(given(executions, 'Delivery status')).toHaveLength(2);
	expect(given(executions, 'Message status')).toMatchObject([
		{ custom_ticket: TICKET, sendTo: '1', delivered: true, raw: { body: malformed } },
	]);
});

it('goes on for whom a text reached, and calls whom it did not in time', async () => {
	Object.assign(world.sandbox.settings, { statusDelay: 15_000, callbackCopies: 1 });
	const file = read('wait-for-delivery.json');
	const waits = file.nodes.find(({ name }) => name === 'Text and wait');
	waits!.parameters.waitMinutes = 1;
	const { id } = await world.client.createWorkflow(file);
	const running = world.client.runWorkflow(id);
	await eventually('both texts are sent', () => world.sandbox.messages.all[1]);
	const [, never] = world.sandbox.messages.all;
	never!.deliveredFrom = Number.POSITIVE_INFINITY;

	const execution = await running;
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(given([execution], 'Reached')).toMatchObject([
		{ sendTo: '18015551001', delivered: true, timed_out: false },
	]);
	expect(world.sandbox.messages.all.slice(2)).toMatchObject([
		{
			sendTo: '18015551003',
			type: 3,
			text: 'There is water in the cellar. Please come to the office at once.',
		},
	]);
});
