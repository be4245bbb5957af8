import type { OperationOf } from '../operation';
import { code, options, timeLimit, transport } from '../fields/options';

export const testAuthentication: OperationOf<'authenticationTest'> = {
	value: 'testAuthentication',
	name: 'Test Authentication',
	action: 'Test authentication',
	description: 'Check whether the service accepts the credential',
	calls: ['authenticationTest'],
	properties: [options(code, timeLimit, transport)],
	request: () => ({ operation: 'authenticationTest', parameters: {} }),
};
