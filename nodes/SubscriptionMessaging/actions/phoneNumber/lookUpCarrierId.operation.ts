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

export const lookUpCarrierId: OperationOf<'getCellularCarrierId'> = {
	value: 'lookUpCarrierId',
	name: 'Look Up Carrier ID',
	action: 'Look up carrier ID of phone number',
	description: 'Find carriers and the carrier IDs used when sending',
	calls: ['getCellularCarrierId'],
	properties: [
		phoneNumbers,
		simplifyField,
		optionsField(
			defaultCountryField,
			pauseBetweenRequests,
			requestsInParallel,
			timeLimit,
			transportField,
		),
	],
	request: (fields) => ({
		operation: 'getCellularCarrierId',
		parameters: { phone_list: readNumbersToLookUp(fields).join(',') },
	}),
	simplify: carrierRows,
};
