import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { PollContext, TriggersAndPollers } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalDataOf, loadPackage, NodeTypes, PACKAGE, Start, Vault } from './engine';

const CREDENTIAL = 'subscriptionMessagingApi';

interface Options {
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	activation?: WorkflowActivateMode;
}

/** What n8n's database holds of a workflow. */
export interface Stored {
	/** As text, because that is how it is stored. */
	cursor: string;
	/** The items that each execution begins with. */
	executions: INodeExecutionData[][];
	/** Failed executions that the node asked for. */
	failures: Error[];
}

/** How far a poll comes before n8n is killed. */
export type Kill = 'beforeCommit' | 'afterCommit';

/**
 * A published workflow that begins with the subscriber trigger, polled as n8n does with durable poll
 * cursors: cursor and execution are stored together, or neither is. A poll has a context of its own.
 */
export class PolledWorkflow {
	readonly stored: Stored = { cursor: '{}', executions: [], failures: [] };

	private workflow: Workflow;

	/** @param make one that nothing in this process knows of, as in a process that begins anew */
	private constructor(
		private readonly make: () => Workflow,
		private readonly node: INode,
		private readonly vault: Vault,
		private readonly activation: WorkflowActivateMode,
	) {
		this.workflow = make();
	}

	static async publish({
		parameters,
		credential,
		activation = 'update',
	}: Options): Promise<PolledWorkflow> {
		const loader = await loadPackage();
		const node: INode = {
			id: 'trigger',
			name: 'Trigger',
			type: `${PACKAGE}.subscriptionMessagingSubscriberTrigger`,
			typeVersion: 1,
			position: [0, 0],
			parameters,
			credentials: { [CREDENTIAL]: { id: '1', name: 'Sandbox' } },
		};
		const nodeTypes = new NodeTypes(loader, new Start([]));
		const make = () =>
			new Workflow({
				id: randomUUID(),
				name: 'Workflow',
				active: true,
				nodeTypes,
				nodes: [node],
				connections: {},
			});
		const vault = new Vault(loader, credential);
		return new PolledWorkflow(make, node, vault, activation);
	}

	/**
	 * @returns the items that the poll emitted; nothing where it emitted none
	 * @throws what the poll throws; nothing is stored then
	 */
	async poll(kill?: Kill, mode: WorkflowExecuteMode = 'trigger'): Promise<IDataObject[] | null> {
		const cursor = JSON.parse(this.stored.cursor) as IDataObject;
		const emitted = await this.pollIn(this.context(cursor, mode));
		if (kill) this.workflow = this.make();
		if (kill === 'beforeCommit') return null;
		this.commit(cursor, emitted);
		return emitted?.[0]?.map(({ json }) => json) ?? null;
	}

	/** A poll alone: nothing of it is stored. */
	async pollIn(context: PollContext): Promise<INodeExecutionData[][] | null> {
		return await new TriggersAndPollers().runPollFunction(
			this.workflow,
			context.getNode(),
			context,
		);
	}

	/** Context of polls that n8n's own schedule runs one after the other. */
	context(staticData: IDataObject, mode: WorkflowExecuteMode = 'trigger'): PollContext {
		return new PollContext(
			this.workflow,
			this.workflow.getNode(this.node.name) ?? this.node,
			additionalDataOf(this.vault, '1'),
			mode,
			this.activation,
			undefined,
			(error: Error) => this.stored.failures.push(error),
			undefined,
			undefined,
			() => staticData,
		);
	}

	private commit(cursor: IDataObject, emitted: INodeExecutionData[][] | null): void {
		const before = JSON.parse(this.stored.cursor) as IDataObject;
		if (!isDeepStrictEqual(before, cursor)) this.stored.cursor = JSON.stringify(cursor);
		if (emitted === null) return;
		if (emitted.length !== 1) throw new Error('A poll has one output');
		this.stored.executions.push(emitted[0] ?? []);
	}
}
