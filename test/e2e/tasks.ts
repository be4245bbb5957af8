import type { INodeParameters } from 'n8n-workflow';

import { byKeyword } from './world';

/** What somebody wants, and how it is done with this package. */
export interface Task {
	words: string;
	/** What is typed into n8n's list of nodes for it. */
	search: string;
	/** What is typed into the node's list of actions for it, and none for a trigger. */
	action?: string;
	/** Which trigger it is, if it is one. */
	trigger?: 'Trigger' | 'SubscriberTrigger';
	/** Filled as n8n's definition of the node says. */
	parameters: INodeParameters;
	/** What the service is asked. */
	asks?: string;
}

const staff = { keyword: byKeyword('NSTAFF') };

/** In the order in which they are done. */
export const TASKS: Task[] = [
	{
		words: 'Text everyone in the group NSTAFF that the office is closed',
		search: 'text everyone',
		action: 'everyone',
		parameters: {
			resource: 'message',
			operation: 'sendToGroup',
			...staff,
			message: 'The office is closed today',
		},
		asks: 'sendMessage',
	},
	{
		words:
			'Send an SMS to the phone number of each input item, and to nobody twice in the campaign',
		search: 'send sms',
		action: 'send message',
		parameters: {
			resource: 'message',
			operation: 'send',
			...staff,
			recipients: 'inputItems',
			sendTo: '={{ $json.phone }}',
			message: '=Hello {{ $json.name }}',
			options: { campaignKey: 'spring-sale' },
		},
		asks: 'sendMessage',
	},
	{
		words: 'Count how many people have the message of the campaign',
		search: 'delivery report',
		action: 'report',
		parameters: {
			resource: 'message',
			operation: 'getReport',
			...staff,
			reportBy: 'campaignKey',
			campaignKey: 'spring-sale',
			expected: '={{ $json.phone }}',
		},
		asks: 'getCustomTransactionStatus',
	},
	{
		words: 'Call a number and read the message aloud, with a reference of your own',
		search: 'voice call',
		action: 'send message',
		parameters: {
			resource: 'message',
			operation: 'send',
			...staff,
			recipients: 'commaSeparated',
			sendTo: '18015551001',
			type: 3,
			message: 'The alarm went off',
			options: { custom_ticket: 'alarm-1' },
		},
		asks: 'sendMessage',
	},
	{
		words: 'Find out by that reference whether the message arrived',
		search: 'delivery status',
		action: 'status',
		parameters: {
			resource: 'message',
			operation: 'getStatus',
			...staff,
			lookUpBy: 'customTicket',
			custom_ticket: 'alarm-1',
			recipient: '',
		},
		asks: 'getCustomTransactionStatus',
	},
	{
		words: 'Remind each person by name, with a template that is stored',
		search: 'message template',
		action: 'send template',
		parameters: {
			resource: 'message',
			operation: 'sendTemplate',
			...staff,
			templateSource: 'stored',
			id: { __rl: true, mode: 'id', value: 'order-ready' },
			placeholders: {
				mappingMode: 'defineBelow',
				value: { name: '={{ $json.name }}', order: '17' },
			},
			recipients: 'inputItems',
			sendTo: '={{ $json.phone }}',
		},
		asks: 'sendTemplateMessage',
	},
	{
		words: 'Text somebody in Spanish',
		search: 'text message',
		action: 'localized',
		parameters: {
			resource: 'message',
			operation: 'sendLocalized',
			...staff,
			recipients: 'commaSeparated',
			sendTo: '18015551001',
			locale: 'es_MX',
			message: 'Mañana está cerrado',
		},
		asks: 'sendMessageSpecifyLocale',
	},
	{
		words: 'Show what would be sent, and wait for the delivery once it is',
		search: 'wait for delivery',
		action: 'wait for delivery',
		parameters: {
			resource: 'message',
			operation: 'sendAndWaitForDelivery',
			...staff,
			recipients: 'commaSeparated',
			sendTo: '18015551001',
			message: 'Please confirm',
			preview: true,
		},
	},
	{
		words: 'Start a workflow with each message that was delivered',
		search: 'delivery status',
		trigger: 'Trigger',
		parameters: { triggerOn: 'deliveryStatus', filters: { statusCodes: '100' } },
	},
	{
		words: 'Start a workflow when somebody joins the group or leaves it',
		search: 'unsubscribed',
		trigger: 'SubscriberTrigger',
		parameters: { groups: ['NSTAFF'], events: ['joined', 'left'] },
	},
	{
		words: 'List everybody who is in the group',
		search: 'subscribers',
		action: 'subscribers',
		parameters: { resource: 'subscriber', operation: 'getMany', ...staff, returnAll: true },
		asks: 'getActiveSubscribers',
	},
	{
		words: 'Find out which carrier a phone number has',
		search: 'carrier',
		action: 'carrier',
		parameters: {
			resource: 'phoneNumber',
			operation: 'lookUpCarrier',
			phone_list: '18015551001',
		},
		asks: 'getCellularCarrier',
	},
	{
		words: 'Make a short link to a page',
		search: 'short link',
		action: 'create short',
		parameters: {
			resource: 'shortUrl',
			operation: 'create',
			...staff,
			url: 'https://acme.example/sale',
		},
		asks: 'createShortURL',
	},
	{
		words: 'Store a text with a placeholder to send later',
		search: 'message template',
		action: 'create template',
		parameters: {
			resource: 'template',
			operation: 'create',
			...staff,
			id: 'reminder',
			text: 'Hi {name}, see you tomorrow',
			additionalFields: { title: 'Reminder' },
		},
		asks: 'createTemplate',
	},
	{
		words: 'Change the words of that stored text',
		search: 'message template',
		action: 'update template',
		parameters: {
			resource: 'template',
			operation: 'update',
			...staff,
			id: { __rl: true, mode: 'id', value: 'reminder' },
			updateFields: { text: 'Hi {name}, we open at 9 tomorrow' },
		},
		asks: 'updateTemplate',
	},
	{
		words: 'Add a group for drivers to the division NORTH',
		search: 'division',
		action: 'create group',
		parameters: {
			resource: 'group',
			operation: 'create',
			keyword: byKeyword('NORTH'),
			groupName: 'Drivers',
		},
		asks: 'createSubscriptionnode',
	},
	{
		words: 'List the groups of the division NORTH',
		search: 'division',
		action: 'groups of division',
		parameters: { resource: 'division', operation: 'getGroups', keyword: byKeyword('NORTH') },
		asks: 'getDivisionGroups',
	},
	{
		words: 'Show the whole organization with its keywords',
		search: 'organization',
		action: 'organization',
		parameters: { resource: 'account', operation: 'getOrganizationTree' },
		asks: 'getOrganizationTree',
	},
	{
		words: 'Delete the group NEMPTY',
		search: 'text a group',
		action: 'delete group',
		parameters: { resource: 'group', operation: 'delete', keyword: byKeyword('NEMPTY') },
		asks: 'deleteSubscriptionnode',
	},
	{
		words: 'Bring back the group NEMPTY, which was deleted',
		search: 'text a group',
		action: 'restore group',
		parameters: { resource: 'group', operation: 'restore', keyword: byKeyword('NEMPTY') },
		asks: 'restoreSubscriptionnode',
	},
];
