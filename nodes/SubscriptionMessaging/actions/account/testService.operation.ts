import type { OperationOf } from '../operation';
import { code, options, timeLimit, transport } from '../fields/options';

export const testService: OperationOf<'test'> = {
	value: 'testService',
	name: 'Test Service',
	action: 'Test service',
	description: 'Check whether the service works',
	calls: ['test'],
	properties: [options(code, timeLimit, transport)],
	request: () => ({ operation: 'test', parameters: {} }),
};
