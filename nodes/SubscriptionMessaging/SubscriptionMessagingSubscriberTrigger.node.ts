import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { subscriptionMessagingApiTest } from './methods/credentialTest';
import { groupOptions } from './methods/groupOptions';
import { properties } from './subscriberTrigger/fields';
import { poll } from './subscriberTrigger/poll';

export class SubscriptionMessagingSubscriberTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Subscription Messaging Subscriber Trigger',
		name: 'subscriptionMessagingSubscriberTrigger',
		icon: {
			light: 'file:../../icons/subscriptionMessaging.svg',
			dark: 'file:../../icons/subscriptionMessaging.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ").replaceAll("_", " ") }}',
		description: 'Starts the workflow when people join, leave or return to a group',
		activationMessage:
			'The very first check remembers who is in the groups. Later checks start this workflow when that changes.',
		builderHint: {
			searchHint:
				'Use to start a workflow when somebody joins, leaves or returns to a group. It looks at regular times and gives one item per person.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-subscription-messaging.subscriptionMessaging',
					relationHint: 'Sends a message to the person, e.g. a welcome',
				},
			],
		},
		defaults: { name: 'Subscription Messaging Subscriber Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'subscriptionMessagingApi',
				required: true,
				testedBy: 'subscriptionMessagingApiTest',
			},
		],
		properties,
	};

	/** n8n calls these by their names. */
	methods = { credentialTest: { subscriptionMessagingApiTest }, loadOptions: groupOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
