import type { OperationOf } from '../operation/operation';
import {
	optionsField,
	pauseBetweenRequests,
	requestsInParallel,
	timeLimit,
	transportField,
} from '../fields/options';
import { defaultCountryField, phoneNumbers, readNumbersToLookUp } from '../fields/phoneNumbers';
import { simplifyField } from '../fields/output';
import { carrierRows } from '../operation/payload';

export const lookUpCarrier: OperationOf<'getCellularCarrier'> = {
	value: 'lookUpCarrier',
	name: 'Look Up Carrier',
	action: 'Look up carrier of phone number',
	description: 'Find the carrier of phone numbers, and which are landline or international',
	calls: ['getCellularCarrier'],
	properties: [
		phoneNumbers,
		simplifyField,
		optionsField(
			{
				displayName: 'Show Carrier ID',
				name: 'show_carrier_id',
				type: 'boolean',
				default: false,
				description: 'Whether to include the ID of each carrier',
			},
			defaultCountryField,
			pauseBetweenRequests,
			requestsInParallel,
			timeLimit,
			transportField,
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
