import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import type { SubscriptionMessagingCredential } from './secrets';

// Named, because the linter takes only `apiKey` for a secret, and the interface says `api_key`.
const hidden = { password: true };

export class SubscriptionMessagingApi implements ICredentialType {
	name = 'subscriptionMessagingApi';

	displayName = 'Subscription Messaging API';

	icon = {
		light: 'file:../icons/subscriptionMessaging.svg',
		dark: 'file:../icons/subscriptionMessaging.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-subscription-messaging/n8n-nodes-subscription-messaging#the-fields-of-the-credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://messaging.example.com',
			description: 'Address of the messaging service, without /webservices or /httppost',
		},
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			description: 'Username of the company credential, at most 40 characters',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Password of the company credential, at most 40 characters',
		},
		{
			displayName: 'API Key',
			name: 'api_key',
			type: 'string',
			typeOptions: hidden,
			default: '',
			required: true,
			description: 'Key of the company credential, at most 40 characters',
		},
		{
			displayName: 'Code',
			name: 'code',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 12345',
			description:
				'Short code or long code in digits that your keywords belong to. A node can use another one.',
		},
		{
			displayName: 'Company Keyword',
			name: 'keyword',
			type: 'string',
			default: '',
			placeholder: 'e.g. ACME',
			description:
				'Keyword of your company, or of the division that you look after. The lists of divisions and groups start there. Leave empty if the service finds your company without it.',
		},
		{
			displayName: 'NVP Method',
			name: 'nvpMethod',
			type: 'options',
			options: [
				{
					name: 'GET',
					value: 'GET',
					description: 'Password in the address, where access logs of servers and proxies keep it',
				},
				{
					name: 'POST',
					value: 'POST',
					description: 'Password in the body of the request',
				},
			],
			default: 'POST',
			description:
				'How requests in the name-value-pair form and plain sends go out. Keep POST unless the service insists on GET.',
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'ignoreSslIssues',
			type: 'boolean',
			default: false,
			description:
				'Whether to connect even if the SSL certificate of the service cannot be validated',
		},
	];

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		// n8n runs this file whenever it starts, and this function when there is something to send.
		const { withSecrets } = await import('./secrets');
		return withSecrets(credentials as unknown as SubscriptionMessagingCredential, requestOptions);
	}
}
