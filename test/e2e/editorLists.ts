import type { INodeParameters } from 'n8n-workflow';
import { listSearch } from '../../nodes/SubscriptionMessaging/methods/listSearch';
import { resourceMapping } from '../../nodes/SubscriptionMessaging/methods/resourceMapping';
import { loadOptions, mapperFields, searchList } from './editorCalls';
import { byKeyword, CREDENTIAL_TYPE, NODE_TYPE, type World } from './world';

/** A panel in which every list and every mapper asks the service. */
const PANEL: INodeParameters = {
	resource: 'message',
	operation: 'sendTemplate',
	templateSource: 'stored',
	keyword: byKeyword('NSTAFF'),
	id: { __rl: true, mode: 'id', value: 'order-ready' },
};

/** Mappers that only look at what was entered. */
const WITHOUT_SERVICE = ['showCharacters', 'showNewPlaceholders'];

/** What the editor shows of all that the nodes load for it, or that it could not be loaded, by method. */
export async function shownInEditor({ client, credential }: World): Promise<Map<string, string>> {
	const request = (methodName: string, node: string, currentNodeParameters = PANEL) => ({
		methodName,
		path: 'parameters.keyword',
		nodeTypeAndVersion: { name: `${NODE_TYPE}${node}`, version: node === 'Trigger' ? 2 : 1 },
		currentNodeParameters,
		credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
	});
	const shown = new Map<string, string>();
	const note = async (what: string, loaded: Promise<unknown>) => {
		shown.set(what, await loaded.then((value) => JSON.stringify(value), String));
	};
	for (const method of Object.keys(listSearch)) {
		await note(method, searchList(client, request(method, '')));
	}
	const confirms: INodeParameters = { confirm: true, keyword: byKeyword('NSTAFF') };
	await note('trigger', searchList(client, request('searchGroups', 'Trigger', confirms)));
	const groups = request('getGroups', 'SubscriberTrigger', {});
	await note('getGroups', loadOptions(client, groups));
	for (const method of Object.keys(resourceMapping)) {
		if (WITHOUT_SERVICE.includes(method)) continue;
		await note(method, mapperFields(client, request(method, '')));
	}
	return shown;
}
