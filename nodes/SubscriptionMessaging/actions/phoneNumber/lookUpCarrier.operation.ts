import type { OperationOf } from '../operation';
import {
	optionsField,
	pauseBetweenRequests,
	requestsInParallel,
	timeLimit,
	transport,
} from '../fields/options';
import { defaultCountry, phoneNumbers, readNumbersToLookUp } from '../fields/phoneNumbers';
import { simplify } from '../fields/output';
import { carrierRows } from '../payload';

export const lookUpCarrier: OperationOf<'getCellularCarrier'> = {
	value: 'lookUpCarrier',
	name: 'Look Up Carrier',
	action: 'Look up carrier of phone number',
	description: 'Find the carrier of phone numbers, and which are landline or international',
	calls: ['getCellularCarrier'],
	properties: [
		phoneNumbers,
		simplify,
		optionsField(
			{
				displayName: 'Show Carrier ID',
				name: 'show_carrier_id',
				type: 'boolean',
				default: false,
				description: 'Whether to include the ID of each carrier',
			},
			defaultCountry,
			pauseBetweenRequests,
			requestsInParallel,
			timeLimit,
			transport,
		),
	],
	request: (fields) => ({
		operation: 'getCellularCarrier',
		parameters: {
			phone_list: readNumbersToLookUp(fields).join(','),
			show_carrier_id: fields.members('options').boolean('show_carrier_id') ?? false,
		},
	}),
	simplify: carrierRows,
};
