import type { INodeParameters, INodeProperties, NodeParameterValue } from 'n8n-workflow';

/** What a model fills in, by the name of the field; the keyword follows from what the field lists. */
export const VALUES: Record<string, string> = {
	id: 'order-ready',
	divisionName: 'Night Shift',
	groupName: 'Night Shift',
	sendTo: '18015559001',
	phone: '18015559001',
	phone_list: '18015559001',
	message: 'Hello',
	text: 'Hello',
	url: 'https://example.com/offer',
};

/** By operation, where the usual value would not do. */
const SPECIAL: Record<string, Record<string, string>> = {
	// Its text has no placeholders.
	'message.sendTemplate': { id: 'closed' },
	'template.create': { id: 'brand-new' },
	'template.restore': { id: 'summer-party' },
};

/** By the list that a field is chosen from. */
const KEYWORDS: Record<string, string> = {
	searchDivisions: 'NORTH',
	searchGroups: 'NSTAFF',
	searchUnits: 'NSTAFF',
};

/** What a model fills into a field of an operation (`resource.operation`); none that is known. */
export function valueFor(operation: string, { name, modes = [] }: INodeProperties) {
	const [search] = modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
	return SPECIAL[operation]?.[name] ?? KEYWORDS[search ?? ''] ?? VALUES[name];
}

/** An update needs one of the fields that can be added. */
export const ADDED: Record<string, string> = {
	'division.update': 'url',
	'group.update': 'groupName',
	'template.update': 'text',
};

const byKeyword = (value: string) => ({ __rl: true, mode: 'keyword', value });

const SEND: INodeParameters = {
	resource: 'message',
	operation: 'send',
	keyword: byKeyword('NSTAFF'),
	recipients: 'commaSeparated',
	sendTo: '18015559001',
	message: 'Hello',
};

/** What has to be there before, and fields whose values the node answers to it. */
export const BEFORE: Record<
	string,
	{ parameters: INodeParameters; gives?: Record<string, string> }
> = {
	'division.restore': {
		parameters: { resource: 'division', operation: 'delete', keyword: byKeyword('NORTH') },
	},
	'group.restore': {
		parameters: { resource: 'group', operation: 'delete', keyword: byKeyword('NSTAFF') },
	},
	'message.getReport': { parameters: SEND, gives: { custom_ticket: 'custom_ticket' } },
	'message.getStatus': {
		parameters: SEND,
		gives: { transaction_ticket_id: 'transaction_ticket' },
	},
	'message.sendTemplate': {
		parameters: {
			resource: 'template',
			operation: 'create',
			keyword: byKeyword('NSTAFF'),
			id: 'closed',
			text: 'Closed today',
		},
	},
	'shortUrl.update': {
		parameters: {
			resource: 'shortUrl',
			operation: 'create',
			keyword: byKeyword('NSTAFF'),
			url: 'https://example.com/offer',
		},
		gives: { short_url: 'response' },
	},
};

const DEFAULTS: Record<string, string> = {
	recipients: 'commaSeparated',
	templateSource: 'stored',
	lookUpBy: 'transactionTicket',
	reportBy: 'customTickets',
};

/** Whether a field is shown with the defaults of all others. */
export function isShown(
	{ displayOptions }: INodeProperties,
	chosen: Record<string, string> = {},
): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) =>
		(values as NodeParameterValue[]).includes(chosen[name] ?? DEFAULTS[name] ?? ''),
	);
}
