import type { INodeProperties } from 'n8n-workflow';

import type { ItemFields } from './itemFields';

export const maxRecipients: INodeProperties = {
	displayName: 'Max Recipients',
	name: 'maxRecipients',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	description: 'Send nothing if the run would reach more people than this',
};

export const maxSegments: INodeProperties = {
	displayName: 'Max Segments',
	name: 'maxSegments',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description: 'Send nothing for an item if one recipient would get more SMS than this',
};

/** What an item must not exceed; nothing without the option. */
export interface Maximums {
	/** People that the whole run reaches. */
	readonly recipients?: number;
	/** SMS that one recipient gets. */
	readonly segments?: number;
}

/**
 * The limits that a person has set for an item.
 *
 * @throws NodeOperationError for one that holds nothing, which must not mean that there is no limit
 */
export function readMaximums(fields: ItemFields): Maximums {
	return {
		recipients: limitIn(fields, 'maxRecipients'),
		segments: limitIn(fields, 'maxSegments'),
	};
}

function limitIn(fields: ItemFields, name: string): number | undefined {
	const options = fields.members('options');
	const count = options.count(name);
	if (count !== undefined || !options.has(name)) return count;
	throw fields.invalid(
		`'${fields.displayName(name)}' is empty, so nothing was sent`,
		'Enter a number, check the expression that fills it, or remove the option.',
	);
}
