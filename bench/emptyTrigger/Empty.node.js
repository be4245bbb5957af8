/** A trigger that does nothing but start the workflow at any post. */
exports.Empty = class {
	description = {
		displayName: 'Empty',
		name: 'empty',
		group: ['trigger'],
		version: 2,
		description: 'Starts the workflow at any post',
		defaults: { name: 'Empty' },
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'subscriptionMessagingApi' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: '',
				path: 'empty',
			},
		],
		properties: [],
	};

	webhook = async () => ({ webhookResponse: 'OK', workflowData: [[{ json: {} }]] });
};
