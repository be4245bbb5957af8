import type { OperationOf } from '../operation';
import { codeField, optionsField, timeLimit, transportField } from '../fields/options';

export const testService: OperationOf<'test'> = {
	value: 'testService',
	name: 'Test Service',
	action: 'Test service',
	description: 'Check whether the service works',
	calls: ['test'],
	properties: [optionsField(codeField, timeLimit, transportField)],
	request: () => ({ operation: 'test', parameters: {} }),
};
