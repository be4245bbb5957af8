import type { OperationOf } from '../operation';
import { codeField, optionsField, timeLimit, transportField } from '../fields/options';

export const testAuthentication: OperationOf<'authenticationTest'> = {
	value: 'testAuthentication',
	name: 'Test Authentication',
	action: 'Test authentication',
	description: 'Check whether the service accepts the credential',
	calls: ['authenticationTest'],
	properties: [optionsField(codeField, timeLimit, transportField)],
	request: () => ({ operation: 'authenticationTest', parameters: {} }),
};
