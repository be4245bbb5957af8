import type { INodeProperties } from 'n8n-workflow';

/** The list searches of the unit fields; the fields name them in `searchListMethod`. */
export type UnitSearch = 'searchUnits' | 'searchDivisions' | 'searchGroups';

const EXAMPLES: Record<UnitSearch, { path: string; keyword: string }> = {
	searchUnits: { path: 'e.g. North › Staff (NSTAFF)', keyword: 'e.g. NSTAFF' },
	searchGroups: { path: 'e.g. North › Staff (NSTAFF)', keyword: 'e.g. NSTAFF' },
	searchDivisions: { path: 'e.g. North (NORTH)', keyword: 'e.g. NORTH' },
};

interface UnitField {
	displayName: string;
	/** Which units the list offers. */
	search: UnitSearch;
	description: string;
	/** Deleted units are not in the list, so restoring begins with the keyword. */
	deleted?: true;
	/** The service finds the company by the credential when no keyword is given. */
	optional?: true;
}

/** The unit an operation acts on: `keyword` of the authentication object (Authentication, rule 2). */
export function unitField({
	displayName,
	search,
	description,
	deleted,
	optional,
}: UnitField): INodeProperties {
	return {
		displayName,
		name: 'keyword',
		type: 'resourceLocator',
		default: { mode: deleted ? 'keyword' : 'list', value: '' },
		required: !optional,
		description,
		builderHint: { propertyHint: 'The keyword, such as NSTAFF, and not the name, in both modes' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: EXAMPLES[search].path,
				typeOptions: { searchListMethod: search, searchable: true },
			},
			{
				displayName: 'By Keyword',
				name: 'keyword',
				type: 'string',
				placeholder: EXAMPLES[search].keyword,
			},
		],
	};
}

export const anyUnit = unitField({
	displayName: 'Group, Division or Company',
	search: 'searchUnits',
	description: 'The group, division or company to act on',
});

export const groupField = unitField({
	displayName: 'Group',
	search: 'searchGroups',
	description: 'The group to act on',
});

export const sendingGroup: INodeProperties = {
	...groupField,
	description: 'Group the message is sent from',
};

export const groupOfMessage: INodeProperties = {
	...groupField,
	description:
		'Group the message was sent from. For a message to a division or company, a group in it.',
};

export const divisionField = unitField({
	displayName: 'Division',
	search: 'searchDivisions',
	description: 'The division to act on',
});
