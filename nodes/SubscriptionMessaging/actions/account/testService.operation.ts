import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';

export const testService: OperationOf<'test'> = {
	value: 'testService',
	name: 'Test Service',
	action: 'Test service',
	description: 'Check whether the service works',
	calls: ['test'],
	properties: [usualOptions],
	request: () => ({ operation: 'test', parameters: {} }),
};
