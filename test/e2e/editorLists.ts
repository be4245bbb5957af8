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

export interface Shown {
	/** What is shown, or that it could not be loaded. */
	text: string;
	isAsked: boolean;
}

/**
 * What the editor shows of all that the nodes load for it, by method.
 *
 * @param answers of the service so far
 */
export async function shownInEditor(
	{ client, credential }: World,
	answers: () => number,
): Promise<Map<string, Shown>> {
	const request = (methodName: string, node: string, currentNodeParameters = PANEL) => ({
		methodName,
		path: 'parameters.keyword',
		nodeTypeAndVersion: { name: `${NODE_TYPE}${node}`, version: node === 'Trigger' ? 2 : 1 },
		currentNodeParameters,
		credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
	});
	const shown = new Map<string, Shown>();
	const note = async (what: string, load: () => Promise<unknown>) => {
		const before = answers();
		const text = await load().then((value) => JSON.stringify(value), String);
		shown.set(what, { text, isAsked: answers() > before });
	};
	for (const method of Object.keys(listSearch)) {
		await note(method, async () => await searchList(client, request(method, '')));
	}
	const confirms: INodeParameters = { confirm: true, keyword: byKeyword('NSTAFF') };
	await note(
		'trigger',
		async () => await searchList(client, request('searchGroups', 'Trigger', confirms)),
	);
	const groups = request('getGroups', 'SubscriberTrigger', {});
	await note('getGroups', async () => await loadOptions(client, groups));
	for (const method of Object.keys(resourceMapping)) {
		if (WITHOUT_SERVICE.includes(method)) continue;
		await note(method, async () => await mapperFields(client, request(method, '')));
	}
	return shown;
}
