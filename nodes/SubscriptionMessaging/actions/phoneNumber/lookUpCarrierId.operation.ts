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

export const lookUpCarrierId: OperationOf<'getCellularCarrierId'> = {
	value: 'lookUpCarrierId',
	name: 'Look Up Carrier ID',
	action: 'Look up carrier ID of phone number',
	description: 'Find carriers and the carrier IDs used when sending',
	calls: ['getCellularCarrierId'],
	properties: [
		phoneNumbers,
		simplify,
		optionsField(defaultCountry, pauseBetweenRequests, requestsInParallel, timeLimit, transport),
	],
	request: (fields) => ({
		operation: 'getCellularCarrierId',
		parameters: { phone_list: readNumbersToLookUp(fields).join(',') },
	}),
	simplify: carrierRows,
};
