import { LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeParameters,
	type INodePropertyOptions,
	type ResourceMapperFields,
} from 'n8n-workflow';

import { additionalDataOf, loadPackage, messagingNode, NodeTypes, Start, Vault } from './engine';

/** The node's panel as it stands, with values that are not stored yet. */
interface Panel {
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
}

/** The rows of a list of the panel; rejects with what the editor shows in their place. */
export async function searchList(
	method: string,
	{ parameters, credential }: Panel,
	filter?: string,
): Promise<INodeListSearchItems[]> {
	const { methods, context } = await openPanel(parameters, credential);
	const search = methods.listSearch?.[method];
	if (!search) throw new Error(`The node has no list search ${method}`);
	return (await search.call(context, filter)).results;
}

/** The choices of a list that is filled when the panel is opened. */
export async function loadList(
	method: string,
	{ parameters, credential }: Panel,
): Promise<INodePropertyOptions[]> {
	const { methods, context } = await openPanel(parameters, credential);
	const load = methods.loadOptions?.[method];
	if (!load) throw new Error(`The node has no options loader ${method}`);
	return await load.call(context);
}

/** The fields of a resource mapper of the panel, or the notice in their place. */
export async function mapFields(
	method: string,
	{ parameters, credential }: Panel,
): Promise<ResourceMapperFields> {
	const { methods, context } = await openPanel(parameters, credential);
	const map = methods.resourceMapping?.[method];
	if (!map) throw new Error(`The node has no resource mapping ${method}`);
	return await map.call(context);
}

async function openPanel(parameters: INodeParameters, credential: ICredentialDataDecryptedObject) {
	const loader = await loadPackage();
	const nodeTypes = new NodeTypes(loader, new Start([]));
	const panel = messagingNode(parameters);
	const workflow = new Workflow({
		id: 'workflow',
		active: false,
		nodeTypes,
		nodes: [panel],
		connections: {},
	});
	// With the defaults of what the panel shows.
	const node = workflow.getNode(panel.name);
	if (!node) throw new Error('The workflow has no node');
	const additionalData = additionalDataOf(new Vault(loader, credential), '1');
	additionalData.currentNodeParameters = node.parameters;
	const context: ILoadOptionsFunctions = new LoadOptionsContext(
		workflow,
		node,
		additionalData,
		'parameters',
	);
	return { methods: nodeTypes.getByName(panel.type).methods ?? {}, context };
}
