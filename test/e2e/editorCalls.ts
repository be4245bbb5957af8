import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	INodeCredentials,
	INodeParameters,
	INodeTypeDescription,
	ResourceMapperFields,
} from 'n8n-workflow';

import type { Execution, N8nClient, SavedCredential } from '../../host/n8nClient';

/** What the *Test* button of the credential's dialog does. */
export async function testCredential(
	client: N8nClient,
	credential: SavedCredential,
	data: ICredentialDataDecryptedObject,
): Promise<{ status: 'OK' | 'Error'; message: string }> {
	const credentials = { ...credential, data };
	return await client.call('POST /rest/credentials/test', { credentials });
}

export async function deactivateWorkflow(client: N8nClient, id: string): Promise<void> {
	await client.call(`POST /rest/workflows/${id}/deactivate`, {});
}

/**
 * What *Retry* in the list of executions does; n8n answers when the new execution has ended.
 *
 * @param withSaved *Retry with currently saved workflow*
 * @returns the new execution
 */
export async function retryExecution(
	client: N8nClient,
	id: string,
	{ withSaved = false } = {},
): Promise<Execution> {
	const retried = await client.call<{ id: string }>(`POST /rest/executions/${id}/retry`, {
		loadWorkflow: withSaved,
	});
	return await client.execution(retried.id);
}

/** Lets the trigger wait for one event at its test address, as *Listen for test event* does. */
export async function listenForTestEvent(
	client: N8nClient,
	id: string,
	triggerName: string,
): Promise<void> {
	const { waitingForWebhook } = await client.call<{ waitingForWebhook?: boolean }>(
		`POST /rest/workflows/${id}/run`,
		{ triggerToStartFrom: { name: triggerName } },
	);
	if (!waitingForWebhook) throw new Error(`${triggerName} does not wait for an event`);
}

interface ListRequest {
	methodName: string;
	/** Path of the parameter, e.g. `parameters.unit`. */
	path: string;
	nodeTypeAndVersion: { name: string; version: number };
	currentNodeParameters: INodeParameters;
	credentials?: INodeCredentials;
	filter?: string;
}

interface ListEntry {
	name: string;
	value: string;
	url?: string;
}

/** Entries that a resource locator's *From List* shows. */
export async function searchList(client: N8nClient, request: ListRequest): Promise<ListEntry[]> {
	const path = '/rest/dynamic-node-parameters/resource-locator-results';
	return (await client.call<{ results: ListEntry[] }>(`POST ${path}`, request)).results;
}

/** What a list shows that is filled when the panel is opened. */
export async function loadOptions(client: N8nClient, request: ListRequest): Promise<ListEntry[]> {
	return await client.call('POST /rest/dynamic-node-parameters/options', request);
}

/** The fields of a resource mapper, or the notice in their place. */
export async function mapperFields(
	client: N8nClient,
	request: ListRequest,
): Promise<ResourceMapperFields> {
	return await client.call('POST /rest/dynamic-node-parameters/resource-mapper-fields', request);
}

/** The node types that n8n offers, community packages included. */
export async function nodeTypes(client: N8nClient): Promise<INodeTypeDescription[]> {
	return await client.file('/types/nodes.json');
}

export async function credentialTypes(client: N8nClient): Promise<ICredentialType[]> {
	return await client.file('/types/credentials.json');
}

/** A package as n8n's page *Community nodes* shows it. */
interface InstalledPackage {
	packageName: string;
	installedVersion: string;
	/** The newest version, where that is another one. */
	updateAvailable?: string;
}

export async function installedPackages(client: N8nClient): Promise<InstalledPackage[]> {
	return await client.call('GET /rest/community-packages');
}

/** Lets n8n install a package from npm's registry: its newest version where none is given. */
export async function installPackage(
	client: N8nClient,
	name: string,
	version?: string,
): Promise<InstalledPackage> {
	return await client.call('POST /rest/community-packages', { name, version });
}

/** Lets n8n replace a package by its newest version. */
export async function updatePackage(client: N8nClient, name: string): Promise<InstalledPackage> {
	return await client.call('PATCH /rest/community-packages', { name });
}

export async function uninstallPackage(client: N8nClient, name: string): Promise<void> {
	await client.call('DELETE /rest/community-packages', undefined, { name });
}
