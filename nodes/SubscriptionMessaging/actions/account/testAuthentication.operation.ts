import type { OperationOf } from '../operation/operation';
import { usualOptions } from '../fields/options';

export const testAuthentication: OperationOf<'authenticationTest'> = {
	value: 'testAuthentication',
	name: 'Test Authentication',
	action: 'Test authentication',
	description: 'Check whether the service accepts the credential',
	calls: ['authenticationTest'],
	properties: [usualOptions],
	request: () => ({ operation: 'authenticationTest', parameters: {} }),
};
