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
		'https://github.com/n8n-nodes-subscription-messaging/n8n-nodes-subscription-messaging/blob/main/docs/credential.md';

	// The password goes to the host of the base URL and to no other, whatever n8n would let one choose.
	hideDomainRestrictionFields = true;

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
				'Short code or long code of your keywords, in digits. A node can use another one.',
		},
		{
			displayName: 'Company Keyword',
			name: 'keyword',
			type: 'string',
			default: '',
			placeholder: 'e.g. ACME',
			description:
				'Keyword of your company, or of the division that you look after: the lists start there. Leave empty if the service finds your company without it.',
		},
		{
			displayName: 'Delivery Report Address',
			name: 'deliveryReportAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://n8n.example.com/webhook/…/delivery-status',
			description:
				"Production URL of a Subscription Messaging Trigger. Choosing 'Trigger of This Workflow' as 'Delivery Report' leads there in workflows without a trigger.",
		},
		{
			displayName: 'NVP Method',
			name: 'nvpMethod',
			type: 'options',
			options: [
				{
					name: 'GET',
					value: 'GET',
					description: 'Password in the address. Servers and proxies may log it.',
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
		{
			displayName: 'Recipients Allowed',
			name: 'recipientsAllowed',
			type: 'options',
			options: [
				{
					name: 'Anyone',
					value: 'anyone',
					description: 'Messages go to the recipients of the nodes',
				},
				{
					name: 'Only These',
					value: 'onlyThese',
					description: 'Refuse all other recipients, and messages to a whole group',
				},
				{
					name: 'Redirect Everything To',
					value: 'redirect',
					description:
						'Send every message to your own phone number or email address instead, and refuse messages to a whole group',
				},
			],
			default: 'anyone',
			description:
				'Whom the nodes can reach with this credential. Limit it where workflows are tried out.',
		},
		{
			displayName: 'Allowed Recipients',
			name: 'allowedRecipients',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. 18015551234, me@example.com',
			description:
				'Phone numbers with country code and email addresses, separated by commas or line breaks',
			displayOptions: { show: { recipientsAllowed: ['onlyThese'] } },
		},
		{
			displayName: 'Redirect to Phone Number',
			name: 'redirectToPhone',
			type: 'string',
			default: '',
			placeholder: 'e.g. 18015551234',
			description:
				'Phone number with country code, for texts and calls. Leave empty to refuse these.',
			displayOptions: { show: { recipientsAllowed: ['redirect'] } },
		},
		{
			displayName: 'Redirect to Email Address',
			name: 'redirectToEmail',
			type: 'string',
			default: '',
			placeholder: 'e.g. me@example.com',
			description: 'For emails. Leave empty to refuse these.',
			displayOptions: { show: { recipientsAllowed: ['redirect'] } },
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
