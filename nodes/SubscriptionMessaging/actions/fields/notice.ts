import type { INodeProperties } from 'n8n-workflow';

/** What a field names in `resourceMapperMethod`. */
export type ResourceMapping =
	| 'getPlaceholders'
	| 'showCharacters'
	| 'showNewPlaceholders'
	| 'showPeople'
	| 'showStoredText';

const PLACEHOLDERS = { singular: 'placeholder', plural: 'placeholders' };

/**
 * What the editor stores of a mapper that has neither fields nor values. Where it is the default,
 * opening the panel changes nothing. After a change n8n takes the node's output for outdated: the next
 * step that is executed executes the node before it again, and people get the message twice.
 */
const EMPTY = {
	attemptToConvertTypes: false,
	convertFieldsToString: false,
	mappingMode: 'defineBelow',
	matchingColumns: [],
	schema: [],
	value: {},
};

const EMPTY_MEMBERS = Object.entries(EMPTY).map(
	([name, value]): INodeProperties => ({
		displayName: name.replace(/[A-Z]/g, ' $&').replace(/^./, (first) => first.toUpperCase()),
		name,
		type: 'json',
		default: value,
	}),
);

/**
 * A mapper of fields that a method of the editor gives. Forgets what it shows, and its values, when one of
 * the fields changes that are named.
 */
export function shownBy(
	method: ResourceMapping,
	loadOptionsDependsOn?: string[],
	fieldWords = PLACEHOLDERS,
) {
	return {
		type: 'resourceMapper',
		noDataExpression: true,
		default: EMPTY,
		typeOptions: {
			loadOptionsDependsOn,
			resourceMapper: {
				resourceMapperMethod: method,
				mode: 'add',
				valuesLabel: 'Placeholders',
				fieldWords,
				supportAutoMap: false,
				refreshStaleSchemaOnOpen: true,
			},
		},
	} as const satisfies Partial<INodeProperties>;
}

/** Of a field without a value. */
export const SHOWN_ONLY = { propertyHint: 'Only shows something in the editor: leave it out' };

/** A mapper that shows a notice, and never has fields or values. */
export function notice(
	{
		displayOptions,
		...field
	}: Pick<INodeProperties, 'description' | 'displayOptions'> &
		Record<'displayName' | 'name', string>,
	...shows: Parameters<typeof shownBy>
): INodeProperties[] {
	const { show, hide } = displayOptions ?? {};
	const isFetching = { [`/${field.name}.value`]: [null] };
	return [
		{
			...field,
			builderHint: SHOWN_ONLY,
			...shownBy(...shows),
			displayOptions: { show, hide: { ...hide, ...isFetching } },
		},
		// Nobody sees this one. The editor stores null until it has fetched the notice, and then {}, by
		// which time the step may have run: as a collection, null is replaced by its default at once.
		{
			...field,
			builderHint: SHOWN_ONLY,
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: EMPTY_MEMBERS,
			displayOptions: { show: { ...show, ...isFetching }, hide },
		},
	];
}
