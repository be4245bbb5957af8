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
import { sendAndWait } from './actions/message/sendAndWait.operation';
import { properties } from './actions/router';
import { answerWebhook, takeAnswer } from './run/ask/answer';
import { resume, resumeWebhook } from './run/wait/resume';
import { subscriptionMessagingApiTest } from './methods/credentialTest';
import { listSearch } from './methods/listSearch';
import { loadOptions } from './methods/loadOptions';
import { resourceMapping } from './methods/resourceMapping';

/** All that a waiting execution is called by. */
const waitingWebhooks = [resumeWebhook, answerWebhook];

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
		builderHint: {
			searchHint:
				'Use for SMS, voice calls and email. To text one person per input item, set Recipients to From Input Items and Send To to an expression. To text everyone in a group, use Send to Group.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-subscription-messaging.subscriptionMessagingTrigger',
					relationHint: 'Starts a workflow with each delivery status of the messages sent',
				},
			],
		},
		webhooks: waitingWebhooks,
		waitingNodeTooltip: `={{ $parameter["operation"] === "${sendAndWait.value}" ? "Waiting for an answer" : "Waiting for delivery reports" }}`,
		hints: [
			{
				message: 'Preview only. Nothing is sent.',
				displayCondition: '={{ $parameter["preview"] === true }}',
				whenToDisplay: 'always',
				location: 'outputPane',
			},
		],
		properties,
	};

	/** n8n calls these by their names. */
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
		const asks = this.getNodeParameter('operation') === sendAndWait.value;
		return await (asks ? takeAnswer(this) : resume(this));
	}
}
