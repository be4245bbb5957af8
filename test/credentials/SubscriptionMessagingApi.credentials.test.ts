import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { SubscriptionMessagingApi } from '../../credentials/SubscriptionMessagingApi.credentials';
import { problemWithCredential } from '../../credentials/secrets';
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

/** What a stored credential consists of: a field that is named or shaped otherwise would lose its value. */
const fields = [
	{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
	{ displayName: 'Username', name: 'username', type: 'string', default: '' },
	{ displayName: 'Password', name: 'password', type: 'string', default: '' },
	{ displayName: 'API Key', name: 'api_key', type: 'string', default: '' },
	{ displayName: 'Code', name: 'code', type: 'string', default: '' },
	{ displayName: 'Company Keyword', name: 'keyword', type: 'string', default: '' },
	{
		displayName: 'Delivery Report Address',
		name: 'deliveryReportAddress',
		type: 'string',
		default: '',
	},
	{ displayName: 'NVP Method', name: 'nvpMethod', type: 'options', default: 'POST' },
	{
		displayName: 'Ignore SSL Issues (Insecure)',
		name: 'ignoreSslIssues',
		type: 'boolean',
		default: false,
	},
	{
		displayName: 'Recipients Allowed',
		name: 'recipientsAllowed',
		type: 'options',
		default: 'anyone',
	},
	{ displayName: 'Allowed Recipients', name: 'allowedRecipients', type: 'string', default: '' },
	{ displayName: 'Redirect to Phone Number', name: 'redirectToPhone', type: 'string', default: '' },
	{
		displayName: 'Redirect to Email Address',
		name: 'redirectToEmail',
		type: 'string',
		default: '',
	},
];

describe('a stored credential', () => {
	test('belongs to the type that the nodes ask for, and holds these fields', () => {
		expect(credential.name).toBe('subscriptionMessagingApi');
		const held = credential.properties.map(({ displayName, name, type, default: value }) => ({
			displayName,
			name,
			type,
			default: value,
		}));
		expect(held).toEqual(fields);
	});

	test.each([
		['nvpMethod', { GET: 'GET', POST: 'POST' }],
		[
			'recipientsAllowed',
			{ Anyone: 'anyone', 'Only These': 'onlyThese', 'Redirect Everything To': 'redirect' },
		],
	])('has one of these values in %s', (name, values) => {
		const options = property(name).options as INodePropertyOptions[];
		expect(Object.fromEntries(options.map(({ name, value }) => [name, value]))).toEqual(values);
	});

	test('is used for no host that is chosen beside it', () => {
		expect(credential.hideDomainRestrictionFields).toBe(true);
	});
});

describe('on the screen', () => {
	test('the link for help leads to the page that explains the fields', () => {
		expect(credential.documentationUrl).toMatch(/\/blob\/main\/docs\/credential\.md$/);
	});

	test('exactly password and API key are hidden', () => {
		const hidden = credential.properties
			.filter(({ typeOptions }) => typeOptions?.password)
			.map(({ name }) => name);
		expect(hidden).toEqual(['password', 'api_key']);
	});

	test('what every operation needs is required', () => {
		const required = credential.properties
			.filter((field) => field.required)
			.map(({ name }) => name);
		expect(required).toEqual(['baseUrl', 'username', 'password', 'api_key', 'code']);
	});

	test.each([
		['anyone', []],
		['onlyThese', ['allowedRecipients']],
		['redirect', ['redirectToPhone', 'redirectToEmail']],
	])('Recipients Allowed set to %s asks for what it needs alone', (value, asked) => {
		const conditional = credential.properties.filter(({ displayOptions }) => displayOptions);
		expect(conditional).toHaveLength(3);
		const shown = conditional
			.filter(({ displayOptions }) => displayOptions?.show?.recipientsAllowed?.includes(value))
			.map(({ name }) => name);
		expect(shown).toEqual(asked);
	});

	test('several recipients have room below each other', () => {
		expect(property('allowedRecipients').typeOptions?.rows).toBeGreaterThan(1);
	});

	test('the examples are values that the credential takes', () => {
		const examples = Object.fromEntries(
			credential.properties.flatMap(({ name, placeholder = '' }) =>
				placeholder.startsWith('e.g. ') ? [[name, placeholder.slice(5)]] : [],
			),
		) as Record<string, string>;
		expect(Object.keys(examples)).toEqual([
			'baseUrl',
			'code',
			'keyword',
			'deliveryReportAddress',
			'allowedRecipients',
			'redirectToPhone',
			'redirectToEmail',
		]);
		expect(problemWithCredential({ ...data, ...examples })).toBeUndefined();
		const { allowedRecipients, redirectToPhone, redirectToEmail } = examples;
		expect(allowedRecipients).toBe(`${redirectToPhone}, ${redirectToEmail}`);
	});
});
