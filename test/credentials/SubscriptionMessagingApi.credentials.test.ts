import type { INodeProperties } from 'n8n-workflow';

import { SubscriptionMessagingApi } from '../../credentials/SubscriptionMessagingApi.credentials';
import { encodeSoap } from '../../nodes/SubscriptionMessaging/service/request/soap';

const data = {
	baseUrl: 'https://messaging.example.com',
	username: 'acme',
	password: 's3cret-word',
	api_key: 'key-of-acme',
	code: '12345',
};
const request = () => {
	const { path, ...rest } = encodeSoap(
		'authenticationTest',
		{ code: '12345', keyword: 'ACME' },
		{},
	);
	return { ...rest, url: data.baseUrl + path };
};
const credential = new SubscriptionMessagingApi();
const property = (name: string) =>
	credential.properties.find((candidate) => candidate.name === name) as INodeProperties;

test('a request is authenticated once, and again after a 401, with the same result', async () => {
	const once = await credential.authenticate(data, request());
	expect(once.body).toContain('<password xsi:type="xsd:string">s3cret-word</password>');
	expect(await credential.authenticate(data, once)).toEqual(once);
});

test('a credential that cannot be used is refused by the field and not by its value', async () => {
	const authenticated = credential.authenticate({ ...data, password: 'hunter2\n' }, request());
	await expect(authenticated).rejects.toThrow("'Password' in the credential");
	await expect(authenticated).rejects.not.toThrow('hunter2');
});

test('exactly password and API key are hidden on the screen', () => {
	const hidden = credential.properties
		.filter(({ typeOptions }) => typeOptions?.password)
		.map(({ name }) => name);
	expect(hidden).toEqual(['password', 'api_key']);
});

test('what every operation needs is required', () => {
	const required = credential.properties.filter((field) => field.required).map(({ name }) => name);
	expect(required).toEqual(['baseUrl', 'username', 'password', 'api_key', 'code']);
});

test('passwords stay out of addresses and certificates are checked unless one asks otherwise', () => {
	expect(property('nvpMethod').default).toBe('POST');
	expect(property('ignoreSslIssues').default).toBe(false);
});
