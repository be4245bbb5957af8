import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	NodeFields,
	type ItemFields,
} from '../../../../nodes/SubscriptionMessaging/actions/fields/itemFields';
import type { CallName } from '../../../../nodes/SubscriptionMessaging/service/contract/call';
import type { ItemRequest } from '../../../../nodes/SubscriptionMessaging/actions/fields/itemRequest';
import type {
	Operation,
	OperationOf,
} from '../../../../nodes/SubscriptionMessaging/actions/operation/operation';

/** The fields of one item of an operation: what was entered, and the default of every other field. */
export function entered(
	{ properties }: Pick<Operation, 'properties'>,
	parameters: IDataObject,
	input: IDataObject = {},
): ItemFields {
	const defaults = Object.fromEntries(
		properties.map(({ name, default: value }) => [name, value as unknown]),
	);
	const values: Record<string, unknown> = { ...defaults, ...parameters };
	const context = {
		getNode: () => ({ name: 'Messaging', type: 'test', typeVersion: 1 }),
		getInputData: () => [{ json: input }],
		getTimezone: () => 'America/New_York',
		getNodeParameter: (name: string, _itemIndex: number, fallback?: unknown) => {
			const value = values[name] === undefined ? fallback : values[name];
			return isLocator(value) ? value.value : value;
		},
	};
	return new NodeFields(context as unknown as IExecuteFunctions, properties).of(0);
}

/** The requests that an operation makes of what was entered. */
export function requestsOf<N extends CallName>(
	operation: OperationOf<N>,
	parameters: IDataObject,
	input?: IDataObject,
): Array<ItemRequest<N>> {
	const requests = operation.request(entered(operation, parameters, input));
	return Array.isArray(requests) ? requests : [requests];
}

function isLocator(value: unknown): value is { value: unknown } {
	return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;
}
