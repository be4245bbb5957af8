import type { INodeParameters } from 'n8n-workflow';

import type { Message } from '../../sandbox/messages';
import { byKeyword } from './locator';

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
	/** What each message is that the service gets, and none otherwise. */
	sends?: Partial<Message>;
	/** Whether its delivery is reported to the trigger that stands in the same workflow. */
	reported?: true;
}

/** What a person who asks for the tasks would know. */
export const CONTEXT =
	'Each input item has a phone number in phone and a name in name. Messages, templates and links belong to the group NSTAFF.';

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
		sends: { operation: 'sendMessage', keyword: 'NSTAFF' },
	},
	{
		words:
			'Send an SMS to the phone number of each input item, and to nobody twice in the campaign spring-sale',
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
		sends: { sendTo: '18015551001', type: 1, custom_ticket: 'spring-sale-1' },
	},
	{
		words: 'Count how many people have the message of the campaign spring-sale',
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
		words: 'Call 18015551001 and read the message aloud, with the reference alarm-1',
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
		sends: { sendTo: '18015551001', type: 3, custom_ticket: 'alarm-1' },
	},
	{
		words: 'Find out by the reference alarm-1 whether the message arrived',
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
		words:
			'Tell each person by name that order 17 is ready, with the stored template order-ready (name, order)',
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
		sends: { sendTo: '18015551001', type: 1, text: 'Hi Ann, your order 17 is ready' },
	},
	{
		words:
			'Text 18015551001 in Mexican Spanish, and have the delivery reported to the Subscription Messaging Trigger in the same workflow',
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
			options: { deliveryReport: 'trigger' },
		},
		asks: 'sendMessageSpecifyLocale',
		sends: { sendTo: '18015551001', type: 1, locale: 'es_MX' },
		reported: true,
	},
	{
		words: 'Show what would be sent to 18015551001, and wait for the delivery once it is',
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
		words: 'Find out which carrier 18015551001 has',
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
		words: 'Make a short link to https://acme.example/sale',
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
		words: 'Store a text with a placeholder to send later, as reminder',
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
		words: 'Change the words of the stored text reminder',
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
		words: 'Add a group Drivers to the division NORTH',
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
