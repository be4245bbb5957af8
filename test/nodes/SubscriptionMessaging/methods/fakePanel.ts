import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { fakeService, type FakeAnswer, type FakeRequest } from '../transport/fakeService';

interface FakePanel {
	answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;
	/** What the fields of the panel hold by now. */
	parameters?: Record<string, unknown>;
	credential?: object;
}

let accounts = 0;

/** The panel of a node in the editor, with an account that no other test has read anything for. */
export function fakePanel({ answer, parameters = {}, credential = {} }: FakePanel) {
	const { context: called, requests } = fakeService(answer);
	accounts += 1;
	const data = {
		baseUrl: 'https://messaging.example.com',
		username: `account-${accounts}`,
		password: 's3cret-word',
		api_key: 'key-of-acme',
		code: '12345',
		keyword: 'ACME',
		...credential,
	};
	const context = {
		helpers: called.helpers,
		getNode: () => ({ name: 'Messaging', credentials: {} }),
		getCredentials: async () => await Promise.resolve(data),
		getExecutionCancelSignal: () => undefined,
		getCurrentNodeParameter: (name: string, { extractValue }: { extractValue?: boolean } = {}) => {
			const value = parameters[name];
			const isLocator = typeof value === 'object' && value !== null && 'value' in value;
			return extractValue && isLocator ? value.value : value;
		},
	} as unknown as ILoadOptionsFunctions;
	return {
		context,
		requests,
		asked: () => requests.map(({ operation, keyword }) => `${operation} ${keyword}`),
	};
}
