import type { Operation } from '../operation';
import {
	options,
	pauseBetweenRequests,
	requestsInParallel,
	timeLimit,
	transport,
} from '../fields/options';
import { defaultCountry, phoneNumbers, readNumbersToLookUp } from '../fields/phoneNumbers';
import { simplify } from '../fields/output';
import { carrierRows } from '../payload';

export const lookUpCarrierId: Operation = {
	value: 'lookUpCarrierId',
	name: 'Look Up Carrier ID',
	action: 'Look up carrier ID of phone number',
	description: 'Find the carrier of phone numbers with the ID that recipients can be sent with',
	calls: ['getCellularCarrierId'],
	properties: [
		phoneNumbers,
		simplify,
		options(defaultCountry, pauseBetweenRequests, requestsInParallel, timeLimit, transport),
	],
	request: (fields) => ({
		operation: 'getCellularCarrierId',
		parameters: { phone_list: readNumbersToLookUp(fields).join(',') },
	}),
	simplify: carrierRows,
	gathers: 'phone_list',
};
