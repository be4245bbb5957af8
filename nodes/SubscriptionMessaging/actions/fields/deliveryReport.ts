import type { INodeProperties } from 'n8n-workflow';

/** Where the service posts delivery statuses: `status_url` (Events, 1). */
export const deliveryReport = {
	displayName: 'Delivery Report',
	name: 'deliveryReport',
	type: 'options',
	options: [
		{
			name: 'Address',
			value: 'address',
			description: "Posted to the 'Status URL' option, unchanged",
		},
		{ name: 'None', value: 'none', description: 'No delivery reports' },
		{
			name: 'Signed Address',
			value: 'signedAddress',
			description:
				"Posted to the 'Status URL', signed for a trigger in another workflow with the same credential",
		},
		{
			name: 'Trigger of This Workflow',
			value: 'trigger',
			description:
				"Posted to the trigger in this workflow, once it is published (active). Without one, to the credential's 'Delivery Report Address'.",
		},
		{
			name: 'Trigger of This Workflow (Test URL)',
			value: 'triggerTest',
			description:
				"To try it by hand: posted to the Test URL, which answers after 'Execute step' in the trigger",
		},
	],
	default: 'trigger',
	description:
		"Where the service reports the delivery. If it can't reach this n8n, use Message → Get Status instead.",
	builderHint: {
		propertyHint: 'trigger is the Subscription Messaging Trigger in the same workflow',
	},
} as const satisfies INodeProperties;
