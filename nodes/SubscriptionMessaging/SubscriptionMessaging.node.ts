import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { execute } from './run/execute';
import { properties } from './actions/router';
import { resume, resumeWebhooks } from './run/waiting';
import { subscriptionMessagingApiTest } from './methods/credentialTest';
import { listSearch } from './methods/listSearch';
import { loadOptions } from './methods/loadOptions';
import { resourceMapping } from './methods/resourceMapping';

export class SubscriptionMessaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Subscription Messaging',
		name: 'subscriptionMessaging',
		icon: {
			light: 'file:../../icons/subscriptionMessaging.svg',
			dark: 'file:../../icons/subscriptionMessaging.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle:
			'={{ $parameter["operation"] + ": " + $parameter["resource"] + (/^[^=]/.test($rawParameter["keyword"] ?? "") ? " (" + $rawParameter["keyword"] + ")" : "") }}',
		description: 'Send messages to people and groups, and manage divisions, groups and templates',
		defaults: { name: 'Subscription Messaging' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'subscriptionMessagingApi',
				required: true,
				testedBy: 'subscriptionMessagingApiTest',
			},
		],
		webhooks: resumeWebhooks,
		waitingNodeTooltip: 'Waiting until it is known what became of every message',
		hints: [
			{
				message: 'Preview is on: nothing is sent.',
				displayCondition: '={{ $parameter["preview"] === true }}',
				whenToDisplay: 'always',
				location: 'outputPane',
			},
			{
				message:
					'Accepted is not yet delivered. A <b>Subscription Messaging Trigger</b> tells what became of the message; where the service cannot reach this n8n, ask with <b>Message → Get Status</b> in a loop.',
				displayCondition:
					'={{ ["send", "sendLocalized", "sendTemplate"].includes($parameter["operation"]) && $parameter["preview"] !== true }}',
				whenToDisplay: 'afterExecution',
				location: 'outputPane',
			},
		],
		properties,
	};

	methods = {
		credentialTest: { subscriptionMessagingApiTest },
		listSearch,
		loadOptions,
		resourceMapping,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resume(this);
	}
}
