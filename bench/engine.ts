import { dirname } from 'node:path';

import { LazyPackageDirectoryLoader, PackageDirectoryLoader, WorkflowExecute } from 'n8n-core';
import { NodeHelpers, Workflow } from 'n8n-workflow';
import type { IConnections, IDataObject, INode, INodeType } from 'n8n-workflow';

import { additionalDataOf, Start, Vault } from '../test/engine/engine';
import { credentialFor } from '../test/engine/sandboxed';
import { phoneItems } from './inputs';
import { timeOf, type Measure } from './measures';
import { node, to } from './nodes';

/** Where a workflow runs, and with how many items. */
export interface Place {
	/** Folder of the unpacked package. */
	packageFolder: string;
	baseUrl: string;
	seed: number;
	count: number;
}

/** What comes after a node named `Start`. */
export interface Steps {
	nodes: INode[];
	/** One after the other when left out. */
	connections?: IConnections;
	/** What a node of the type `own` does, which is made for the row. */
	own?: INodeType['execute'];
	/** Items to begin with; phone numbers when left out. */
	items?: IDataObject[];
	/** Items of the last node; as many as it begins with when left out. */
	outputs?: number;
	/** What the first of them holds. */
	first?: IDataObject;
}

/** A program that runs a workflow in n8n's engine. */
export const runs =
	(stepsAt: (place: Place) => Steps, measure: Measure = timeOf) =>
	async (place: Place) => {
		const run = await makeReady(place, stepsAt(place));
		return async () => await measure(run);
	};

async function makeReady({ packageFolder, baseUrl, seed, count }: Place, steps: Steps) {
	const { nodes, items = phoneItems(seed, count), outputs = items.length, first = {} } = steps;
	const ours = new PackageDirectoryLoader(packageFolder);
	const nodesBase = dirname(require.resolve('n8n-nodes-base/package.json'));
	const loaders = [ours, new LazyPackageDirectoryLoader(nodesBase)];
	for (const loader of loaders) await loader.loadAll();
	const start = new Start(items.map((json) => ({ json })));
	const value = { displayName: 'Value', name: 'value', type: 'string', default: '' } as const;
	const asAction = {
		group: ['transform' as const],
		inputs: ['main' as const],
		properties: [value],
	};
	const description = { ...start.description, ...asAction };
	const find = (type: string, version?: number): INodeType => {
		if (type === 'start') return start;
		if (type === 'own') return { description, execute: steps.own };
		const [packageName, name = ''] = type.split('.');
		const loader = loaders.find((each) => each.packageName === packageName)!;
		return NodeHelpers.getVersionedNodeType(loader.getNode(name).type, version);
	};
	const all = [node('Start', 'start', 1), ...nodes];
	const inARow = nodes.map(({ name }, index) => [all[index]!.name, to(name)] as const);
	const workflowOf = {
		id: 'workflow',
		active: false,
		nodes: all,
		connections: steps.connections ?? Object.fromEntries(inARow),
		nodeTypes: { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) },
		settings: { executionOrder: 'v1' as const },
	};
	const credential = credentialFor({ baseUrl });
	const vault = new Vault(ours, credential);
	vault.getDecrypted = async () => ({ ...credential });
	const last = nodes.at(-1)!.name;
	let executions = 0;
	return async () => {
		const workflow = new Workflow(workflowOf);
		const additionalData = additionalDataOf(vault, String(++executions));
		const execution = new WorkflowExecute(additionalData, 'trigger');
		const { data } = await execution.run({ workflow, startNode: workflow.getNode('Start')! });
		const { error, runData } = data.resultData;
		if (error) throw error;
		const output = runData[last]?.at(-1)?.data?.main?.[0] ?? [];
		if (output.length !== outputs) {
			throw new Error(`${last} gave ${output.length} of ${outputs} items`);
		}
		for (const [name, value] of Object.entries(first)) {
			if (output[0]!.json[name] !== value) throw new Error(`The first item has another ${name}`);
		}
		return output;
	};
}
