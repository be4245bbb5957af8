import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { subscriptionMessagingApiTest } from './methods/credentialTest';
import { listSearch } from './methods/listSearch';
import { properties } from './trigger/fields';
import { receive } from './trigger/receive';

export class SubscriptionMessagingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Subscription Messaging Trigger',
		name: 'subscriptionMessagingTrigger',
		icon: {
			light: 'file:../../icons/subscriptionMessaging.svg',
			dark: 'file:../../icons/subscriptionMessaging.dark.svg',
		},
		group: ['trigger'],
		version: [1, 2],
		defaultVersion: 2,
		subtitle:
			'={{ $parameter["triggerOn"] === "anyCallback" ? "any callback" : "delivery status" }}',
		description:
			'Starts the workflow when the service reports a delivery status or posts any callback',
		eventTriggerDescription: 'Waiting for the service to post to the Test URL',
		activationMessage:
			"Posts now start this workflow. For delivery statuses, add the option 'Delivery Report' to the sending node.",
		triggerPanel: {
			header: 'Receive delivery statuses',
			executionsHelp: {
				inactive:
					"<b>To try it</b>, press 'Execute step', then send in a second browser tab with 'Trigger of This Workflow (Test URL)' as 'Delivery Report': the status appears here.<br /><br /><b>When it works</b>, publish (activate) the workflow.",
				active:
					'<b>This workflow is published</b>: posts to the <b>Production URL</b> start it. Find those runs in the executions list.',
			},
			activationHint:
				'Publish (activate) the workflow, so that the service can reach its <b>Production URL</b> at any time.',
		},
		builderHint: {
			searchHint:
				'Use to start a workflow when a text message was delivered or failed. In the sending node of the same workflow, set options.deliveryReport to trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-subscription-messaging.subscriptionMessaging',
					relationHint: 'Sends the messages whose delivery is reported here',
				},
			],
		},
		defaults: { name: 'Subscription Messaging Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'subscriptionMessagingApi',
				required: true,
				testedBy: 'subscriptionMessagingApiTest',
			},
		],
		webhooks: [
			{
				name: 'default',
				// Both: a static list is cheaper than an expression, and the service's choice is not shown.
				httpMethod: 'POST,GET' as 'POST',
				responseMode: 'onReceived',
				responseData: '',
				path: 'delivery-status',
				// The editor has no room for both.
				ndvHideMethod: true,
			},
		],
		properties,
	};

	/** n8n calls these by their names. */
	methods = { credentialTest: { subscriptionMessagingApiTest }, listSearch };

	/** The service is given the address with each send, so there is nothing to register; n8n's lint asks for all. */
	webhookMethods = {
		default: {
			checkExists: async () => true,
			create: async () => true,
			delete: async () => true,
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
