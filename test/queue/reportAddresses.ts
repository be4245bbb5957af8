import type { INode, INodeParameters } from 'n8n-workflow';

import { codeNode, node, rowsOf, webhookNode, workflowOf, type QueueWorld } from './queueWorld';
import { eventually } from '../eventually';

const START = node('Start', 'n8n-nodes-base.manualTrigger');

/** Where delivery reports go that a worker sends for. */
export function reportAddresses(world: () => QueueWorld): void {
	const reporting = (options: INodeParameters = { deliveryReport: 'trigger' }) =>
		world().sending({ recipients: 'commaSeparated', sendTo: '18015551001', options });

	const addressOf = ({ webhookId }: INode) =>
		`${world().webhookUrl}/webhook/${webhookId}/delivery-status`;

	/** The addresses that the service was given, without what they were signed with. */
	const given = () => world().messages.map(({ status_url }) => status_url.split('?', 1)[0]);

	/** Runs a send by hand beside triggers, in a workflow that is published or not. */
	async function byHand(triggers: INode[], isPublished = true) {
		const { client } = world();
		const saved = await client.createWorkflow(workflowOf([START, reporting()], triggers));
		if (isPublished) await client.activateWorkflow(saved);
		return await client.runWorkflow(saved.id);
	}

	it('are worked out by hand, and a hint says what is not published', async () => {
		const trigger = world().trigger('Status');
		const { data } = await byHand([trigger], false);
		expect(data.resultData.error?.message).toBeUndefined();
		expect(given()).toEqual([addressOf(trigger)]);
		const [run] = data.resultData.runData.Send ?? [];
		expect(run?.hints?.map(({ message }) => message)).toEqual([
			expect.stringContaining('is not published'),
		]);
	});

	it('are worked out by hand where it is published, and no hint is given', async () => {
		const trigger = world().trigger('Status');
		const { data } = await byHand([trigger]);
		expect(given()).toEqual([addressOf(trigger)]);
		expect(data.resultData.runData.Send?.[0]?.hints ?? []).toEqual([]);
	});

	it('are worked out in production, also once another node has written static data', async () => {
		const trigger = world().trigger('Status');
		const writes = codeNode(
			"$getWorkflowStaticData('global').own = Date.now();\nreturn [{ json: {} }];",
		);
		const { post } = await world().publish(
			workflowOf([webhookNode(), writes, reporting()], [trigger]),
		);
		for (const count of [1, 2]) {
			await post();
			await eventually('the message is sent', () => world().messages.length === count || undefined);
		}
		expect(given()).toEqual([addressOf(trigger), addressOf(trigger)]);
	});

	it('are found at the one trigger that is not deactivated', async () => {
		const off = world().trigger('Off', {}, { disabled: true });
		const trigger = world().trigger('On', { authentication: 'none' });
		await byHand([off, trigger]);
		expect(world().messages.map(({ status_url }) => status_url)).toEqual([addressOf(trigger)]);
	});

	it.each([
		['two triggers', 2, "can't choose among the 2 triggers"],
		['no trigger', 0, 'there is none'],
	])('are refused with %s, and nothing is sent', async (_what, count, problem) => {
		const triggers = Array.from({ length: count }, (_none, index) =>
			world().trigger(`Status ${index}`),
		);
		const { data } = await byHand(triggers);
		expect(data.resultData.error?.message).toContain(problem);
		expect(world().messages).toEqual([]);
	});

	it('bring each status to a worker once', async () => {
		const { sandbox } = world().service;
		sandbox.settings.callbackFormat = 'json';
		const trigger = world().trigger('Status', { filters: { onlyFinal: false } });
		const { id, post } = await world().publish(workflowOf([webhookNode(), reporting()], [trigger]));
		await post();
		await eventually('the message is sent', () => world().messages.length === 1 || undefined);
		sandbox.deliver();
		// The send itself, and one for each status: on its way, and delivered.
		const told = await eventually('all statuses have arrived', async () => {
			const ids = await world().executionsIn(id, 'success');
			return ids.length === 3 ? ids : undefined;
		});
		const executions = await Promise.all(
			told.map(async (it) => await world().client.execution(it)),
		);
		const statuses = executions.flatMap((execution) => rowsOf(execution, 'Status'));
		expect(statuses.map(({ status_code }) => status_code).sort()).toEqual([100, 101]);
	});

	it('and everything else that n8n stores hold no secret of the credential', async () => {
		const { username, password, apiKey } = world().service.sandbox.settings;
		await byHand([world().trigger('Status')]);
		const tables = await world().postgres.query(
			"SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
		);
		expect(tables).toContain('public.execution_data');
		const holding = async (text: string) => {
			const counted = tables.map(
				(table) =>
					`SELECT '${table}' AS name WHERE EXISTS (SELECT FROM ${table} t WHERE position('${text}' in t::text) > 0)`,
			);
			return await world().postgres.query(counted.join(' UNION ALL '));
		};
		// That the question finds what is there.
		expect(await holding('Hello from a worker')).toContain('public.execution_data');
		for (const secret of [username, password, apiKey]) expect(await holding(secret)).toEqual([]);
	});
}
